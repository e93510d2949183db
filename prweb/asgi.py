"""The site as an ASGI application, for uvicorn."""

import os

import django
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")

django.setup()

from prweb import static_files  # noqa: E402, apps are there only now

if static_files.collects_at_start():
    # Before WhiteNoise's middleware lists the files that it serves.
    static_files.collect()

django_application = get_asgi_application()

from django.conf import settings  # noqa: E402

from games import heartbeats  # noqa: E402
from games.live.streams import Streams  # noqa: E402
from prweb.body_limit import BodyLimit  # noqa: E402
from prweb.concurrency_limit import ConcurrencyLimit  # noqa: E402
from prweb.lifespan import Lifespan  # noqa: E402

# A stream counts as a request until it is allowed; from then on it counts as a stream.
with_concurrency_limit = ConcurrencyLimit(django_application, settings.CONCURRENT_REQUESTS)
with_streams = Streams(with_concurrency_limit, settings.LIVE_STREAMS, settings.LIVE_STREAMS_EACH)
# More than Django itself accepts, so that a slightly too long form gets Django's answer, which gives the reason.
with_body_limit = BodyLimit(
    with_streams,
    2 * settings.REQUEST_SIZE_LIMIT,
    {"/mail/provider/": settings.MAIL_PROVIDER_REQUEST_LIMIT} if settings.MAIL_PROVIDER else {},
)
application = Lifespan(with_body_limit, heartbeats.start_heartbeat("web").end)
