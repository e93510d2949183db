#!/usr/bin/env bash
# The runtime stage of the image: makes of a Debian one that the built tree runs in. No compiler; the site's user can write
# nowhere but to /var/lib/prweb. For root; may run again, on a host that has other things too: what is there
# stays as it is. `make image-check` runs it too.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# pg_dump, pg_restore and psql are for `manage.py backup` and `restore`.
apt-get install -y -qq --no-install-recommends ca-certificates postgresql-client python3 >/dev/null
"$here/trust" "$here/authorities"

# The numbers are those that folders of a host are given to (docs/operations.md); one who is there keeps theirs.
getent group prweb >/dev/null || groupadd --gid "${PRWEB_GID:-10001}" prweb
getent passwd prweb >/dev/null ||
  useradd --uid "${PRWEB_UID:-10001}" --gid prweb --no-create-home --home-dir /var/lib/prweb --shell /usr/sbin/nologin prweb
install -d -o prweb -g prweb -m 0700 /var/lib/prweb
