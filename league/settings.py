"""Settings of the club's site, all in this one file. What an installation may choose comes from the environment:

DATABASE_URL   sqlite:///FILE or postgres://USER:PASSWORD@HOST/NAME; default: mattisboken.sqlite3 in this folder
ALLOWED_HOSTS  the names the site answers to, with commas between; default: this machine only
EMAIL_URL      smtp+tls://USER:PASSWORD@HOST:587, to remind members of an invitation; default: no e-mail is sent
EMAIL_FROM     the address such e-mail comes from
SITE_ADDRESS   where members find the site, such as https://bok.example.no: the links in e-mail begin with it
HTTPS          1 where one proxy in front speaks https for us
SECRET_KEY     default: made at the first start and kept in a file beside the database
DEBUG          1 for development
"""

import os
from pathlib import Path

import django_stubs_ext
from django.utils.csp import CSP

from league.environment import database, env, flag, mailer, secret_key

django_stubs_ext.monkeypatch()  # ModelAdmin[Person] and ModelForm[Person] work at run time

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = flag("DEBUG")
HTTPS = flag("HTTPS")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# --- Database

# Never ATOMIC_REQUESTS: with IMMEDIATE below every page that only reads would queue behind the writers.
DATABASES = {"default": database(default=BASE_DIR / "mattisboken.sqlite3")}
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"] |= {
        "OPTIONS": {
            # A transaction takes the write lock when it begins, so two writers wait for each other instead of failing
            # when both want to go from reading to writing. Only together with WAL: WAL alone fails oftener than none.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds to wait for the lock
            "init_command": (
                "PRAGMA journal_mode=WAL;"  # readers and the one writer do not wait for each other
                "PRAGMA synchronous=NORMAL;"  # safe with WAL, and one flush to disk less for each strek
                "PRAGMA mmap_size=134217728;"  # bytes
                "PRAGMA cache_size=-20000;"  # kibibytes
            ),
        },
        # A file, since the threads of a live server cannot share one in-memory database; one for each test process.
        "TEST": {"NAME": BASE_DIR / f"test-{os.getpid()}.sqlite3"},
    }
    SECRET_KEY = secret_key(DATABASES["default"]["NAME"].with_suffix(".secret-key"))
else:
    SECRET_KEY = secret_key(BASE_DIR / "mattisboken.secret-key")

# The log-in limits are counted here. In the database, since memory would give each server process counts of its own.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"},
}

# --- The site

INSTALLED_APPS = [
    "league",  # first, so that its files win over those of the libraries
    "games",  # may be left out: the club can keep its book without cards
    "allauth",
    "allauth.account",
    "django_htmx",
    "django_tables2",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",  # so that the form templates are looked for in templates/ first
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "league.middleware.norwegian_unless_asked",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.middleware.found_the_club_first",
    "django_htmx.middleware.HtmxMiddleware",
    "league.middleware.keep_parts_apart",
    "league.middleware.name_a_wrong_method",
]

ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context.visitor",
                "league.context.visitor",
            ],
        },
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # fields as in templates/django/forms/

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # A hash in every file's name: phones may keep a file for ever and still get the new one at once.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- Language and time

LANGUAGE_CODE = "nb"  # the texts in the code are Norwegian, so nb needs no catalogue
LANGUAGES = [("nb", "Norsk"), ("en", "English")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60  # seconds: a choice outlives the browser's window
# A pasted text beyond what a page takes is refused by the page, with the text still in its field.
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024

LOCALE_PATHS = [BASE_DIR / "league" / "locale"]  # texts of the templates too, which lie outside the app
TIME_ZONE = "Europe/Oslo"  # an evening's date is the day it began here

# --- Log-in: e-mail and password; members are let in by the club, and nobody signs up

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email"]},  # all that a user has
    },
    {"NAME": "league.passwords.LongEnough"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

ACCOUNT_ADAPTER = "league.adapters.ClosedAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]  # closed all the same; allauth checks that it fits the log-in
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True  # no box to tick
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "league.tokens.LinkTokens"
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # who chose a password by his link is in

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 180 * 24 * 60 * 60  # seconds: nobody types a password at the table twice a season

ACCOUNT_RATE_LIMITS = {"take_pen": "5/5m/user"}  # beside allauth's own: codes for the evening's pen

# --- E-mail: only the reminder of an invitation (manage.py remind, once a day)

MAILERS = {"default": mailer()}
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="mattisboken@localhost")
SITE_ADDRESS = env.str("SITE_ADDRESS", default="").rstrip("/")

# --- Safety

SECURE_CSP = {
    "default-src": [CSP.SELF],  # scripts and styles too: none inline, none from elsewhere
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    # These three do not follow default-src
    "base-uri": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

FILE_UPLOAD_HANDLERS = [  # the first lets go of what is too much, the others are Django's
    "league.uploads.Enough",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # the log-in limits count visitors, not the proxy

# --- Log: all to the console. Django's own default mails errors to administrators instead unless DEBUG is on.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"django": {"handlers": ["console"], "level": "INFO", "propagate": False}},
}
