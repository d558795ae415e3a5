/** Package managers by the kind of package they install. */
export type Ecosystem = "npm" | "python" | "go" | "cargo" | "maven" | "composer" | "rubygems"

/** A package that a project asks for itself. */
export interface Dependency {
  readonly ecosystem: Ecosystem
  readonly name: string
  /** The exact version in use; undefined when no file tells. */
  readonly version: string | undefined
  /** Where the source of the package lies, when a file tells. */
  readonly repositoryUrl: string | undefined
  /** File that asks for it, from the folder of the project. */
  readonly file: string
}

/** What the files of one package manager tell. */
export interface FoundDependencies {
  readonly dependencies: readonly Dependency[]
  /** What could not be read, each with the name of its file. */
  readonly problems: readonly string[]
}

/** The files of a project as a reader sees them. */
export interface ProjectFiles {
  /** Reads a file of the folder, by its path from there; undefined when there is none. */
  readonly read: (path: string) => Promise<string | undefined>
  /**
   * Reads the nearest file of one of these names, in the folder or above it up to the root of the repository: lockfiles of
   * workspaces lie there.
   */
  readonly readNearest: (names: readonly string[]) => Promise<NearestFile | undefined>
}

/** A file that was looked for upwards. */
export interface NearestFile {
  readonly name: string
  readonly text: string
  /** Path from its folder down to that of the project, `/`-separated; empty when it lies in it. */
  readonly pathToProject: string
}

/** Reads what a package manager has written. @throws {Error} a file is not in order. */
export type DependencyParser = (files: ProjectFiles) => Promise<readonly Dependency[]>

/** A value of a parsed file, seen as a table; empty when it is none. */
export function tableOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

/** A value of a parsed file, seen as a list; empty when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A value of a parsed file, if it is a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}

const EXACT_VERSION = /^[=v]*\s*(?!.*\.x(?:\.|$))(\d+(?:\.\d+)*(?:[-+.][0-9A-Za-z.+-]+)?)$/i

/** Reads a requirement that allows one version only; undefined for a range. */
export function exactVersion(requirement: string | undefined): string | undefined {
  return EXACT_VERSION.exec(requirement?.trim() ?? "")?.[1]
}
