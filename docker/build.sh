#!/usr/bin/env bash
# The build stage of the image: docker/build.sh SOURCE TARGET makes of a checkout a tree that only has to be started:
# environment, compiled engine, translations, static files. For root in a Debian; `make image-check` runs it too. Behind a proxy: with
# http_proxy, https_proxy and no_proxy set; authorities of one's own lie in docker/authorities (docs/operations.md).
set -euo pipefail
source=$1 target=$2

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ca-certificates gcc gettext libc6-dev python3 python3-dev python3-venv >/dev/null
"$source/docker/trust" "$source/docker/authorities"
# pip and uv bring authorities of their own, which know none that was added here.
export SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt PIP_CERT=/etc/ssl/certs/ca-certificates.crt

mkdir -p "$target/docker"
for part in manage.py setup.py pyproject.toml uv.lock README.md prweb games bots bench templates; do
  cp -r "$source/$part" "$target/"
done
cp "$source/docker/run" "$source/docker/healthy" "$target/docker/"
mkdir "$target/scripts"
cp "$source/scripts/compile" "$target/scripts/"
cd "$target"
find . -name '*.so' -delete
find . -name __pycache__ -prune -exec rm -r {} +

uv=$(mktemp -d)
python3 -m venv "$uv"
"$uv/bin/pip" install --quiet --disable-pip-version-check "uv==${UV_VERSION:-0.13.9}"
export UV_PYTHON=/usr/bin/python3 UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy UV_NO_CACHE=1
"$uv/bin/uv" sync --quiet --locked --no-default-groups --group build

# Whoever knows the processors adds to CFLAGS, as -march=x86-64-v3; docs/reports/performance.md says what it brings.
PGO=1 scripts/compile
rm -rf build bench scripts

# These two need settings, not a site: nothing of what they are told stays.
settings=(env "PRWEB_VAR=$(mktemp -d)" PRWEB_PROFILE=production "PRWEB_STATIC_ROOT=$target/static"
  "SECRET_KEY=$(head -c 48 /dev/urandom | base64 -w 0)" DATABASE_URL=sqlite:///:memory: BROKER_URL=memory://
  CACHE_URL=locmemcache:// EMAIL_URL=smtp://localhost PRWEB_SITE_URL=https://localhost PRWEB_MAIL_HOST=localhost)
[ ! -d games/locale ] || "${settings[@]}" .venv/bin/python manage.py compilemessages --verbosity 0 --ignore .venv
"${settings[@]}" .venv/bin/python manage.py collectstatic --no-input --verbosity 0

# What only the build needed does not come along.
"$uv/bin/uv" sync --quiet --locked --no-default-groups
rm -r "$uv"
.venv/bin/python -m compileall -q prweb games bots .venv/lib
chmod -R a+rX,go-w .
