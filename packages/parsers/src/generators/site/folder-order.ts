import { parse as parseJson } from "jsonc-parser"
import { parse as parseYaml } from "yaml"
import { foldersOf, inFolder } from "./config-paths.ts"
import { folderOf } from "./page-lookup.ts"
import type { ReadText } from "./read-site-config.ts"
import { type Data, isRecord, readScriptData } from "./script-data.ts"
import type { SitePage } from "./site-page.ts"

/** Order and labels that the files in the folders themselves give: numbers in front matter, `_category_.json`, `_meta.json`. */
export interface FolderOrder {
  /** Compares two pages: index pages first, then by position, then by name. */
  compare(left: string, right: string): number
  /** Label of a page or a folder, when its folder's list gives one. */
  labelOf(path: string): string | undefined
}

const META = ["_meta.json", "_meta.js", "_meta.ts", "_meta.tsx", "meta.json"]
const CATEGORY = ["_category_.json", "_category_.yml", "_category_.yaml"]
const INDEX = /(?:^|\/)(?:_?index|readme)\.\w+$/i

/** Looks at all pages of a source together with the lists that lie beside them. */
export function readFolderOrder(pages: readonly SitePage[], read: ReadText): FolderOrder {
  const positions = new Map<string, number>()
  const labels = new Map<string, string>()
  for (const page of pages) {
    if (page.position === undefined) continue
    positions.set(INDEX.test(page.path) ? folderOf(page.path) : page.path, page.position)
  }
  const byBareName = new Map(pages.map(({ path }) => [path.replace(/\.[^./]+$/, ""), path]))
  for (const folder of foldersOf(pages.map(({ path }) => path))) {
    readCategory(folder, read, { positions, labels })
    for (const [at, [name, label]] of metaOf(folder, read).entries()) {
      const full = inFolder(folder, name)
      const path = byBareName.get(full) ?? full
      positions.set(path, at)
      if (label !== undefined) labels.set(path, label)
    }
  }
  return {
    compare: (left, right) => compareSegments(left.split("/"), right.split("/"), positions),
    labelOf: (path) => labels.get(path),
  }
}

function readCategory(
  folder: string,
  read: ReadText,
  into: { readonly positions: Map<string, number>; readonly labels: Map<string, string> },
): void {
  for (const name of CATEGORY) {
    const text = read(inFolder(folder, name))
    const data =
      text === undefined ? undefined : parsed(() => (name.endsWith(".json") ? parseJson(text) : parseYaml(text)))
    if (!isRecord(data)) continue
    if (typeof data["position"] === "number") into.positions.set(folder, data["position"])
    if (typeof data["label"] === "string") into.labels.set(folder, data["label"])
  }
}

/** Names in a list of Nextra (`{name: title}`) or Fumadocs (`{pages: [...]}`), in order. */
function metaOf(folder: string, read: ReadText): readonly (readonly [string, string | undefined])[] {
  for (const name of META) {
    const text = read(inFolder(folder, name))
    if (text === undefined) continue
    const data = name.endsWith(".json") ? parsed(() => parseJson(text)) : readScriptData(text, "default")
    if (!isRecord(data)) continue
    const pages = data["pages"]
    if (Array.isArray(pages)) {
      const names = (pages as readonly Data[]).filter((page) => typeof page === "string")
      return names.map((page) => [page, undefined] as const)
    }
    return Object.entries(data).map(([key, value]) => [key, labelIn(value)] as const)
  }
  return []
}

function labelIn(value: Data): string | undefined {
  if (typeof value === "string") return value
  return isRecord(value) && typeof value["title"] === "string" ? value["title"] : undefined
}

function compareSegments(
  left: readonly string[],
  right: readonly string[],
  positions: ReadonlyMap<string, number>,
): number {
  const shared = Math.min(left.length, right.length)
  let at = 0
  while (at < shared && left[at] === right[at]) at++
  const facts = (segments: readonly string[]) => {
    const path = segments.slice(0, at + 1).join("/")
    const isIndex = at === segments.length - 1 && INDEX.test(path)
    return { position: isIndex ? -Infinity : (positions.get(path) ?? Infinity), name: segments[at] ?? "" }
  }
  const one = facts(left)
  const other = facts(right)
  if (one.position !== other.position) return one.position < other.position ? -1 : 1
  return one.name === other.name ? left.length - right.length : one.name < other.name ? -1 : 1
}

function parsed(read: () => unknown): Data {
  try {
    return read() as Data
  } catch {
    return undefined
  }
}
