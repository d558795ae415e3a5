import { type Data, type DataRecord, isRecord } from "./config-data.ts"

/** An entry of a site's navigation: a page, a section of pages, or both. */
export interface NavigationEntry {
  /** Plain text of the label on the site. */
  readonly label?: string | undefined
  /** URL or path of the page, as written in the configuration. */
  readonly target?: string | undefined
  readonly children: readonly NavigationEntry[]
}

const LABEL_KEYS = [
  "text",
  "label",
  "sidebar_label",
  "title",
  "group",
  "tab",
  "dropdown",
  "product",
  "section",
  "anchor",
  "name",
  "page_title",
]
const TARGET_KEYS = ["link", "path", "slug", "id", "url", "href", "page", "root", "to", "file"]
const CHILD_KEYS = [
  "items",
  "routes",
  "pages",
  "children",
  "groups",
  "tabs",
  "dropdowns",
  "products",
  "anchors",
  "sections",
  "chapters",
  "docs",
  "contents",
]
const MAX_DEPTH = 30

/**
 * Reads a tree of pages from configuration data. The trees of documentation tools have the same structure with different keys: MkDocs
 * `{Title: page}`, Docusaurus `{type, label, id, items}`, VitePress `{text, link, items}`, Starlight `{label, slug, items}`, Mintlify
 * `{group, pages}`.
 */
export function readNavigation(data: Data, base = "", depth = 0): readonly NavigationEntry[] {
  if (depth > MAX_DEPTH || data === undefined || data === null) return []
  if (typeof data === "string") return [{ target: join(base, data), children: [] }]
  if (Array.isArray(data)) return (data as readonly Data[]).flatMap((item) => readNavigation(item, base, depth + 1))
  if (!isRecord(data)) return []
  const label = textOf(data, LABEL_KEYS)
  const target = targetOf(data)
  const lists = CHILD_KEYS.filter((key) => Array.isArray(data[key]) || isRecord(data[key]))
  const isEntry = label !== undefined || target !== undefined || typeof data["type"] === "string" || lists.length > 0
  if (!isEntry || !hasOnlyWords(data)) return readNamed(data, base, depth)
  const inside = typeof data["base"] === "string" ? data["base"] : base
  const children = lists.flatMap((key) => readNavigation(data[key], inside, depth + 1))
  return [
    {
      label: label === undefined ? undefined : plain(label),
      target: target === undefined ? undefined : join(inside, target),
      children,
    },
  ]
}

/** Reads `{Title: "page.md"}`, `{Section: [...]}`, and a sidebar for each part of a site: `{"/guide/": [...]}`. */
function readNamed(data: DataRecord, base: string, depth: number): readonly NavigationEntry[] {
  return Object.entries(data).flatMap(([key, value]): readonly NavigationEntry[] => {
    if (typeof value === "string") return [{ label: plain(key), target: join(base, value), children: [] }]
    const children = readNavigation(value, base, depth + 1)
    if (children.length === 0) return []
    return /^\/|\/$/.test(key) ? children : [{ label: plain(key), children }]
  })
}

/** Returns false for a MkDocs mapping whose keys are titles. One title may be a single word such as `items`, but rarely are all of them. */
function hasOnlyWords(data: DataRecord): boolean {
  return Object.keys(data).every((key) => /^[a-z$_][\w$-]*$/i.test(key))
}

function textOf(data: DataRecord, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = data[key]
    if (typeof value === "string" && value.trim() !== "") return value
  }
  return undefined
}

function targetOf(data: DataRecord): string | undefined {
  const linked = data["link"]
  return textOf(data, TARGET_KEYS) ?? (isRecord(linked) ? textOf(linked, TARGET_KEYS) : undefined)
}

function join(base: string, target: string): string {
  return base === "" || /^(?:[a-z]+:|\/\/)/i.test(target)
    ? target
    : `${base.replace(/\/$/, "")}/${target.replace(/^\//, "")}`
}

function plain(label: string): string {
  return label
    .replace(/<[^<>]*>/g, "")
    .replace(/[*`]+/g, "")
    .replace(/\s+/g, " ")
    .trim()
}
