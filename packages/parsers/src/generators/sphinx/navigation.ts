import { ancestorsOf, folderOf, type PageLookup } from "../site/page-lookup.ts"
import type { SitePage, Toctree } from "../site/site-page.ts"
import type { SitePlanner } from "../site/site-planner.ts"

/** Maximum number of lines of a `toctree`. */
const MAX_LINES = 5_000
const MAX_DEPTH = 40

/** Parses the `toctree` directives of a page of reStructuredText. */
export function parseToctrees(text: string): readonly Toctree[] {
  if (!text.includes("toctree::")) return []
  const lines = text.split("\n")
  const found: Toctree[] = []
  for (let at = 0; at < lines.length; at++) {
    const indent = /^(\s*)\.\. toctree::\s*$/.exec(lines[at] ?? "")?.[1]
    if (indent === undefined) continue
    const body: string[] = []
    for (const below of lines.slice(at + 1, at + 1 + MAX_LINES)) {
      if (below.trim() !== "" && !(below.startsWith(indent) && /^\s/.test(below.slice(indent.length)))) break
      body.push(below.trim())
    }
    found.push(parseToctree(body))
    // Lines of its body belong to it alone: directives in it would take all lines of deeper ones again.
    at += body.length
  }
  return found
}

/** Parses the options and entries of one `toctree`. */
export function parseToctree(body: readonly string[]): Toctree {
  const options = new Map<string, string>()
  const entries: Toctree["entries"][number][] = []
  for (const line of body) {
    const option = /^:?([\w-]+):(?:\s+(.*))?$/.exec(line)
    if (line === "" || line === "---") continue
    if (option !== null && entries.length === 0) {
      options.set(option[1] ?? "", option[2] ?? "")
      continue
    }
    const titled = /^(.*?)\s*<([^<>]+)>$/.exec(line)
    entries.push({ target: titled?.[2] ?? line, title: titled?.[1] || undefined })
  }
  return {
    caption: options.get("caption") || undefined,
    isGlob: options.has("glob"),
    isReversed: options.has("reversed"),
    entries,
  }
}

/** Adds the pages that `toctree` directives list, starting with the pages that no other page lists. */
export function followToctrees(planner: SitePlanner): void {
  const parents = planner.pages.filter(({ toctrees }) => toctrees.length > 0)
  const listed = new Set(parents.flatMap((page) => childrenOf(page, planner.lookup).map(({ path }) => path)))
  const roots = parents
    .filter(({ path }) => !listed.has(path))
    .toSorted((left, right) => levelOf(left.path) - levelOf(right.path))
  for (const root of roots) {
    planner.add(root.path, undefined, [])
    followPage(root, [], planner)
  }
}

function followPage(page: SitePage, above: readonly string[], planner: SitePlanner, depth = 0): void {
  if (depth > MAX_DEPTH) return
  for (const child of childrenOf(page, planner.lookup)) {
    if (!planner.countEntry()) return
    const here = child.caption === undefined ? above : [...above, child.caption]
    if (!planner.add(child.path, child.title, here)) continue
    const next = planner.pageAt(child.path)
    if (next === undefined || next.toctrees.length === 0) continue
    const title = child.title ?? next.title
    followPage(next, title === undefined ? here : [...here, title], planner, depth + 1)
  }
}

/** A page that a `toctree` lists. */
interface Child {
  readonly path: string
  readonly title: string | undefined
  readonly caption: string | undefined
}

function childrenOf({ path, toctrees }: SitePage, lookup: PageLookup): readonly Child[] {
  const folder = folderOf(path)
  return toctrees.flatMap(({ entries, isGlob, isReversed, caption }) => {
    const children = entries.flatMap(({ target, title }) => {
      const isPattern = isGlob && /[*?[]/.test(target)
      const isAbsolute = target.startsWith("/")
      const found = isPattern
        ? lookup.match(target, isAbsolute ? "" : folder).filter((match) => match !== path)
        : [lookup.find(target, isAbsolute ? ancestorsOf(folder) : [folder])]
      return found.flatMap((child) => (child === undefined ? [] : [{ path: child, title, caption }]))
    })
    return isReversed ? children.toReversed() : children
  })
}

function levelOf(path: string): number {
  return path.split("/").length
}
