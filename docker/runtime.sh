#!/usr/bin/env bash
# The runtime stage of the image: makes of a bare Debian one that the built tree runs in. No compiler; the site's user
# can write nowhere but to /var/lib/prweb and /backups. For root; `make image-check` runs it too.
set -euo pipefail

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# pg_dump, pg_restore and psql are for `manage.py backup` and `restore`.
apt-get install -y -qq --no-install-recommends ca-certificates postgresql-client python3 >/dev/null
apt-get clean
rm -rf /var/lib/apt/lists/*

groupadd --gid 10001 prweb
useradd --uid 10001 --gid prweb --no-create-home --home-dir /var/lib/prweb --shell /usr/sbin/nologin prweb
install -d -o prweb -g prweb -m 0700 /var/lib/prweb /backups
