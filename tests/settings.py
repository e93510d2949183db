"""The site's settings in a test run: a data folder of its own, nothing sent anywhere, cheap passwords."""

import atexit
import os
import shutil
import tempfile

if "PRWEB_TEST_VAR" not in os.environ:
    os.environ["PRWEB_TEST_VAR"] = tempfile.mkdtemp(prefix="prweb-tests-")
    atexit.register(shutil.rmtree, os.environ["PRWEB_TEST_VAR"], ignore_errors=True)
os.environ["PRWEB_VAR"] = os.environ["PRWEB_TEST_VAR"]
os.environ["PRWEB_PROFILE"] = "embedded"
os.environ["BROKER_URL"] = "memory://"

from prweb.settings import *  # noqa: F403
from prweb.settings import DATABASES, STORAGES, VAR

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, as in real life: connections of several threads and processes meet in it.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
# What the links of stored sites were signed with (tests/history).
SECRET_KEY = "a key that is for sites of these tests and no other"
HEARTBEAT_SECONDS = 0
# So that there are the addresses of its webhooks.
MAIL_PROVIDER, MAIL_PROVIDER_SECRET = "mailgun", "the key that signs webhooks in tests"
# Nobody collects static files for a test client.
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Who plays on for others does it quickly here.
CARETAKER_LEVEL = "random"
# Tests are faster than any hand; those of the limits switch them on.
RATE_LIMITS_ON = False
ACCOUNT_RATE_LIMITS = False
