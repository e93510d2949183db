"""Where static files are kept under names with a hash; the imports of JavaScript modules (*.mjs) follow these names.

Django can do it for all *.js (`support_js_module_import_aggregation`), but stumbles over comments of other people's.
"""

from __future__ import annotations

from typing import Final

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT: Final = r"""(?P<matched>(?P<head>^(?:import|export)\b[^"';]*)"(?P<url>\./[^"]+)";)"""
MODULES: Final = ("*.mjs", ((f"(?m){_IMPORT}", '%(head)s"%(url)s";'),))


class ModuleStorage(ManifestStaticFilesStorage):
    """Of the embedded site."""

    patterns = (*ManifestStaticFilesStorage.patterns, MODULES)


class CompressedModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Of a site in production: compressed files beside the others."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, MODULES)
