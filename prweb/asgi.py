"""The site as an ASGI application, for uvicorn."""

import os

import django
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")

django.setup()

from prweb import static_files  # noqa: E402, apps are there only now

if static_files.collected_here():
    # Before the middleware looks what there is to serve.
    static_files.collect()

django_application = get_asgi_application()

from django.conf import settings  # noqa: E402

from games import heartbeats  # noqa: E402
from games.live.streams import Streams  # noqa: E402
from prweb.bodies import BoundedBodies  # noqa: E402
from prweb.concurrency import BoundedConcurrency  # noqa: E402
from prweb.lifespan import Lifespan  # noqa: E402

# A stream counts as a request until it is allowed, and among the streams from then on.
answering = BoundedConcurrency(django_application, settings.CONCURRENT_REQUESTS)
streaming = Streams(answering, settings.LIVE_STREAMS, settings.LIVE_STREAMS_EACH)
# A little more than Django itself takes of a form, so that its own answer, which says why, comes first.
bounded = BoundedBodies(streaming, 2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
application = Lifespan(bounded, heartbeats.begin("web").end)
