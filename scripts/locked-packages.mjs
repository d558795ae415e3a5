// Finds the packages that only a build needs. Development has them installed; a start from a clone and packaging download them,
// take the few files that they need, and keep nothing else: installed, they take 370 MB, the files 50 MB.
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

/** Returns what the lockfile says about a package: its version and the hash of its tarball. */
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
 * @param {Record<string, (path: string) => boolean>} packages by name, which of their files the step needs.
 * @param step receives a folder that contains the packages by name, as `node_modules` does.
 * @throws {Error} when a package cannot be downloaded or is not the one of the lockfile.
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

/** Runs a program of Node in a step. @throws {Error} with its output when it fails. */
export function runProgram(args, options) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { encoding: "utf8", ...options })
  if (status !== 0) throw new Error(`${stdout ?? ""}${stderr ?? ""}${error ?? ""}`)
}
