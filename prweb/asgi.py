"""The site as an ASGI application, for uvicorn."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")

django_application = get_asgi_application()

from django.conf import settings  # noqa: E402, known only now

from prweb import heartbeats  # noqa: E402
from prweb.bodies import BoundedBodies  # noqa: E402

# A little more than Django itself takes of a form, so that its own answer, which says why, comes first.
application = BoundedBodies(django_application, 2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE)

heartbeats.begin("web")
