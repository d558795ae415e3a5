/** Folder names that mean old content. */
const PAST_FOLDER =
  /^_?(archives?|archived|old|outdated|deprecated|legacy|obsolete|previous|superseded|old[_-]docs|docs[_-]old)$/i
/** Folder names of the current version, beside folders of versions. */
const CURRENT_FOLDER = /^(latest|current|stable)$/i
/** Folder names of a version that is not released yet, beside folders of versions that have most of its pages. */
const UNRELEASED_FOLDER = /^(draft|next|unreleased|edge|nightly|canary|snapshot|upcoming)$/i
/** The same, with names of branches, which can also contain the newest version beside a single older one. */
const BRANCH_FOLDER = /^(master|main|dev(el|elop|elopment)?|head|trunk)$/i
/** Ends or begins the names of versions, `v1.20-docs` or `docs-v3`, beside the current text in `docs`. */
const DOCS_AFFIX = /-docs$|^docs[-_.]?(?=v?\d)/i
/** Folders in which Docusaurus keeps versions of `docs/`, and their names. */
const FROZEN_FOLDER = /^version-/
const FROZEN_PARENT = /^([a-z0-9]+_)?versioned_docs(_archived?|_old)?$/i
/** Below these folders, `v1` and `v2` are two interfaces that exist at the same time, not two versions of a text. */
const INTERFACE_PARENT = /^(apis?|reference|rest|schemas?|protos?|crds?)$/i
/** Below these folders, each folder is about one upgrade. */
const MIGRATION_PARENT = /(migrat|upgrad|blog)/i
const VERSION_FOLDER =
  /^(?:(v|version-v?|version_v?|release-v?)(\d{1,4})|()(\d{1,4})(?=[.x]))((?:[._-](?:\d{1,4}|x))*)x?$/i

/** Versions of interfaces that are named after their release date. */
const DATE_FOLDER = /^\d{4}-\d{2}-\d{2}$/
/** Minimum number of pages that two folders share if they are versions of a text; folders of posts or minutes share at most one. */
const MIN_SHARED_PAGES = 3

/**
 * A version with fewer than a tenth of the pages of the version before it has only been announced, such as `5.0/` with one page beside a
 * complete `4.0/`.
 */
const ANNOUNCED_FACTOR = 10

/** Finds files that describe another version than the current one. */
export interface VersionPaths {
  /** @returns the folder that shows it, or undefined. */
  oldVersionOf(path: string): string | undefined
}

/**
 * Examines all paths of a source together: the folder of a version is old if a newer one, or `latest/`, is beside it.
 * Among folders that are named after dates and contain the same pages, all but the newest are old. The folder of an unreleased version is
 * left out like an old one.
 *
 * @param paths all documentation files, without translations, because numbers of pages are compared.
 */
export function findOldVersions(paths: readonly string[]): VersionPaths {
  const namesByParent = new Map<string, Set<string>>()
  for (const path of paths) {
    const segments = path.split("/")
    for (let depth = 0; depth < segments.length - 1; depth++) {
      const parent = segments.slice(0, depth).join("/")
      const names = namesByParent.get(parent) ?? new Set<string>()
      namesByParent.set(parent, names.add(segments[depth] ?? ""))
    }
  }
  const oldFolders = new Set<string>()
  const pageCounts = countVersionPages(paths, namesByParent)
  for (const [parent, names] of namesByParent) {
    for (const name of oldNames(parent, names, namesByParent, pageCounts)) oldFolders.add(pathIn(parent, name))
  }
  for (const folder of unreleasedFolders(paths, namesByParent)) oldFolders.add(folder)
  for (const folder of oldDates(paths)) oldFolders.add(folder)
  return { oldVersionOf: (path) => folderIn(path, oldFolders) }
}

/** Lists folders named after dates that share at least half of their pages with the newest one beside them. */
function oldDates(paths: readonly string[]): readonly string[] {
  const datesByParent = new Map<string, Map<string, Set<string>>>()
  for (const path of paths) {
    const segments = path.split("/")
    const at = segments.slice(0, -1).findIndex((name) => DATE_FOLDER.test(name))
    const parent = segments.slice(0, Math.max(0, at)).join("/")
    if (at < 0 || MIGRATION_PARENT.test(parent)) continue
    const dates = datesByParent.get(parent) ?? new Map<string, Set<string>>()
    const pages = dates.get(segments[at] ?? "") ?? new Set<string>()
    datesByParent.set(parent, dates.set(segments[at] ?? "", pages.add(segments.slice(at + 1).join("/"))))
  }
  return [...datesByParent].flatMap(([parent, dates]) => {
    const newest = [...dates.keys()].reduce((best, date) => (date > best ? date : best), "")
    const current = dates.get(newest) ?? new Set()
    return [...dates].flatMap(([date, pages]) => {
      return date !== newest && areVersions(pages, current) ? [pathIn(parent, date)] : []
    })
  })
}

/** Lists folders of unreleased versions beside released ones, if they share at least half of their pages with the newest. */
function unreleasedFolders(
  paths: readonly string[],
  namesByParent: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const newestByUnreleased = new Map<string, string>()
  for (const [parent, names] of namesByParent) {
    const unreleased = [...names].filter((name) => UNRELEASED_FOLDER.test(name) || BRANCH_FOLDER.test(name))
    if (unreleased.length === 0) continue
    const released = [...names].filter((name) => versionOf(name) !== undefined || DATE_FOLDER.test(name))
    const newest = newestOf(released) ?? released.toSorted().at(-1)
    if (newest === undefined) continue
    const certain = released.length > 1 ? unreleased : unreleased.filter((name) => UNRELEASED_FOLDER.test(name))
    for (const name of certain) newestByUnreleased.set(pathIn(parent, name), pathIn(parent, newest))
  }
  const pages = pagesByFolder(paths, [...newestByUnreleased].flat())
  const pagesIn = (folder: string) => pages.get(folder) ?? new Set()
  return [...newestByUnreleased.keys()].filter((folder) =>
    areVersions(pagesIn(folder), pagesIn(newestByUnreleased.get(folder) ?? "")),
  )
}

/** Returns the number of pages in each folder of a version that has another version beside it. */
function countVersionPages(
  paths: readonly string[],
  namesByParent: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const folders: string[] = []
  for (const [parent, names] of namesByParent) {
    const versions = [...names].filter((name) => versionOf(name) !== undefined)
    if (versions.length > 1) folders.push(...versions.map((name) => pathIn(parent, name)))
  }
  return new Map([...pagesByFolder(paths, folders)].map(([folder, pages]) => [folder, pages.size]))
}

/** Returns the paths below some folders, in one pass over all paths. */
function pagesByFolder(paths: readonly string[], folders: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const pages = new Map(folders.map((folder) => [folder, new Set<string>()]))
  if (pages.size === 0) return pages
  for (const path of paths) {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      pages.get(path.slice(0, end))?.add(path.slice(end))
    }
  }
  return pages
}

/** Returns true if at least half of a folder's pages are in another folder, too. */
function areVersions(pages: ReadonlySet<string>, current: ReadonlySet<string>): boolean {
  const shared = [...pages].filter((page) => current.has(page)).length
  return shared >= MIN_SHARED_PAGES && shared * 2 >= pages.size
}

function pathIn(parent: string, name: string): string {
  return parent === "" ? name : `${parent}/${name}`
}

function oldNames(
  parent: string,
  names: ReadonlySet<string>,
  namesByParent: ReadonlyMap<string, ReadonlySet<string>>,
  pageCounts: ReadonlyMap<string, number>,
): readonly string[] {
  const past = [...names].filter((name) => PAST_FOLDER.test(name))
  const parentName = parent.slice(parent.lastIndexOf("/") + 1)
  const versions = [...names].filter((name) => versionOf(name) !== undefined)
  if (MIGRATION_PARENT.test(parentName)) return past
  if (INTERFACE_PARENT.test(parentName) && versions.every((name) => /^v\d+$/i.test(name))) return past
  const isFrozen = FROZEN_PARENT.test(parentName)
  const haveDocsAffix = versions.length > 0 && versions.every((name) => DOCS_AFFIX.test(name))
  if ((haveDocsAffix && names.has("docs")) || hasCurrentText(parent, parentName, names, namesByParent))
    return isFrozen ? [...names].filter((name) => FROZEN_FOLDER.test(name)) : [...past, ...versions]
  const current = currentOf(versions, (name) => pageCounts.get(pathIn(parent, name)) ?? 0)
  return [...past, ...versions.filter((name) => current !== undefined && isNewer(current, name))]
}

/** Returns the newest version that is not only announced. */
function currentOf(versions: readonly string[], pageCountOf: (name: string) => number): string | undefined {
  const newest = newestOf(versions)
  const older = versions.filter((name) => newest !== undefined && isNewer(newest, name))
  const before = newestOf(older)
  if (newest === undefined || before === undefined) return newest
  return pageCountOf(newest) * ANNOUNCED_FACTOR < pageCountOf(before) ? currentOf(older, pageCountOf) : newest
}

function hasCurrentText(
  parent: string,
  parentName: string,
  names: ReadonlySet<string>,
  namesByParent: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if ([...names].some((name) => CURRENT_FOLDER.test(name))) return true
  if (!FROZEN_PARENT.test(parentName)) return false
  const grandparent = parent.includes("/") ? parent.slice(0, parent.lastIndexOf("/")) : ""
  const servedFolder = parentName.replace(/_?versioned_docs(_archived?|_old)?$/i, "") || "docs"
  // Each part of a site has a folder beside its versions, or inside `docs`.
  return [grandparent, pathIn(grandparent, "docs")].some(
    (folder) => namesByParent.get(folder)?.has(servedFolder) === true,
  )
}

function newestOf(versions: readonly string[]): string | undefined {
  return versions.reduce<string | undefined>((best, name) => (isNewer(name, best) ? name : best), undefined)
}

/** @returns the numbers of a version, with `x` as a very large number; undefined if the name is not a version. */
function versionOf(name: string): readonly number[] | undefined {
  const match = VERSION_FOLDER.exec(name.replace(DOCS_AFFIX, ""))
  if (match === null) return undefined
  const rest = (match[5] ?? "").split(/[._-]/).slice(1)
  return [match[2] ?? match[4] ?? "0", ...rest].map((part) => (/x/i.test(part) ? 9_999 : Number(part)))
}

function isNewer(name: string, other: string | undefined): boolean {
  const left = versionOf(name) ?? []
  const right = other === undefined ? [] : (versionOf(other) ?? [])
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1)
    if (difference !== 0) return difference > 0
  }
  return false
}

function folderIn(path: string, folders: ReadonlySet<string>): string | undefined {
  if (folders.size === 0) return undefined
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    if (folders.has(path.slice(0, end))) return path.slice(0, end)
  }
  return undefined
}
