"""The site's settings, with two addresses more."""

from league.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
