// Downloads packages that only a build needs. In development, they are installed. A start from a clone and packaging
// download them, extract the few files that they need, and keep nothing else: the installed packages would take 370 MB,
// the files take 50 MB.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { npm, reasonOf } from "./run-npm.mjs"
import { readTarball } from "./read-tarball.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))

/** Returns the version and the tarball hash of a package in the lockfile. */
export function lockedPackage(name) {
  const locked = readJson(join(root, "package-lock.json")).packages[`node_modules/${name}`]
  if (locked === undefined) throw new Error(`${name} is not in package-lock.json`)
  return locked
}

function isInstalled(name) {
  const file = join(root, "node_modules", name, "package.json")
  return existsSync(file) && readJson(file).version === lockedPackage(name).version
}

/**
 * Runs a step with packages of the lockfile.
 *
 * @param {Record<string, (path: string) => boolean>} packages functions that select the files that the step needs, by
 *   package name.
 * @param step receives a folder that contains the packages by name, like `node_modules`.
 * @throws {Error} if a package cannot be downloaded or does not match the lockfile.
 */
export async function withLockedPackages(packages, step) {
  if (Object.keys(packages).every(isInstalled)) return step(join(root, "node_modules"))
  const folder = mkdtempSync(join(tmpdir(), "lectern-packages-"))
  try {
    download(packages, folder)
    return await step(join(folder, "node_modules"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function download(packages, folder) {
  const specs = Object.keys(packages).map((name) => `${name}@${lockedPackage(name).version}`)
  const result = npm(["pack", ...specs, "--json", "--loglevel=error", `--pack-destination=${folder}`], root)
  if (result.status !== 0) throw new Error(`cannot download packages:\n${reasonOf(result)}`)
  for (const { name, filename } of JSON.parse(result.stdout)) {
    const tarball = readFileSync(join(folder, filename))
    const { integrity } = lockedPackage(name)
    const hash = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
    if (hash !== integrity) throw new Error(`${name} is not the package of package-lock.json: its hash is ${hash}`)
    unpack(tarball, join(folder, "node_modules", name), packages[name])
  }
}

function unpack(tarball, folder, isNeeded) {
  for (const { path, bytes } of readTarball(tarball)) {
    if (!isNeeded(path)) continue
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}

/** Runs a Node program in a step. @throws {Error} with its output if it fails. */
export function runProgram(args, options) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { encoding: "utf8", ...options })
  if (status !== 0) throw new Error(`${stdout ?? ""}${stderr ?? ""}${error ?? ""}`)
}
