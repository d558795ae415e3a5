import { parseYaml } from "../../base/parse-yaml.ts"
import type { IncludeContext } from "../includes/include-context.ts"
import { resolveAttributes } from "../includes/resolve-attributes.ts"
import { foldersUp } from "../includes/include-paths.ts"

/** Longer values are ignored: attributes of a site are words and short phrases. */
const MAX_VALUE_CHARACTERS = 2000

/** Conventional names of playbooks. */
const PLAYBOOKS = ["antora-playbook.yml", "antora-playbook.yaml", "playbook.yml", "site.yml"]
/** Files with attributes for editors. */
const EDITOR_FILES = [".asciidoctorconfig", ".asciidoctorconfig.adoc"]
const EDITOR_ATTRIBUTE = /^:([a-zA-Z0-9_][\w-]{0,80}):[ \t]+(\S.{0,2000})$/gm
/** Attributes that Antora itself sets, with the keys of `antora.yml` for their values. */
const COMPONENT_ATTRIBUTES = [
  ["page-component-name", "name"],
  ["page-component-title", "title"],
  ["page-version", "version"],
  ["page-component-version", "version"],
] as const

/** The component and module of a page of an Antora site. */
export interface AntoraLocation {
  /** Folder that contains `modules/`; empty for the root. */
  readonly component: string
  readonly module: string
}

/** Derives the component and module of a page from its path; undefined for pages outside of an Antora site. */
export function antoraLocationOf(path: string): AntoraLocation | undefined {
  const found = /^(?:(.*)\/)?modules\/([^/]+)\/(?:pages|partials|examples|nav)/.exec(path)
  return found === null ? undefined : { component: found[1] ?? "", module: found[2] ?? "" }
}

/**
 * Returns the attributes that a site sets for its pages: those of the playbook, those of `antora.yml`, which override the playbook's except
 * for its fixed ones, and those that Antora itself adds.
 */
export function siteAttributes(context: IncludeContext): Map<string, string> {
  const location = antoraLocationOf(context.path)
  if (location === undefined) return new Map()
  const component = nearestFile(context, location.component, ["antora.yml"])
  const playbook = attributesOf(nearestFile(context, location.component, PLAYBOOKS))
  const attributes = editorAttributes(context, location.component)
  for (const [name, { value }] of playbook) attributes.set(name, value)
  for (const [name, { value }] of attributesOf(component)) {
    if (playbook.get(name)?.isFixed !== true) attributes.set(name, value)
  }
  for (const [name, key] of COMPONENT_ATTRIBUTES) {
    const value = memberOf(component, key)
    if (typeof value === "string" || typeof value === "number") attributes.set(name, String(value))
  }
  attributes.set("page-module", location.module)
  return attributes
}

/**
 * Reads the attributes that authors define for the previews of their editors. A source that does not contain the playbook of its site often has
 * them.
 */
function editorAttributes(context: IncludeContext, component: string): Map<string, string> {
  const attributes = new Map<string, string>()
  const paths = foldersUp(component).flatMap((folder) =>
    EDITOR_FILES.map((name) => (folder === "" ? name : `${folder}/${name}`)),
  )
  const text = paths.map((path) => context.peek(path)).find((found) => found !== undefined)
  for (const [, name = "", value = ""] of (text ?? "").matchAll(EDITOR_ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), resolveAttributes(value.trim(), attributes))
  }
  return attributes
}

/** Reads the first existing file of several, in the nearest folder at or above a component. */
function nearestFile(context: IncludeContext, component: string, names: readonly string[]): unknown {
  for (const folder of foldersUp(component)) {
    for (const name of names) {
      const text = context.peek(folder === "" ? name : `${folder}/${name}`)
      if (text !== undefined) return readYaml(text)
    }
  }
  return undefined
}

interface SiteValue {
  readonly value: string
  /** False if pages may override the value, which then ends with `@`. */
  readonly isFixed: boolean
}

/** Parses `asciidoc.attributes`, without attributes that are switched off. */
function attributesOf(config: unknown): ReadonlyMap<string, SiteValue> {
  const found = new Map<string, SiteValue>()
  const given = memberOf(memberOf(config, "asciidoc"), "attributes")
  for (const [name, value] of Object.entries(typeof given === "object" && given !== null ? given : {})) {
    if (typeof value !== "string" && typeof value !== "number" && value !== true) continue
    const text = value === true ? "" : String(value)
    if (!/^[\w-]+$/.test(name) || text.length > MAX_VALUE_CHARACTERS) continue
    found.set(name.toLowerCase(), { value: text.replace(/@$/, ""), isFixed: !text.endsWith("@") })
  }
  return found
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text)
  } catch {
    // Without the site's attributes, its pages report the attributes that they lack.
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}
