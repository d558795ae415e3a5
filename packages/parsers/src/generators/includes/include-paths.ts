/** Folders in which sites keep snippets, besides those of their pages. */
const SNIPPET_FOLDERS = ["docs", "includes", "snippets"]

/**
 * Joins a relative path to a folder inside the source.
 *
 * @param folder `/`-separated; empty for the root.
 * @returns undefined if the path leads out of the source.
 */
export function joinInside(folder: string, relative: string): string | undefined {
  const route = parseRelativePath(relative)
  return route === undefined ? undefined : follow(route, folder)
}

/** A parsed relative path: the number of folders to go up, then the path down. It is parsed once for all folders to search. */
interface RelativePath {
  readonly up: number
  readonly down: string
}

/** Parses a relative path. @returns undefined if it contains characters that are invalid in paths. */
function parseRelativePath(relative: string): RelativePath | undefined {
  if (/[\0\n]/.test(relative)) return undefined
  const parts: string[] = []
  let up = 0
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue
    if (part !== "..") parts.push(part)
    else if (parts.pop() === undefined) up++
  }
  return { up, down: parts.join("/") }
}

function follow({ up, down }: RelativePath, folder: string): string | undefined {
  let at = folder
  for (let level = 0; level < up; level++) {
    if (at === "") return undefined
    at = folderOf(at)
  }
  if (at === "" || down === "") return at === down ? undefined : at + down
  return `${at}/${down}`
}

/** Returns the folder of a path; empty for the root. */
function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ""
}

/** Lists a folder and all folders above it, nearest first, root last. */
export function foldersUp(folder: string): readonly string[] {
  const folders = [folder]
  for (let at = folder; at !== "";) folders.push((at = folderOf(at)))
  return folders
}

/** Lists the folder of a page and all folders above it, nearest first, root last. */
export function foldersAround(page: string): readonly string[] {
  return foldersUp(folderOf(page))
}

/** Returns the path of a target relative to the page; none if it is outside of the source. */
export function besidePage(target: string, page: string): readonly string[] {
  const path = target.startsWith("/") ? undefined : joinInside(folderOf(page), target)
  return path === undefined ? [] : [path]
}

/** Lists the paths of a target relative to the page's folder and to all folders above it, one of which is the site's. */
export function aroundPage(target: string, page: string): readonly string[] {
  return inFolders(foldersAround(page), target)
}

/** Lists the paths of `aroundPage`, and those in snippet folders. */
export function amongSnippets(target: string, page: string): readonly string[] {
  if (target.startsWith("/")) return []
  const folders = foldersAround(page)
  const kept = folders.flatMap((folder) => SNIPPET_FOLDERS.map((name) => (folder === "" ? name : `${folder}/${name}`)))
  return inFolders([...folders, ...kept], target)
}

function inFolders(folders: readonly string[], target: string): readonly string[] {
  const route = parseRelativePath(target)
  return route === undefined ? [] : unique(folders.map((folder) => follow(route, folder)))
}

/** Returns true if a target is a URL. */
export function isAddress(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(target)
}

function unique(paths: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(paths.filter((path) => path !== undefined))]
}
