/** Folders that sites keep snippets in, beside the ones their pages lie in. */
const SNIPPET_FOLDERS = ["docs", "includes", "snippets"]

/**
 * Joins a relative path to a folder inside the source.
 *
 * @param folder `/`-separated; empty for the root.
 * @returns undefined when the path leads out of the source.
 */
export function joinInside(folder: string, relative: string): string | undefined {
  if (/[\0\n]/.test(relative)) return undefined
  const parts = folder === "" ? [] : folder.split("/")
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue
    if (part !== "..") parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.length === 0 ? undefined : parts.join("/")
}

/** Gives the folder of a path; empty for the root. */
function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ""
}

/** Lists a folder and those around it, the nearest first, the root last. */
export function foldersUp(folder: string): readonly string[] {
  const folders = [folder]
  for (let at = folder; at !== "";) folders.push((at = folderOf(at)))
  return folders
}

/** Finds where a path may point that is relative to the page. */
export function besidePage(target: string, page: string): readonly string[] {
  const path = target.startsWith("/") ? undefined : joinInside(folderOf(page), target)
  return path === undefined ? [] : [path]
}

/** Finds where a path may point that is relative to a folder around the page nobody names: that of the site's settings. */
export function aroundPage(target: string, page: string): readonly string[] {
  return unique(foldersUp(folderOf(page)).map((folder) => joinInside(folder, target)))
}

/** As `aroundPage`, and in the folders that snippets are kept in. */
export function amongSnippets(target: string, page: string): readonly string[] {
  if (target.startsWith("/")) return []
  const folders = foldersUp(folderOf(page))
  const kept = folders.flatMap((folder) => SNIPPET_FOLDERS.map((name) => (folder === "" ? name : `${folder}/${name}`)))
  return unique([...folders, ...kept].map((folder) => joinInside(folder, target)))
}

/** Tells whether a target is an address on the network. */
export function isAddress(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(target)
}

function unique(paths: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(paths.filter((path) => path !== undefined))]
}
