"""The storages of static files under names with a hash; imports of JavaScript modules (*.mjs) use these names.

Django can do this for all *.js (`support_js_module_import_aggregation`), but fails at comments in third-party files.
"""

from __future__ import annotations

from typing import Final

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT: Final = r"""(?P<matched>(?P<head>^(?:import|export)\b[^"';]*)"(?P<url>\./[^"]+)";)"""
MODULES: Final = ("*.mjs", ((f"(?m){_IMPORT}", '%(head)s"%(url)s";'),))


class ModuleStorage(ManifestStaticFilesStorage):
    """For the embedded site."""

    patterns = (*ManifestStaticFilesStorage.patterns, MODULES)


class CompressedModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """For a site in production: with compressed copies of the files."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, MODULES)
