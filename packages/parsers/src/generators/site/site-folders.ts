import { folderOf, resolvePath } from "./page-lookup.ts"

/** Maximum number of folders that are searched for configuration, those nearest to the root first. */
const MAX_FOLDERS = 3_000
/** Folders in which documentation tools keep pages, relative to their configuration. */
const PAGE_FOLDERS = [
  "",
  "docs",
  "src",
  "content",
  "content/docs",
  "src/content/docs",
  "src/content/docs/en",
  "src/content",
  "src/pages",
  "docs/en",
  "en",
]

/** Extensions of configuration files that are programs. */
export const SCRIPT_ENDINGS = ["js", "ts", "mjs", "mts", "cjs", "cts"]

/** Lists the folders of pages and all folders above them, shortest paths first. */
export function foldersOf(pages: readonly string[]): readonly string[] {
  const folders = new Set<string>([""])
  for (const page of pages)
    for (let folder = folderOf(page); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder)
  return [...folders]
    .toSorted((left, right) => left.split("/").length - right.split("/").length || (left < right ? -1 : 1))
    .slice(0, MAX_FOLDERS)
}

/** Lists the folders in which a site may keep its pages, starting with the folder of its configuration. */
export function pageFoldersIn(folder: string): readonly string[] {
  return PAGE_FOLDERS.flatMap((name) => resolvePath(folder, name) ?? [])
}

/** Joins a folder and a file name. */
export function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`
}
