import type { PackageDocumentationEntry } from "@lectern/contract"
import { findPackageDocumentation } from "@lectern/contract/popular"
import type { Dependency } from "./dependency.ts"

/** The location of a package's documentation. */
export interface Documentation {
  /** Address to add; undefined if only a library on the server is named. */
  readonly repositoryUrl: string | undefined
  /** A library on the server that `lectern.yaml` names. */
  readonly libraryId: string | undefined
  /** Folders to index; empty for the whole repository. */
  readonly folders: readonly string[]
  /** Title for a new library; undefined to use the source's own. */
  readonly title: string | undefined
  /** False if tags of the repository are not versions of the package, as in the repository of a website. */
  readonly hasVersionTags: boolean
  /** False for an entry of the built-in table that has not been checked. */
  readonly isVerified: boolean
}

/** The `packages` of a `lectern.yaml`, by package manager and name. */
export type PackageOverrides = Readonly<Record<string, PackageDocumentationEntry>>

/**
 * Finds the documentation of a package: in the project's `lectern.yaml`, else in the built-in table, else in the
 * repository that a file of the project names.
 *
 * @returns undefined if nothing names it; `none` if `lectern.yaml` excludes the package.
 */
export function documentationOf(
  dependency: Dependency,
  overrides: PackageOverrides,
): Documentation | "none" | undefined {
  const override = overrideOf(dependency, overrides)
  if (override !== undefined) return override === "none" ? "none" : fromOverride(override)
  const known = findPackageDocumentation(dependency.ecosystem, dependency.name)
  if (known !== undefined) {
    const { repositoryUrl, folders, title, isVerified } = known.library
    return { repositoryUrl, libraryId: undefined, folders, title, hasVersionTags: known.hasVersionTags, isVerified }
  }
  return dependency.repositoryUrl === undefined ? undefined : fromOverride(dependency.repositoryUrl)
}

/** Returns the exact entry, or else the longest pattern that matches. */
function overrideOf({ ecosystem, name }: Dependency, overrides: PackageOverrides) {
  const wanted = `${ecosystem}:${name}`.toLowerCase()
  const matching = Object.entries(overrides)
    .map(([key, entry]) => ({ key: key.toLowerCase(), entry }))
    .filter(({ key }) => (key.endsWith("*") ? wanted.startsWith(key.slice(0, -1)) : key === wanted))
  return matching.toSorted((left, right) => right.key.length - left.key.length)[0]?.entry
}

function fromOverride(entry: PackageDocumentationEntry): Documentation {
  const { git, folders = [], versions = true } = typeof entry === "string" ? { git: entry } : entry
  const isLibraryId = git.startsWith("/")
  return {
    repositoryUrl: isLibraryId ? undefined : git,
    libraryId: isLibraryId ? git : undefined,
    folders,
    title: undefined,
    hasVersionTags: versions,
    isVerified: true,
  }
}
