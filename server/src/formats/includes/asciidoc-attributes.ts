import { parse } from "yaml"
import type { IncludeContext } from "./include-context.ts"
import { foldersUp } from "./include-paths.ts"

/** Longer values are no values of a site. */
const MAX_VALUE_CHARACTERS = 2000

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

/** Reads the attributes that a site gives its pages: those of `antora.yml`, and what Antora itself adds. */
export function siteAttributes(context: IncludeContext): Map<string, string> {
  const attributes = new Map<string, string>()
  const place = antoraPlaceOf(context.path)
  if (place === undefined) return attributes
  for (const folder of foldersUp(place.component)) {
    const text = context.peek(folder === "" ? "antora.yml" : `${folder}/antora.yml`)
    if (text === undefined) continue
    const given: unknown = readYaml(text)
    const values: unknown = memberOf(memberOf(given, "asciidoc"), "attributes")
    for (const [name, value] of Object.entries(typeof values === "object" && values !== null ? values : {})) {
      if (!/^string|number$/.test(typeof value)) continue
      const plain = String(value).replace(/@$/, "")
      if (/^[\w-]+$/.test(name) && plain.length <= MAX_VALUE_CHARACTERS) attributes.set(name.toLowerCase(), plain)
    }
    break
  }
  attributes.set("page-module", place.module)
  return attributes
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
