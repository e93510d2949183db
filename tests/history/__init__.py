"""What earlier releases of the site left behind: a filled site of each, its games' records, its API's schema.

A folder per release (tests/history/0.1.0/), written once by that release's own code and never changed afterwards:

    schema.json.xz               the OpenAPI schema of version 1 of the API
    sqlite/, postgresql/         a site that was filled alike on each database:
        backup.xz                what `manage.py backup` wrote
        site.json.xz             what was known outside of the database: tokens, passwords, links in mails, and the
                                 digests of its games
        records.json.xz          the records of its games with their secrets, by their ids

Whatever changes must go on with all of them: see the tests beside this. `python -m tests.history RELEASE` writes the
folder of another release.
"""
