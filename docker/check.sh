#!/usr/bin/env bash
# The last part of scripts/image-check: runs what the image runs, and fails loudly. docker/check.sh FOLDER-OF-ROOTS
set -euo pipefail
work=$1
root=$work/runtime
# As in the Dockerfile and in an .env that an operator filled in.
environment=(PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOME=/var/lib/prweb
  PRWEB_PROFILE=production PRWEB_VAR=/var/lib/prweb PRWEB_STATIC_ROOT=/app/static PRWEB_WEB_HOST=0.0.0.0 PRWEB_SMTP_LISTEN=0.0.0.0:8025
  "SECRET_KEY=$(head -c 48 /dev/urandom | base64 -w 0)" PRWEB_SITE_URL=https://prweb.example.org BEHIND_PROXY=true
  DATABASE_URL=postgres://prweb:not-kept@127.0.0.1:5432/prweb BROKER_URL=redis://127.0.0.1:6379/0
  CACHE_URL=redis://127.0.0.1:6379/1 EMAIL_URL=smtp://127.0.0.1:2525 PRWEB_MAIL_HOST=prweb.example.org
  PRWEB_OPERATOR_MAIL=operator@example.net
  PRWEB_OPERATOR_TOKEN=not-kept-either PRWEB_SWEEP_SECONDS=2)

as_site() { chroot --userspec=prweb:prweb "$root" /usr/bin/env -i "${environment[@]}" "$@"; }
manage() { as_site /app/docker/run manage "$@"; }
fail() {
  printf '\nimage-check failed: %s\n' "$*" >&2
  for log in "$work"/*.log; do printf -- '--- %s\n' "$log"; tail -n 25 "$log"; done >&2
  exit 1
}
well() { printf '   %s\n' "$*"; }
within() { # SECONDS WHAT COMMAND...
  local seconds=$1 what=$2; shift 2
  for _ in $(seq $((seconds * 2))); do "$@" >/dev/null 2>&1 && { well "$what"; return; }; sleep 0.5; done
  "$@" || true
  fail "not within $seconds s: $what"
}
asks() { # the answer of a line of Python on the site's database
  manage shell --no-imports --command "$1"
}

ip link set lo up 2>/dev/null || chroot "$work/services" /usr/bin/perl -e '
  require "sys/ioctl.ph" if 0; socket(S, 2, 2, 0); $r = pack("a16 s", "lo", 0x49); ioctl(S, 0x8914, $r) or die "lo: $!"'
rm -f "$work"/*.log

# --- what is in the image ---
for program in cc gcc g++ make uv; do
  ! as_site sh -c "command -v $program" >/dev/null || fail "$program is in the runtime stage"
done
! find "$root/app" "$root/var/lib/prweb" \( -name secret_key -o -name '.env' -o -name '*.sqlite3' -o -name 'example.env' \) | grep . \
  || fail "there is a secret or a database in the image"
[ "$(as_site id -u)" = 10001 ] || fail "it runs as $(as_site id -u)"
well "no compiler, no secret, user $(as_site id -un)"
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=0700,uid=10001,gid=10001 tmpfs "$root/var/lib/prweb"
mount -o remount,ro,bind "$root"
! as_site sh -c 'touch /app/x || touch /usr/x' 2>/dev/null || fail "the root is not read-only"
well "read-only root"

# --- beside it ---
chroot "$work/services" pg_ctlcluster 15 main start
chroot "$work/services" su postgres -c "psql -qc \"CREATE ROLE prweb LOGIN PASSWORD 'not-kept'\" -c 'CREATE DATABASE prweb OWNER prweb'"
chroot "$work/services" redis-server --daemonize yes --save '' >/dev/null
well "PostgreSQL $(chroot "$work/services" pg_lsclusters -h | cut -d' ' -f1) and Redis run"

# --- the site ---
manage check --deploy --fail-level WARNING || fail "check --deploy"
as_site /app/docker/run upgrade --backup-folder /var/lib/prweb/backups | sed 's/^/   /'

start() { local name=$1; shift; as_site "$@" > "$work/$name.log" 2>&1 & pids[$name]=$!; }
declare -A pids
start mails /app/.venv/bin/python -m aiosmtpd --nosetuid --listen 127.0.0.1:2525
start web /app/docker/run web
start bots /app/docker/run worker bots
start mail /app/docker/run worker mail,tidying
start inbox /app/docker/run worker inbox
start default /app/docker/run worker default
start beat /app/docker/run beat
start listener /app/docker/run listener
within 120 "web is healthy" as_site /app/docker/healthy web
within 120 "listener is healthy" as_site /app/docker/healthy listener
for worker in bots mail,tidying inbox default; do within 120 "worker of $worker is healthy" as_site /app/docker/healthy worker $worker; done
within 120 "beat is healthy" as_site /app/docker/healthy beat

fetch() { as_site /app/.venv/bin/python -c "
import sys, urllib.request
headers = {'Host': 'prweb.example.org', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.7'}
headers |= dict(argument.split('=', 1) for argument in sys.argv[2:])
print(urllib.request.urlopen(urllib.request.Request('http://127.0.0.1:8000' + sys.argv[1], headers=headers)).read().decode())
" "$@"; }
page=$(fetch /) || fail "the first page"
style=$(grep -oE '/static/[^"]+\.[0-9a-f]{12}\.css' <<< "$page" | head -n 1) || fail "the first page names no style sheet"
fetch "$style" >/dev/null || fail "$style is not served"
well "pages, and static files with their digests ($style)"
! fetch /metrics 2>/dev/null || fail "figures for everybody"
figures=$(fetch /metrics 'Authorization=Bearer not-kept-either') || fail "no figures"
grep -q '^prweb_games{status="running"} 0' <<< "$figures" || fail "figures without games"
well "figures, for who has the token"

asks "
from datetime import timedelta
from allauth.account.models import EmailAddress
from games.table.open_games import SeatPlan, open_game
from games.time_control import TimeControl
from games.people.models import User
anna = User.objects.create_user('anna', 'anna@example.org', 'puerto-rico')
EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
seats = [SeatPlan('me'), *[SeatPlan('bot', level='merchant-1')] * 4]
for number in range(3):
    open_game(anna, name=f'Game {number}', kind='puerto-rico', options={}, seats=seats,
              time_control=TimeControl(timedelta(minutes=1)))
from games.models import Game
Game.objects.update(turn_limit=timedelta(seconds=2))
from games.models import Turn
from django.utils import timezone
Turn.objects.exclude(due=None).update(due=timezone.now() + timedelta(seconds=2))
"
played() { [ "$(asks "from games.models import Move; print(Move.objects.filter(source='bot').values('turn').distinct().count())")" -ge "$1" ]; }
within 300 "bots have played 20 turns by the worker, and the clock answered for a person" played 20
grep -q 'your turn' "$work/mails.log" || within 30 "a turn mail went out" grep -qi 'your turn' "$work/mails.log"
grep -q '"task": "bots.think"' "$work/bots.log" || grep -q 'bots.think' "$work/bots.log" || fail "the worker's log names no task"
python3 -c "import json, sys; [json.loads(line) for line in open(sys.argv[1]) if line.startswith('{')]" "$work/web.log"
grep -q '"route": "/metrics"' "$work/web.log" || fail "the web server's log is not structured"
well "structured logs"

for name in beat bots mail inbox default; do kill -TERM "${pids[$name]}"; done
for name in beat bots mail inbox default; do
  timeout 40 tail --pid="${pids[$name]}" -f /dev/null || fail "$name does not end when told to"
done
well "workers and beat end when they are told to"
manage replay | tail -n 1 | sed 's/^/   /'
manage backup /var/lib/prweb/evening.backup | sed 's/^/   /'
# As the manual says: nothing runs while a backup comes back.
kill -TERM "${pids[web]}" "${pids[listener]}"
for name in web listener; do timeout 40 tail --pid="${pids[$name]}" -f /dev/null || fail "$name does not end when told to"; done
well "web and listener end when they are told to"
asks "from games.models import Move; Move.objects.all()._raw_delete('default')" 2>/dev/null || true
manage restore /var/lib/prweb/evening.backup --wipe | sed 's/^/   /'
as_site /app/docker/run upgrade --no-backup | sed 's/^/   /'
manage replay | tail -n 1 | sed 's/^/   /'
