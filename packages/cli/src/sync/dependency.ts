import type { PackageEcosystem } from "@lectern/contract/popular"
import type { PackageOverrides } from "./documentation.ts"

/** Kinds of packages. */
export type Ecosystem = PackageEcosystem

/** A direct dependency of a project. */
export interface Dependency {
  readonly ecosystem: Ecosystem
  readonly name: string
  /** The exact version in use; undefined if no file contains it. */
  readonly version: string | undefined
  /** Repository of the package, if a file contains it. */
  readonly repositoryUrl: string | undefined
  /** File that declares it, relative to the project's folder. */
  readonly file: string
}

/** Dependencies of a project. */
export interface FoundDependencies {
  readonly dependencies: readonly Dependency[]
  /** Documentation that the project's `lectern.yaml` names. */
  readonly overrides: PackageOverrides
  /** Files that could not be parsed, with the reason. */
  readonly problems: readonly string[]
}

/** The files of a project, as provided to parsers. */
export interface ProjectFiles {
  /** Reads a file by its path in the project's folder; undefined if it does not exist. */
  readonly read: (path: string) => Promise<string | undefined>
  /**
   * Reads the nearest file with one of these names, in the folder or above it, up to the root of the repository, where
   * workspaces keep their lockfile.
   */
  readonly readNearest: (names: readonly string[]) => Promise<NearestFile | undefined>
}

/** A file found in the folder or above it. */
export interface NearestFile {
  readonly name: string
  readonly text: string
  /** Path from its folder to the project's folder, separated by `/`; empty if they are the same. */
  readonly pathToProject: string
}

/** Parses the files of one package manager. @throws {Error} if a file is invalid. */
export type DependencyParser = (files: ProjectFiles) => Promise<readonly Dependency[]>

/** Returns a parsed value as a table; empty if it is not one. */
export function tableOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

/** Returns a parsed value as a list; empty if it is not one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a parsed value if it is a non-empty string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}

const EXACT_VERSION = /^[=v]*\s*(?!.*\.x(?:\.|$))(\d+(?:\.\d+)*(?:[-+.][0-9A-Za-z.+-]+)?)$/i

/** Returns the version in a requirement that allows exactly one; undefined for a range. */
export function exactVersion(requirement: string | undefined): string | undefined {
  return EXACT_VERSION.exec(requirement?.trim() ?? "")?.[1]
}
