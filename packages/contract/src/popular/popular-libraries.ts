import { POPULAR_TABLE, type PopularRow } from "./popular-table.ts"

/** Kinds of packages, by their package managers. */
export type PackageEcosystem = "npm" | "python" | "go" | "cargo" | "maven" | "composer" | "rubygems"

/** A library that many people use, and where its documentation is. */
export interface PopularLibrary {
  /** Short name to add it by, such as `nextjs`. */
  readonly name: string
  readonly title: string
  readonly repositoryUrl: string
  /** Folders to index; empty for the whole repository. */
  readonly folders: readonly string[]
  /** True if tags of the repository are versions of its packages; false for the repository of a website. */
  readonly hasVersionTags: boolean
  /** False if nobody has checked the entry. */
  readonly isVerified: boolean
  /** Packages that it documents, such as `npm:react`; a `*` at the end matches any name. */
  readonly packages: readonly string[]
}

/** The documentation of a package. */
export interface PackageDocumentation {
  readonly library: PopularLibrary
  /** True if the version of the package may be a tag of the repository. */
  readonly hasVersionTags: boolean
}

/** Mark of packages whose versions are not those of their repository. */
const OTHER_VERSIONS = "~"

/** Lists all popular libraries, ordered by name. */
export function listPopularLibraries(): readonly PopularLibrary[] {
  return POPULAR_TABLE.map(libraryOf)
}

/** Finds a library by its name, its title or one of its packages, in any letter case. */
export function findPopularLibrary(name: string): PopularLibrary | undefined {
  const wanted = name.trim().toLowerCase()
  const row =
    POPULAR_TABLE.find(([each]) => each === wanted) ??
    POPULAR_TABLE.find(([, title]) => title.toLowerCase() === wanted) ??
    POPULAR_TABLE.find(([, , repository]) => repository.toLowerCase() === wanted.replace(/^\//, "")) ??
    POPULAR_TABLE.find((each) => packagesOf(each).some((entry) => nameOf(entry) === wanted))
  return row && libraryOf(row)
}

/** Lists the libraries whose name, title or packages contain every word. */
export function searchPopularLibraries(words: readonly string[]): readonly PopularLibrary[] {
  const wanted = words.map((word) => word.toLowerCase())
  return POPULAR_TABLE.filter(([name, title, , , , , packages]) => {
    const text = `${name} ${title} ${packages}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  }).map(libraryOf)
}

/**
 * Finds the documentation of a package.
 *
 * @param name as its package manager spells it, such as `@angular/core`, `github.com/labstack/echo/v4` or `group:artifact`.
 */
export function findPackageDocumentation(ecosystem: PackageEcosystem, name: string): PackageDocumentation | undefined {
  for (const candidate of namesOf(ecosystem, name)) {
    for (const row of POPULAR_TABLE) {
      const entry = packagesOf(row).find((each) => matches(each, `${ecosystem}:${candidate}`))
      if (entry === undefined) continue
      const library = libraryOf(row)
      return { library, hasVersionTags: library.hasVersionTags && !entry.endsWith(OTHER_VERSIONS) }
    }
  }
  return undefined
}

function libraryOf([name, title, repository, folders, versions, isVerified, packages]: PopularRow): PopularLibrary {
  return {
    name,
    title,
    repositoryUrl: repository.startsWith("https://") ? repository : `https://github.com/${repository}`,
    folders: folders === "" ? [] : folders.split(" "),
    hasVersionTags: versions === "tags",
    isVerified,
    packages: packages === "" ? [] : packages.split(" ").map((entry) => entry.replace(OTHER_VERSIONS, "")),
  }
}

function packagesOf([, , , , , , packages]: PopularRow): readonly string[] {
  return packages === "" ? [] : packages.split(" ")
}

function nameOf(entry: string): string {
  return entry.slice(entry.indexOf(":") + 1).replace(OTHER_VERSIONS, "")
}

function matches(entry: string, wanted: string): boolean {
  const pattern = entry.endsWith(OTHER_VERSIONS) ? entry.slice(0, -1) : entry
  return pattern.endsWith("*") ? wanted.startsWith(pattern.slice(0, -1)) : pattern === wanted
}

/** Returns the spellings of a package to look for, most specific first. */
function namesOf(ecosystem: PackageEcosystem, name: string): readonly string[] {
  switch (ecosystem) {
    case "python":
      return [name.toLowerCase().replaceAll(/[-_.]+/g, "-")]
    case "npm":
      return [name, ...documentedBy(name)]
    case "go":
      return goModules(name)
    case "maven":
      // Scala adds its own version to the name: spark-core_2.13.
      return [name, name.replace(/_\d[\d.]*$/, "_2.12")]
    case "cargo":
      return [name, name.replaceAll("_", "-"), name.replaceAll("-", "_")]
    default:
      return [name.toLowerCase()]
  }
}

/** `@types/react` and `@types/babel__core` describe `react` and `@babel/core`. */
function documentedBy(name: string): readonly string[] {
  const typed = name.startsWith("@types/") ? name.slice("@types/".length) : undefined
  return typed === undefined ? [] : [typed.includes("__") ? `@${typed.replace("__", "/")}` : typed]
}

/** `github.com/labstack/echo/v4/middleware` is part of `github.com/labstack/echo`. */
function goModules(path: string): readonly string[] {
  const parts = path.toLowerCase().split("/")
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"))
}
