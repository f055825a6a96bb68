"""What every page has to keep to, asked of a page that is open in the browser. Each answer is a list of faults."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
SMALLEST_TARGET = 44  # pixels


def violations(page: Page) -> list[str]:
    """What axe-core finds: the rule, and the first place it is broken."""
    page.evaluate(AXE)  # not as a script tag, which the content security policy refuses
    found = page.evaluate("axe.run()")["violations"]
    return [f"{fault['id']} ({fault['impact']}): {fault['nodes'][0]['html']}" for fault in found]


def sideways(page: Page) -> list[str]:
    """What sticks out of a page that scrolls sideways."""
    found: list[str] = page.evaluate("""() => {
        const width = document.documentElement.clientWidth
        if (document.documentElement.scrollWidth <= width) return []
        const wide = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > width + 0.5)
        return wide.length ? wide.map(e => e.outerHTML.slice(0, 120)) : ["the page itself"]
    }""")
    return found


def same_ids(page: Page) -> list[str]:
    """The ids that stand more than once: a label leads to the first of them, whichever form it is in."""
    found: list[str] = page.evaluate("""() => {
        const ids = [...document.querySelectorAll("[id]")].map(e => e.id)
        return [...new Set(ids.filter((id, i) => ids.indexOf(id) < i))]
    }""")
    return found


def small_targets(page: Page) -> list[str]:
    """The controls in sight that are smaller than a finger. Links within running text may be."""
    found: list[str] = page.evaluate(
        """smallest => {
        const controls = "a[href], button, summary, select, textarea, [role=button], input:not([type=hidden])"
        // A box to tick is as large as its label
        const area = e => (e.type == "checkbox" || e.type == "radio") && e.labels[0] || e
        const inText = e => e.matches("a") && getComputedStyle(e).display == "inline" && e.closest("p, li, dd, td")
            && e.closest("p, li, dd, td").textContent.trim() != e.textContent.trim()
        return [...document.querySelectorAll(controls)]
            .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !inText(e))
            .map(e => [area(e).getBoundingClientRect(), e])
            .filter(([box]) => box.width && (box.width < smallest - 0.5 || box.height < smallest - 0.5))
            .map(([box, e]) => `${box.width.toFixed(1)} × ${box.height.toFixed(1)}: ${e.outerHTML.slice(0, 120)}`)
    }""",
        SMALLEST_TARGET,
    )
    return found
