import { isObject, listOf, objectOf, textOf, type JsonObject } from "./json-value.ts"
import { SchemaCache } from "./schema-cache.ts"

/** A value and the file that contains it, which its references are resolved against. */
export interface Located {
  readonly value: unknown
  readonly url: string
}

/** A value whose reference has been followed. */
export interface Opened {
  readonly value: JsonObject
  readonly url: string
  /** Name of the component that the reference led to. */
  readonly name?: string | undefined
  /** The reference as written, if it cannot be resolved. */
  readonly missing?: string
}

/** A longer chain of references is circular. */
const MAX_REFERENCES = 20

/** The files of one description, with the functions that resolve references between them. */
export class ApiFiles {
  readonly main: Located
  /** Examples and tables that were made from the schemas of these files. */
  readonly made = new SchemaCache()
  readonly #roots: ReadonlyMap<string, unknown>

  /**
   * @param roots root values by the URL of their file.
   * @param mainUrl URL of the main file.
   */
  constructor(roots: ReadonlyMap<string, unknown>, mainUrl: string) {
    this.#roots = roots
    this.main = { value: roots.get(mainUrl), url: mainUrl }
  }

  /** Resolves `$ref` completely. A summary or description beside a reference replaces that of the target. */
  open(at: Located): Opened {
    let { value, url } = at
    let name: string | undefined
    let beside: JsonObject = {}
    for (let count = 0; count < MAX_REFERENCES; count++) {
      if (!isObject(value)) return { value: {}, url, name }
      const reference = value["$ref"]
      if (typeof reference !== "string") {
        const merged = Object.keys(beside).length === 0 ? value : { ...value, ...beside }
        return { value: merged, url, name }
      }
      beside = { ...wordsBeside(value), ...beside }
      const target = this.#find(reference, url)
      if (target === undefined) return { value: beside, url, missing: reference }
      name = nameOf(reference)
      value = target.value
      url = target.url
    }
    return { value: beside, url, missing: textOf(objectOf(value)["$ref"]) ?? "" }
  }

  /** Returns a member of an opened value, in the same file. */
  member(from: Pick<Opened, "value" | "url">, key: string): Located {
    return { value: ownMember(from.value, key), url: from.url }
  }

  /** Returns the entries of a list in an opened value. */
  entries(from: Pick<Opened, "value" | "url">, key: string): readonly Located[] {
    return listOf(ownMember(from.value, key)).map((value) => ({ value, url: from.url }))
  }

  /** Returns the members of an object in an opened value, without extensions. */
  members(from: Pick<Opened, "value" | "url">, key: string): readonly (readonly [string, Located])[] {
    return Object.entries(objectOf(ownMember(from.value, key)))
      .filter(([name]) => !name.startsWith("x-"))
      .map(([name, value]) => [name, { value, url: from.url }])
  }

  #find(reference: string, base: string): Located | undefined {
    const hash = reference.indexOf("#")
    const file = hash < 0 ? reference : reference.slice(0, hash)
    const url = file === "" ? base : addressOf(file, base)
    if (url === undefined || !this.#roots.has(url)) return undefined
    const pointer = hash < 0 ? "" : reference.slice(hash + 1)
    const value = atPointer(this.#roots.get(url), pointer) ?? atPointer(this.#roots.get(url), movedPointer(pointer))
    return value === undefined ? undefined : { value, url }
  }
}

/** Returns the URL of the file that a reference names; undefined if the URL is invalid. */
function addressOf(file: string, base: string): string | undefined {
  if (!URL.canParse(file, base)) return undefined
  const url = new URL(file, base)
  url.hash = ""
  return url.href
}

/**
 * Lists the other files that the references of a value name, each once.
 *
 * @param base URL of the file that contains the value.
 * @returns absolute URLs without a fragment; invalid ones are skipped.
 */
export function externalReferences(root: unknown, base: string): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<object>()
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== "object" || value === null || seen.has(value)) continue
    seen.add(value)
    const reference: unknown = Reflect.get(value, "$ref")
    if (typeof reference === "string" && !reference.startsWith("#")) found.add(addressOf(reference, base) ?? base)
    for (const member of Object.values(value)) if (typeof member === "object") waiting.push(member)
  }
  found.delete(base)
  return [...found]
}

function wordsBeside(value: JsonObject): JsonObject {
  const words = ["summary", "description"].filter((key) => typeof value[key] === "string")
  return Object.fromEntries(words.map((key) => [key, value[key]]))
}

function atPointer(root: unknown, pointer: string): unknown {
  let value = root
  for (const segment of pointer.split("/").slice(1)) {
    const key = unescaped(segment)
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return pointer === "" || pointer.startsWith("/") ? value : undefined
}

/** References into a 2.0 description use the locations of that version. */
function movedPointer(pointer: string): string {
  return pointer
    .replace(/^\/definitions\//, "/components/schemas/")
    .replace(/^\/(parameters|responses)\//, "/components/$1/")
}

function nameOf(reference: string): string {
  const last = reference.split(/[#/]/).findLast((part) => part !== "") ?? reference
  return unescaped(last).replace(/\.(?:json|ya?ml)$/, "")
}

function unescaped(segment: string): string {
  const plain = segment.replaceAll("~1", "/").replaceAll("~0", "~")
  try {
    return decodeURIComponent(plain)
  } catch {
    // A stray percent sign: the name is used as written.
    return plain
  }
}

function ownMember(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
