import { parse } from "yaml"
import type { IncludeContext } from "./include-context.ts"
import { foldersUp } from "./include-paths.ts"

/** Longer values are no values of a site. */
const MAX_VALUE_CHARACTERS = 2000

/** Names that playbooks have by custom. */
const PLAYBOOKS = ["antora-playbook.yml", "antora-playbook.yaml", "playbook.yml", "site.yml"]
/** What Antora tells pages about their component, and where `antora.yml` says it. */
const COMPONENT_FACTS = [
  ["page-component-name", "name"],
  ["page-component-title", "title"],
  ["page-version", "version"],
  ["page-component-version", "version"],
] as const

/** Where a page of an Antora site stands. */
export interface AntoraPlace {
  /** Folder that holds `modules/`; empty for the root. */
  readonly component: string
  readonly module: string
}

/** Finds out from its path where a page of an Antora site stands; undefined for other pages. */
export function antoraPlaceOf(path: string): AntoraPlace | undefined {
  const found = /^(?:(.*)\/)?modules\/([^/]+)\/(?:pages|partials|examples|nav)/.exec(path)
  return found === null ? undefined : { component: found[1] ?? "", module: found[2] ?? "" }
}

/**
 * Reads the attributes that a site gives its pages: those of its playbook, those of `antora.yml`, which only give way to
 * values of the playbook that are not meant to be changed, and what Antora itself adds.
 */
export function siteAttributes(context: IncludeContext): Map<string, string> {
  const place = antoraPlaceOf(context.path)
  if (place === undefined) return new Map()
  const component = nearestFile(context, place.component, ["antora.yml"])
  const playbook = attributesOf(nearestFile(context, place.component, PLAYBOOKS))
  const attributes = new Map<string, string>()
  for (const [name, { value }] of playbook) attributes.set(name, value)
  for (const [name, { value }] of attributesOf(component)) {
    if (playbook.get(name)?.isFixed !== true) attributes.set(name, value)
  }
  for (const [name, key] of COMPONENT_FACTS) {
    const value = memberOf(component, key)
    if (typeof value === "string" || typeof value === "number") attributes.set(name, String(value))
  }
  attributes.set("page-module", place.module)
  return attributes
}

/** Reads the first of several files in the nearest folder around a component that has one. */
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
  /** False when pages may give the name another value: `@` at its end. */
  readonly isFixed: boolean
}

/** Values under `asciidoc.attributes`; what is switched off has none. */
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
    return parse(text, { logLevel: "silent", maxAliasCount: 50 })
  } catch {
    // The site is read without its attributes then; its pages say which ones they miss.
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}

/** Puts values in place of `{name}`; names without a value stay. */
export function resolveAttributes(text: string, attributes: ReadonlyMap<string, string>): string {
  let resolved = text
  // Values may name others; a few rounds are enough, and end where values name themselves.
  for (let round = 0; round < 4 && /\{[\w-]+\}/.test(resolved) && resolved.length < MAX_VALUE_CHARACTERS; round++) {
    resolved = resolved.replace(/\{([\w-]+)\}/g, (whole, name: string) => attributes.get(name.toLowerCase()) ?? whole)
  }
  return resolved
}
