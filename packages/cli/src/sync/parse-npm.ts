import { parseSyml } from "@yarnpkg/parsers"
import { parse as parseJsonc } from "jsonc-parser"
import { parse as parseYaml } from "yaml"
import {
  type Dependency,
  type DependencyParser,
  exactVersion,
  listOf,
  type NearestFile,
  type ProjectFiles,
  tableOf,
  textOf,
} from "./dependency.ts"
import { rootsOf } from "./lockfile-roots.ts"

const LOCKFILES = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"] as const
const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies"] as const
/** Packages of the project itself, or from the local disk. */
const OWN_PACKAGE = /^(?:workspace|file|link|portal|catalog):/
const ALIAS = /^npm:((?:@[^/]+\/)?[^@]+)(?:@(.*))?$/
const REPOSITORY = /^(?:git\+|git:|git@|ssh:|https?:\/\/.*\.git\b|github:|gitlab:|bitbucket:|[\w.-]+\/[\w.-]+(?:#.*)?$)/

/** Looks up the version of a package in a lockfile. @param requirement as in `package.json`. */
type VersionOf = (name: string, requirement: string) => string | undefined

/** Parses `package.json`, or the copy of it in a lockfile, with versions from the lockfile of npm, pnpm, Yarn or Bun. */
export const parseNpm: DependencyParser = async (files) => {
  const text = await files.read("package.json")
  const lockfile = await files.readNearest(LOCKFILES)
  const manifest = text === undefined ? manifestIn(lockfile) : tableOf(JSON.parse(text))
  if (manifest === undefined) return []
  const versionOf = lockfile === undefined ? () => undefined : parseLockfile(lockfile)
  const declared = Object.assign({}, ...SECTIONS.map((section) => tableOf(manifest[section]))) as Record<
    string,
    unknown
  >
  const found: Dependency[] = []
  for (const [key, value] of Object.entries(declared)) {
    const requirement = textOf(value) ?? ""
    if (OWN_PACKAGE.test(requirement) && !requirement.startsWith("catalog:")) continue
    const [, realName, realRange] = ALIAS.exec(requirement) ?? []
    const installed = await readInstalled(files, key)
    const version =
      versionOf(key, requirement) ?? textOf(installed["version"]) ?? pinnedVersion(realRange ?? requirement)
    found.push({
      ecosystem: "npm",
      name: realName ?? key,
      version,
      repositoryUrl:
        repositoryOf(installed["repository"]) ??
        (REPOSITORY.test(requirement) ? repositoryAddress(requirement) : undefined),
      file: text === undefined ? (lockfile?.name ?? "") : "package.json",
    })
  }
  return found
}

/**
 * Reads the `package.json` of an installed package; empty if there is none or it is invalid. It only adds details, and one
 * broken copy among hundreds says nothing about the project's own files.
 */
async function readInstalled(files: ProjectFiles, name: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return tableOf(JSON.parse((await files.read(`node_modules/${name}/package.json`)) ?? "{}"))
  } catch {
    return {}
  }
}

/** Returns the version in an exact requirement. For npm, `18` and `18.2` are ranges. */
function pinnedVersion(requirement: string): string | undefined {
  return /\d+\.\d+\.\d+/.test(requirement) ? exactVersion(requirement) : undefined
}

function repositoryOf(value: unknown): string | undefined {
  const text = textOf(value) ?? textOf(tableOf(value)["url"])
  return text === undefined ? undefined : repositoryAddress(text)
}

/** Normalises the forms in which npm writes a repository: `github:o/r`, `o/r`, `git+https://…`, `git://…`, `git@…`. */
function repositoryAddress(text: string): string {
  const [, host, path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+?)(?:\.git)?(?:#.*)?$/.exec(text) ?? []
  if (path !== undefined) return `https://${host ?? "github"}.${host === "bitbucket" ? "org" : "com"}/${path}`
  return text
    .replace(/#.*$/, "")
    .replace(/^git\+/, "")
    .replace(/^git:/, "https:")
    .replace(/^ssh:\/\/git@([^/:]+)[/:]/, "https://$1/")
    .replace(/^git@([^/:]+):/, "https://$1/")
}

/** Returns the requirements of a project that has only a lockfile. */
function manifestIn(lockfile: NearestFile | undefined): Readonly<Record<string, unknown>> | undefined {
  if (lockfile === undefined || lockfile.pathToProject !== "") return undefined
  switch (lockfile.name) {
    case "pnpm-lock.yaml":
      return importerOfPnpm(lockfile.text)
    case "yarn.lock":
      return { dependencies: requirementsOfYarn(tableOf(parseSyml(lockfile.text))) }
    case "bun.lock":
      return tableOf(tableOf(tableOf(parseBunLock(lockfile.text))["workspaces"])[""])
    default:
      return tableOf(tableOf(tableOf(JSON.parse(lockfile.text))["packages"])[""])
  }
}

function importerOfPnpm(text: string): Readonly<Record<string, unknown>> {
  const importer = tableOf(tableOf(tableOf(parseYaml(text))["importers"])["."])
  const requirements = (section: unknown) =>
    Object.fromEntries(Object.entries(tableOf(section)).map(([name, entry]) => [name, tableOf(entry)["specifier"]]))
  return Object.fromEntries(SECTIONS.map((section) => [section, requirements(importer[section])]))
}

/**
 * Returns the requirements in a Yarn lockfile. From version 2 on, Yarn lists them; in older lockfiles, they are the
 * requirements that no package has.
 */
function requirementsOfYarn(entries: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const own = Object.entries(entries).find(([keys]) => keys.split(/,\s*/).some((key) => key.endsWith("@workspace:.")))
  if (own !== undefined) {
    const declared = Object.entries(tableOf(tableOf(own[1])["dependencies"]))
    return Object.fromEntries(
      declared.map(([name, range]) => [name, (textOf(range) ?? "").replace(/^npm:(?=[^a-z@])/i, "")]),
    )
  }
  const packages = Object.entries(entries).flatMap(([keys, value]) => {
    const [key = ""] = keys.split(/,\s*/)
    const [, name, range = ""] = /^(@?[^@]+)@(.*)$/.exec(key) ?? []
    const { dependencies, optionalDependencies } = tableOf(value)
    const needs = Object.keys({ ...tableOf(dependencies), ...tableOf(optionalDependencies) })
    return name === undefined ? [] : [{ name, range, needs }]
  })
  const roots = new Set(rootsOf(packages))
  return Object.fromEntries(packages.filter(({ name }) => roots.has(name)).map(({ name, range }) => [name, range]))
}

function parseLockfile(lockfile: NearestFile): VersionOf {
  switch (lockfile.name) {
    case "pnpm-lock.yaml":
      return parsePnpm(lockfile)
    case "yarn.lock":
      return parseYarn(lockfile.text)
    case "bun.lock":
      return parseBun(lockfile.text)
    default:
      return parsePackageLock(lockfile)
  }
}

function parsePackageLock({ text, pathToProject }: NearestFile): VersionOf {
  const lock = tableOf(JSON.parse(text))
  const packages = tableOf(lock["packages"])
  const dependencies = tableOf(lock["dependencies"])
  const own = pathToProject === "" ? "" : `${pathToProject}/`
  return (name) => {
    const entry = packages[`${own}node_modules/${name}`] ?? packages[`node_modules/${name}`] ?? dependencies[name]
    return textOf(tableOf(entry)["version"])
  }
}

function parsePnpm({ text, pathToProject }: NearestFile): VersionOf {
  const lock = tableOf(parseYaml(text))
  // Before version 6, the file itself was the importer of a single project.
  const importer = tableOf(tableOf(lock["importers"])[pathToProject === "" ? "." : pathToProject] ?? lock)
  const locked = Object.assign({}, ...SECTIONS.map((section) => tableOf(importer[section]))) as Record<string, unknown>
  return (name) => {
    const entry = locked[name]
    const version = textOf(entry) ?? textOf(tableOf(entry)["version"])
    // Handles 18.3.1(react@18.3.1), 18.3.1_react@18.3.1, and the aliases real@1.0.0 and /real/1.0.0.
    return exactVersion(version?.replace(/[(_].*$/, "").replace(/^.+[@/](?=\d)/, ""))
  }
}

/** Parses a lockfile of any version of Yarn. An entry has several keys, which newer versions join with commas. */
function parseYarn(text: string): VersionOf {
  const versions = new Map<string, string>()
  for (const [keys, entry] of Object.entries(tableOf(parseSyml(text)))) {
    const version = textOf(tableOf(entry)["version"])
    if (version !== undefined) for (const key of keys.split(/,\s*/)) versions.set(key, version)
  }
  return (name, requirement) => versions.get(`${name}@${requirement}`) ?? versions.get(`${name}@npm:${requirement}`)
}

function parseBun(text: string): VersionOf {
  const packages = tableOf(tableOf(parseBunLock(text))["packages"])
  return (name) => exactVersion(/@([^@]+)$/.exec(textOf(listOf(packages[name])[0]) ?? "")?.[1])
}

function parseBunLock(text: string): unknown {
  return parseJsonc(text, [], { allowTrailingComma: true })
}
