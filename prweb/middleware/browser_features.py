"""What Django and django-csp do not send: which of a browser's abilities our pages do without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

UNUSED: Final = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media", "fullscreen"),
    *("geolocation", "gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment"),
    *("picture-in-picture", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
OWN: Final = ("publickey-credentials-create", "publickey-credentials-get")
"""What passkeys need, for our own pages only."""
PERMISSIONS_POLICY: Final = ", ".join(
    [*(f"{feature}=()" for feature in UNUSED), *(f"{feature}=(self)" for feature in OWN)]
)


class BrowserFeaturesMiddleware:
    """Also tells browsers that other sites have no business in embedding what we serve."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
