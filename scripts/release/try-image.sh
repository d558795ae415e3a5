#!/usr/bin/env bash
# scripts/release/try-image.sh: builds the image of deploy/Dockerfile and tries it, on a Debian machine without Docker and without a
# registry of images. Needs root, npm, curl and Debian's packages buildah and debootstrap; takes about ten minutes where better-sqlite3
# has to be compiled. The base image is made of Debian's packages and of the Node package of npm, with what the official one has.
set -eu
cd "$(dirname "$0")/../.."
readonly BASE=docker.io/library/node:22-bookworm-slim PORT=${PORT:-23480} PASSWORD=a-password-for-trying
readonly HEALTH="fetch('http://127.0.0.1:$PORT/api/health').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"
folder=$(mktemp -d)
serving=
stop() {
  # The server runs below two processes of buildah, which do not pass signals on.
  [ -z "$serving" ] || pkill -TERM --euid 1000 --full "lectern serve" || true
  wait
  rm -rf "$folder"
}
trap stop EXIT
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot BUILDAH_FORMAT=docker
image() { buildah --root "$folder/storage" --runroot "$folder/run" "$@"; }

echo "== base image"
root=$folder/root
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$folder/debootstrap.log" ||
  { cat "$folder/debootstrap.log"; exit 1; }
npm install --prefix "$folder/node" --no-audit --no-fund --loglevel=error node@22
node=$(dirname "$(dirname "$(find "$folder/node" -path '*/node-*/bin/node' | head -1)")")
install -D "$node/bin/node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/include" "$root/usr/local/lib/node_modules"
cp -r "$node/include/node" "$root/usr/local/include/"
cp -r "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
# The machine's own certificates, in case it reaches npm through a proxy with one of its own.
cp /etc/ssl/certs/ca-certificates.crt "$root/machine-ca.crt"
printf 'cafile=/machine-ca.crt\nnodedir=/usr/local\n' >"$root/root/.npmrc"
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --create-home node
base=$(image from scratch)
image add --quiet "$base" "$root" / >/dev/null
image config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$base"
image commit --quiet --rm "$base" "$BASE" >/dev/null
rm -rf "$root"

echo "== image"
git clone --quiet . "$folder/clone"
image build --pull-never --layers=false --network host --file deploy/Dockerfile --tag lectern "$folder/clone"

echo "== start"
install -d -o 1000 -g 1000 -m 0700 "$folder/data"
container=$(image from --pull-never localhost/lectern)
inside() { image run --volume "$folder/data:/data" --env "LECTERN_PORT=$PORT" --env "LECTERN_URL=http://127.0.0.1:$PORT" "$container" -- "$@"; }
image run --volume "$folder/data:/data" --env "LECTERN_PORT=$PORT" --env "LECTERN_ADMIN_PASSWORD=$PASSWORD" "$container" -- \
  tini -- lectern serve >"$folder/serve.log" 2>&1 &
serving=$!
for _ in $(seq 60); do
  curl --silent --fail "http://127.0.0.1:$PORT/api/health" && break
  sleep 1
done
inside node -e "$HEALTH"
[ "$(inside id -un)" = node ]
inside lectern admin create-key
inside lectern ask lectern "how do I back up an instance" | grep -q "lectern backup"
[ -z "$(find "$folder/data" ! -user 1000)" ]
echo "== the image was built, starts as the user node, is well, and answers"
