#!/usr/bin/env bash
# Installs this release on Debian 12 or Ubuntu 22.04 or later, or upgrades to it: behind Caddy, or the nginx that runs.
# Run it in the folder of the unpacked release:
#
#   sudo ./deploy/install.sh
#   sudo DOMAIN=www.example.com MAIL=web@example.com CONTENT_API_URL=https://api.example.com ./deploy/install.sh
#
# CONTENT_DIR=/srv/content stands for a folder instead of an API. Other variables: ACME_CA, the directory of another
# certificate authority than Caddy's own choice; NODE_DIST, a mirror of https://nodejs.org/dist. It can be repeated:
# what /etc/site/site.env has stays. The install.sh of an earlier release in /opt/site/releases goes back to it.
set -euo pipefail
umask 022
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive

here=$(cd "$(dirname "$0")/.." && pwd)
root=/opt/site settings=/etc/site/site.env caddyfile=/etc/caddy/Caddyfile
say() { printf '== %s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail 'Run it as root: sudo ./deploy/install.sh'
[ -d /run/systemd/system ] || fail 'It needs systemd.'
[ -f "$here/build/server/main.js" ] || fail 'This folder has no build: unpack site-VERSION.tar.gz, and run it there.'
[ ! -e /var/lib/site/0/enquiries/outbox.db ] ||
  fail '/var/lib/site/0 has enquiries of an older layout: stop the site, and move its content to /var/lib/site.'
version=$(sed -n '/"version"/{s/.*: "\(.*\)".*/\1/p;q}' "$here/package.json")
release=$root/releases/$version

# Settings.
setting() { [ ! -e $settings ] || sed -n "s/^$1=//p" $settings | tail -1; }

# Sets the variable $1 to $2, which is set already, or to its own value, or to an answer to the question $4.
answer() {
  local given=${!1:-} value=$2
  [ -z "$value" ] || [ "${given:-$value}" = "$value" ] ||
    fail "$settings has $value, and not $given: change it there, and run this again."
  value=${value:-$given}
  [ -n "$value" ] || [ ! -t 0 ] || read -rp "$4: " value
  [[ $value =~ $3 ]] || fail "$4: '$value' is not valid. Set $1, or run this in a terminal."
  printf -v "$1" %s "$value"
}

# Adds a setting unless it, or the file of it, is in site.env or in a drop-in of the unit.
add_setting() {
  ! grep -qsE "^$1(_FILE)?=." $settings || return 0
  ! systemctl show --property=Environment site@0 | grep -qE "[= ]$1(_FILE)?=" || return 0
  say "Adds $1 to $settings."
  [ -e $settings ] || install -D -m 600 /dev/null $settings
  [ -z "$(tail -c 1 $settings)" ] || echo >> $settings
  printf '%s=%s\n' "$1" "$2" >> $settings
}
url=$(setting PUBLIC_URL)
answer DOMAIN "${url#https://}" '^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$' 'Domain of the site, such as www.example.com'
answer MAIL "$(setting ENQUIRY_TO)" '^[^[:space:]"]+@[^[:space:]"]+$' 'Mail address for certificates and enquiries'
CONTENT=${CONTENT_API_URL:-${CONTENT_DIR:-}}
answer CONTENT "$(setting 'CONTENT_\(API_URL\|DIR\)')" '^(https?://[^[:space:]"]+|/[^"]+)$' \
  'Address of the content API, or folder of the content (CONTENT_API_URL, CONTENT_DIR)'

# Programs.
install_packages() {
  say "Installs packages: $*"
  apt-get update -q > /dev/null && apt-get install -yq --no-install-recommends "$@" > /dev/null
}
is_new_enough() { dpkg --compare-versions "${1:-0}" ge 20.19 2> /dev/null; }

# The newest long-term line of Node that the project is tested with.
install_official_node() {
  local address=${NODE_DIST:-https://nodejs.org/dist}/latest-v26.x folder file system
  say "Installs Node from $address into /usr/local."
  folder=$(mktemp -d) system=linux-$(dpkg --print-architecture | sed s/amd64/x64/)
  curl -fsS "$address/SHASUMS256.txt" | grep -- "-$system.tar.gz$" > "$folder/sums"
  file=$(awk '{ print $2 }' "$folder/sums")
  curl -fsS "$address/$file" -o "$folder/$file"
  (cd "$folder" && sha256sum --check --quiet sums)
  tar -xzf "$folder/$file" -C /usr/local --strip-components=1 --no-same-owner
  rm -r "$folder"
}
command -v curl > /dev/null || install_packages curl ca-certificates
if ! is_new_enough "$(node -p process.versions.node 2> /dev/null)"; then
  candidate=$(apt-cache policy nodejs | sed -n 's/ *Candidate: //p')
  if is_new_enough "$candidate"; then install_packages nodejs; else install_official_node; fi
fi
command -v npm > /dev/null || install_packages npm

# The site.
if ! id site > /dev/null 2>&1; then
  say 'Adds the user site.'
  useradd --system --user-group --home-dir /var/lib/site --no-create-home --shell /usr/sbin/nologin site
fi
if [ -e "$release" ]; then
  diff -rq --exclude=node_modules "$here" "$release" || fail "$release differs: a release needs a version of its own."
else
  say "Installs $version in $release, with its packages."
  rm -rf "$release.new" && mkdir -p "$release.new"
  tar -C "$here" --exclude=./node_modules --mode=a+rX,go-w -c . | tar -C "$release.new" --no-same-owner -x
  (cd "$release.new" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error)
  mv "$release.new" "$release"
fi
add_setting PUBLIC_URL "https://$DOMAIN"
add_setting ENQUIRY_TO "$MAIL"
case $CONTENT in /*) add_setting CONTENT_DIR "$CONTENT" ;; *) add_setting CONTENT_API_URL "$CONTENT" ;; esac
add_setting TRUST_PROXY 127.0.0.1
for name in SECRET OPS_TOKEN; do add_setting $name "$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"; done
succeeds() { curl -fs --retry "$1" --retry-max-time "$1" --retry-delay 1 --retry-all-errors -o /dev/null "${@:2}"; }
restart() {
  say "Restarts site@$1 and waits until it is ready."
  systemctl reset-failed "site@$1" 2> /dev/null || true
  systemctl restart "site@$1" && succeeds 90 "http://127.0.0.1:946$1/readyz"
}

before=$(readlink $root/current || true)
say "Installs the unit site@, and leads $root/current to $version."
install -m 644 "$release/deploy/systemd/site@.service" /etc/systemd/system/
systemctl daemon-reload
systemctl --quiet enable site@0 site@1
ln -sfn "$release" $root/current
for process in 0 1; do
  if ! restart $process; then
    [ -z "$before" ] || { ln -sfn "$before" $root/current && for n in $(seq 0 $process); do restart "$n" || true; done; }
    fail "site@$process was not ready, so ${before:-$release} runs. See: journalctl -u site@$process"
  fi
done
touch "$release"
find $root/releases -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort -rn | sed '1,3d; s/[^ ]* //' | xargs -rd '\n' rm -r

# The proxy.
mark='# install.sh writes this file again, unless this line is removed.'
if systemctl --quiet is-active nginx; then
  if [ ! -e /etc/nginx/conf.d/site.conf ]; then
    say "Has nginx serve https://$DOMAIN, with a certificate by certbot."
    sed "s/www\.example\.com/$DOMAIN/" "$release/deploy/nginx-site.conf" > /etc/nginx/conf.d/site.conf
    install_packages certbot python3-certbot-nginx && nginx -t -q && systemctl reload nginx
  fi
  certbot --nginx -nq --agree-tos -m "${MAIL%%,*}" -d "$DOMAIN" --redirect --keep ${ACME_CA:+--server "$ACME_CA"}
elif systemctl --quiet is-active apache2 haproxy; then
  say "Leaves the proxy as it is: have it send https://$DOMAIN to 127.0.0.1:3000 and 3001 (docs/proxies.md)."
elif [ ! -e $caddyfile ] || grep -q -e "^$mark" -e '^# The Caddyfile is an easy way' $caddyfile; then
  command -v caddy > /dev/null || install_packages caddy
  say "Has Caddy serve https://$DOMAIN."
  {
    printf '%s\n{\n\tadmin off\n\temail %s\n%s}\n' "$mark" "${MAIL%%,*}" "${ACME_CA:+$'\t'acme_ca $ACME_CA$'\n'}"
    sed -e '/^{$/,/^}$/d' -e '/^\t*#/d' -e "s|^:8080 {|$DOMAIN {|" "$release/deploy/Caddyfile"
  } > $caddyfile.new
  if cmp -s $caddyfile.new $caddyfile; then rm $caddyfile.new; else mv $caddyfile.new $caddyfile && systemctl restart caddy; fi
  succeeds 60 --resolve "$DOMAIN:443:127.0.0.1" "https://$DOMAIN/robots.txt" ||
    say "https://$DOMAIN does not answer yet: its name must lead here, with ports 80 and 443. See: journalctl -u caddy"
fi

say "Checks the installation of $version."
systemd-run --quiet --pipe --wait --collect --uid=site -p EnvironmentFile=$settings -p WorkingDirectory=$root/current \
  -E NODE_ENV=production -E PORT=3000 -E OPS_PORT=9460 -E DATA_DIR=/var/lib/site node build/server/doctor.js
