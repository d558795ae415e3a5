// npm run lockfile: adds packages for other platforms to package-lock.json, which npm omits if it cannot see them; `npm
// ci` rejects a lockfile without them. With --check, it only counts them and exits with code 1 if any are missing.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./prepare.mjs"

const FILE = join(root, "package-lock.json")
const SYSTEMS = /android|darwin|freebsd|linux|netbsd|openbsd|openharmony|win32|sunos|aix/
const PROCESSORS = /arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32/
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** Looks up a package as Node does: in the folder of the package that depends on it, then in the folders above. */
function isLocked(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`]) return true
    if (at === "") return false
  }
}

/** Returns optional dependencies of locked packages that are not in the lockfile. */
function findMissing(packages) {
  return Object.entries(packages).flatMap(([from, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(packages, from, name))
      .map(([name, version]) => ({ name, version, parent })),
  )
}

/** Returns the entry that npm would have written, without the hash of the tarball. */
function entryOf({ name, version, parent }) {
  const system = SYSTEMS.exec(name)?.[0]
  const processor = PROCESSORS.exec(name)?.[0]
  if (!EXACT_VERSION.test(version) || (system ?? processor) === undefined) {
    throw new Error(`${name}@${version} is missing, and its name does not contain its platform: add it manually`)
  }
  const library = system === "linux" && /musl|gnu/.exec(name)?.[0]
  return {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(library ? { libc: [library === "gnu" ? "glibc" : "musl"] } : {}),
    license: parent.license,
    optional: true,
    ...(system ? { os: [system] } : {}),
    ...(parent.engines ? { engines: parent.engines } : {}),
  }
}

const lockfile = JSON.parse(readFileSync(FILE, "utf8"))
const missing = findMissing(lockfile.packages)
if (process.argv.includes("--check")) {
  console.log(`lockfile: ${missing.length} packages of other platforms are missing`)
  process.exitCode = missing.length === 0 ? 0 : 1
} else {
  for (const each of missing) lockfile.packages[`node_modules/${each.name}`] = entryOf(each)
  lockfile.packages = Object.fromEntries(
    Object.entries(lockfile.packages).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  )
  writeFileSync(FILE, `${JSON.stringify(lockfile, null, 2)}\n`)
  console.log(`${missing.length} packages added`)
}
