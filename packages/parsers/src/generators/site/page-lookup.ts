import { PAGE_EXTENSION } from "../../detect/document-extensions.ts"

/** Finds pages of a source by their names in a navigation. */
export interface PageLookup {
  /**
   * @param target path or URL as written, with or without extension.
   * @param bases folders to look in; the first one that contains the page wins.
   */
  find(target: string, bases: readonly string[]): string | undefined
  /** Returns the pages whose path without extension matches a pattern of `*` and `?`, sorted. */
  match(pattern: string, folder: string): readonly string[]
}

const INDEX = /(^|\/)(?:_?index|readme)$/i

/** Creates a lookup for the given paths. */
export function makePageLookup(paths: readonly string[]): PageLookup {
  const byKey = new Map<string, string>()
  const add = (key: string, path: string) => {
    if (!byKey.has(key)) byKey.set(key, path)
  }
  const names = paths.map((path) => ({ path, name: path.replace(PAGE_EXTENSION, "") }))
  for (const { path, name } of names) add(name, path)
  for (const { path, name } of names) add(name.replace(INDEX, ""), path)
  // Numbers before names only order files and are not part of URLs.
  for (const { path, name } of names) add(withoutNumbers(name).replace(INDEX, ""), path)
  return {
    find(target, bases) {
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return undefined
      const bare = target.replace(/[?#].*$/, "").replace(/\/+$/, "")
      const isEmpty = bare === "" && !/^\/?$/.test(target.replace(/[?#].*$/, ""))
      if (isEmpty) return undefined
      for (const base of bases) {
        const name = resolvePath(base, bare.replace(/^\/+/, ""))
        if (name === undefined) continue
        const found =
          byKey.get(name.replace(PAGE_EXTENSION, "")) ??
          byKey.get(name) ??
          byKey.get(name.replace(PAGE_EXTENSION, "").replace(INDEX, ""))
        if (found !== undefined) return found
      }
      return undefined
    },
    match(pattern, folder) {
      const full = resolvePath(folder, pattern.replace(/^\/+/, ""))
      if (full === undefined) return []
      const source = full
        .replace(PAGE_EXTENSION, "")
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replace(/\*+/g, "[^/]*")
        .replace(/\?/g, "[^/]")
      const form = new RegExp(`^${source}$`)
      return names.filter(({ name }) => form.test(name)).map(({ path }) => path)
    },
  }
}

function withoutNumbers(name: string): string {
  return name.replace(/(^|\/)\d+[-_. ]+(?=[^/])/g, "$1")
}

/** Joins a folder and a relative path; undefined if it leads out of the source. */
export function resolvePath(folder: string, path: string): string | undefined {
  const parts: string[] = folder === "" ? [] : folder.split("/")
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined
    } else if (part !== "." && part !== "") parts.push(part)
  }
  return parts.join("/")
}

/** Returns the folder of a path, without a trailing slash; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")))
}

/** Lists a folder and all folders above it, innermost first, root last. */
export function ancestorsOf(folder: string): readonly string[] {
  const parts = folder === "" ? [] : folder.split("/")
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("/")).concat("")
}
