import { parse as parseToml } from "smol-toml"
import { type Dependency, type DependencyParser, exactVersion, listOf, tableOf, textOf } from "./dependency.ts"

const SECTIONS = ["dependencies", "dev-dependencies", "build-dependencies"] as const

/** Parses `Cargo.toml` with versions from `Cargo.lock`, or the lockfile alone. */
export const parseCargo: DependencyParser = async (files) => {
  const text = await files.read("Cargo.toml")
  const lockfile = await files.readNearest(["Cargo.lock"])
  if (text === undefined) return lockfile?.pathToProject === "" ? directlyLocked(lockfile.text) : []
  const manifest = tableOf(parseToml(text))
  const locked = lockfile === undefined ? [] : listOf(tableOf(parseToml(lockfile.text))["package"]).map(tableOf)
  const workspace = tableOf(tableOf(manifest["workspace"])["dependencies"])
  const tables = [manifest, ...Object.values(tableOf(manifest["target"])).map(tableOf)]
  const declared = [
    ...Object.entries(workspace),
    ...tables.flatMap((table) => SECTIONS.flatMap((section) => Object.entries(tableOf(table[section])))),
  ]
  const found = new Map<string, Dependency>()
  for (const [key, value] of declared) {
    const details = tableOf(resolveWorkspace(value, workspace[key]))
    const name = textOf(details["package"]) ?? key
    const requirement = textOf(value) ?? textOf(details["version"])
    if (details["path"] !== undefined && requirement === undefined) continue
    if (found.has(name)) continue
    found.set(name, {
      ecosystem: "cargo",
      name,
      version:
        lockedVersion(locked, name, requirement) ??
        (requirement?.startsWith("=") ? exactVersion(requirement) : undefined),
      repositoryUrl: textOf(details["git"]),
      file: "Cargo.toml",
    })
  }
  return [...found.values()]
}

/**
 * Returns the direct dependencies in a lockfile. Crates of the project itself have no source; their dependencies are
 * names, with a version if there are several.
 */
function directlyLocked(text: string): readonly Dependency[] {
  const packages = listOf(tableOf(parseToml(text))["package"]).map(tableOf)
  const own = packages.filter(({ source }) => source === undefined)
  const ownNames = new Set(own.map(({ name }) => name))
  const found = new Map<string, Dependency>()
  for (const line of own.flatMap(({ dependencies }) => listOf(dependencies))) {
    const [name = "", version] = (textOf(line) ?? "").split(" ")
    const entry = packages.find((one) => one["name"] === name && (version ?? one["version"]) === one["version"])
    if (entry === undefined || ownNames.has(name) || found.has(name)) continue
    const repositoryUrl = /^git\+([^?#]+)/.exec(textOf(entry["source"]) ?? "")?.[1]
    found.set(name, { ecosystem: "cargo", name, version: textOf(entry["version"]), repositoryUrl, file: "Cargo.lock" })
  }
  return [...found.values()]
}

/** Resolves `{ workspace = true }`, which refers to the workspace's own table. */
function resolveWorkspace(value: unknown, inWorkspace: unknown): unknown {
  if (tableOf(value)["workspace"] !== true) return value
  return textOf(inWorkspace) === undefined ? inWorkspace : { version: inWorkspace }
}

/**
 * Returns the locked version. A crate may be locked in several versions; the project uses the one that matches the
 * start of its requirement.
 */
function lockedVersion(
  locked: readonly Readonly<Record<string, unknown>>[],
  name: string,
  requirement: string | undefined,
): string | undefined {
  const versions = locked.filter((entry) => entry["name"] === name).map((entry) => textOf(entry["version"]))
  const start = /\d+(?:\.\d+)*/.exec(requirement ?? "")?.[0]
  const [major = "", minor] = start?.split(".") ?? []
  // Below 1.0, a new minor version is a breaking change.
  const prefix = major === "0" && minor !== undefined ? `0.${minor}.` : `${major}.`
  return versions.find((version) => start !== undefined && `${version}.`.startsWith(prefix)) ?? versions[0]
}
