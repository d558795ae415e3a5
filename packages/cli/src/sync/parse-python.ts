import { parse as parseToml } from "smol-toml"
import {
  type Dependency,
  type DependencyParser,
  exactVersion,
  listOf,
  type NearestFile,
  tableOf,
  textOf,
} from "./dependency.ts"
import { rootsOf } from "./lockfile-roots.ts"
import { packagesOfPipfile, PIPFILE_LOCK, versionsOfPipfileLock } from "./parse-pipfile.ts"

const LOCKFILES = ["uv.lock", "poetry.lock", "pdm.lock", PIPFILE_LOCK] as const
/** Name, address and version of a PEP 508 requirement. */
const REQUIREMENT = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:@\s*(\S+)|\(?\s*([^;()]*?)\s*\)?)\s*(?:;.*)?$/

/** A dependency that a file declares. */
export interface Requirement {
  readonly name: string
  readonly version: string | undefined
  readonly repositoryUrl: string | undefined
  readonly file: string
}

/**
 * Parses `pyproject.toml` (standard and Poetry tables), `Pipfile` and `requirements.txt`, with versions from the lockfile of uv,
 * Poetry, PDM or Pipenv.
 *
 * @throws {Error} if there is only `Pipfile.lock`, which does not show which packages are direct.
 */
export const parsePython: DependencyParser = async (files) => {
  const project = await files.read("pyproject.toml")
  const pipfile = await files.read("Pipfile")
  const requirements = await files.read("requirements.txt")
  const declared = [
    ...(project === undefined ? [] : requirementsOfProject(project)),
    ...(pipfile === undefined ? [] : packagesOfPipfile(pipfile)),
    ...(requirements === undefined ? [] : requirementsOfFile(requirements)),
  ]
  const lockfile = await files.readNearest(LOCKFILES)
  if ((project ?? pipfile ?? requirements) === undefined && lockfile?.pathToProject === "") {
    declared.push(...requirementsOfLockfile(lockfile))
  }
  if (declared.length === 0) return []
  const locked = lockfile === undefined ? new Map<string, string>() : parseLock(lockfile)
  const byName = new Map<string, Dependency>()
  for (const { name, version, repositoryUrl, file } of declared) {
    const folded = foldName(name)
    if (byName.has(folded)) continue
    byName.set(folded, { ecosystem: "python", name, version: locked.get(folded) ?? version, repositoryUrl, file })
  }
  return [...byName.values()]
}

/** Normalises a name according to PEP 503. */
function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-")
}

function requirementsOfProject(text: string): Requirement[] {
  const file = "pyproject.toml"
  const root = tableOf(parseToml(text))
  const project = tableOf(root["project"])
  const groups = [
    project["dependencies"],
    ...Object.values(tableOf(project["optional-dependencies"])),
    ...Object.values(tableOf(root["dependency-groups"])),
  ]
  const standard = groups
    .flatMap(listOf)
    .map((line) => parseRequirement(textOf(line) ?? "", file))
    .filter((line) => line !== undefined)
  const poetry = tableOf(tableOf(root["tool"])["poetry"])
  const tables = [
    poetry["dependencies"],
    poetry["dev-dependencies"],
    ...Object.values(tableOf(poetry["group"])).map((group) => tableOf(group)["dependencies"]),
  ]
  const ofPoetry = tables
    .flatMap((table) => Object.entries(tableOf(table)))
    .filter(([name, value]) => name !== "python" && tableOf(value)["path"] === undefined)
  const own = foldName(textOf(project["name"]) ?? "")
  return [
    ...standard,
    ...ofPoetry.map(([name, value]) => ({
      name,
      version: exactVersion(textOf(value) ?? textOf(tableOf(value)["version"])),
      repositoryUrl: textOf(tableOf(value)["git"]),
      file,
    })),
  ].filter(({ name }) => foldName(name) !== own)
}

function requirementsOfFile(text: string): Requirement[] {
  return text
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, "").replace(/\s--hash=\S+/g, ""))
    .filter((line) => !/^\s*-/.test(line))
    .map((line) => parseRequirement(line, "requirements.txt"))
    .filter((line) => line !== undefined)
}

function parseRequirement(line: string, file: string): Requirement | undefined {
  const [, name, address, specifier] = REQUIREMENT.exec(line) ?? []
  if (name === undefined) return undefined
  const repository = address?.startsWith("git+")
    ? address
        .slice("git+".length)
        .replace(/#.*$/, "")
        .replace(/@[^/@]*$/, "")
    : undefined
  return { name, version: exactVersion(specifier?.replace(/^={2,3}/, "=")), repositoryUrl: repository, file }
}

function requirementsOfLockfile(lockfile: NearestFile): Requirement[] {
  if (lockfile.name === PIPFILE_LOCK) {
    throw new Error("only Pipfile.lock was found, which does not list direct dependencies. Add the Pipfile")
  }
  return lockfile.name === "uv.lock" ? requirementsOfUv(lockfile.text) : requirementsOfLock(lockfile)
}

/** Returns the requirements in a uv lockfile, where the project itself is the package whose source is its folder. */
function requirementsOfUv(text: string): Requirement[] {
  const own = listOf(tableOf(parseToml(text))["package"])
    .map(tableOf)
    .find((entry) => [tableOf(entry["source"])["virtual"], tableOf(entry["source"])["editable"]].includes("."))
  if (own === undefined) return []
  const groups = [own["dependencies"], ...Object.values(tableOf(own["dev-dependencies"]))]
  return groups
    .flatMap(listOf)
    .map((entry) => textOf(tableOf(entry)["name"]))
    .filter((name) => name !== undefined)
    .map((name) => ({ name, version: undefined, repositoryUrl: undefined, file: "uv.lock" }))
}

/** Returns the requirements in a Poetry or PDM lockfile, which does not list those of the project. */
function requirementsOfLock({ name: file, text }: NearestFile): Requirement[] {
  const packages = listOf(tableOf(parseToml(text))["package"])
    .map(tableOf)
    .map((entry) => ({ name: foldName(textOf(entry["name"]) ?? ""), needs: needsOf(entry["dependencies"]) }))
  return rootsOf(packages)
    .filter((name) => name !== "")
    .map((name) => ({ name, version: undefined, repositoryUrl: undefined, file }))
}

/** Returns the dependencies of a package: Poetry writes a table by name, PDM a list of requirements. */
function needsOf(dependencies: unknown): readonly string[] {
  const listed = listOf(dependencies).map((line) => parseRequirement(textOf(line) ?? "", "")?.name ?? "")
  return [...Object.keys(tableOf(dependencies)), ...listed].map(foldName)
}

function parseLock({ name: file, text }: NearestFile): ReadonlyMap<string, string> {
  if (file === PIPFILE_LOCK) {
    return new Map(versionsOfPipfileLock(text).map(([name, version]) => [foldName(name), version]))
  }
  const packages = listOf(tableOf(parseToml(text))["package"]).map(tableOf)
  return new Map(
    packages.flatMap((entry) => {
      const [name, version] = [textOf(entry["name"]), textOf(entry["version"])]
      return name === undefined || version === undefined ? [] : [[foldName(name), version] as const]
    }),
  )
}
