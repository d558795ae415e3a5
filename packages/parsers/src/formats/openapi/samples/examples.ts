import { sample } from "openapi-sampler"
import type { ApiFiles, Located, Opened } from "../description/api-files.ts"
import { isObject, jsonOf, listOf, objectOf, type JsonObject } from "../description/json-value.ts"
import { typesOf } from "../schemas/describe-schema.ts"

/** Longest example that is shown completely, in characters. */
const MAX_EXAMPLE_CHARACTERS = 1500
/**
 * Longer examples in the description, usually recorded responses, are replaced with a short one generated from the
 * schema.
 */
const MAX_GIVEN_CHARACTERS = 6000
/** Depths that are tried until an example is short enough. */
const DEPTHS = [5, 3, 2, 1] as const
/** Maximum number of values in an example. */
const MAX_NODES = 300
/** With larger limits, the sampler would generate as many characters or items. */
const MAX_BOUND = 20

/** Members of a schema that shape an example and contain no schemas. */
const PLAIN_KEYS = [
  "type",
  "format",
  "enum",
  "const",
  "default",
  "example",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const

/** The direction of a value, and whether to include only members that are required or have an example. */
export interface ExampleOptions {
  readonly direction: "request" | "response"
  readonly isMinimal?: boolean
}

/**
 * Returns an example of a media type or parameter: the one in the description, or else one generated from its schema.
 *
 * @returns the value; undefined if none can be generated.
 */
export function exampleOf(files: ApiFiles, at: Located, options: ExampleOptions): unknown {
  const given = givenExample(files, at)
  if (given !== undefined && (jsonOf(given, 2) ?? "").length <= MAX_GIVEN_CHARACTERS) return given
  const schema = files.member(files.open(at), "schema")
  return (schema.value === undefined ? undefined : exampleOfSchema(files, schema, options)) ?? given
}

/** Returns the example that a media type or parameter defines. */
export function givenExample(files: ApiFiles, at: Located): unknown {
  const media = files.open(at)
  if (media.value["example"] !== undefined) return media.value["example"]
  const [named] = files.members(media, "examples")
  return named === undefined ? undefined : files.open(named[1]).value["value"]
}

/** Generates an example from a schema, with decreasing depth until it is short enough. */
export function exampleOfSchema(files: ApiFiles, at: Located, options: ExampleOptions): unknown {
  const kind = `example ${options.direction} ${options.isMinimal === true ? "minimal" : "full"}`
  return files.made.get(files.open(at).value, kind, () => generateExample(files, at, options))
}

function generateExample(files: ApiFiles, at: Located, options: ExampleOptions): unknown {
  for (const depth of DEPTHS) {
    const plain = new PlainSchema(files, options.isMinimal === true).of(at, depth)
    if (plain === undefined) return undefined
    const made = sampled(plain, options)
    if (made === undefined) return undefined
    if ((jsonOf(made, 2) ?? "").length <= MAX_EXAMPLE_CHARACTERS) return made
  }
  return undefined
}

function sampled(schema: JsonObject, { direction }: ExampleOptions): unknown {
  try {
    return sample(schema, {
      quiet: true,
      skipReadOnly: direction === "request",
      skipWriteOnly: direction === "response",
    })
  } catch {
    // The schema contradicts itself: no example is better than a wrong one.
    return undefined
  }
}

/** Resolves all references of a schema to a limited depth and size, so that generation always ends. */
class PlainSchema {
  readonly #files: ApiFiles
  readonly #isMinimal: boolean
  /** The schemas that contain the one that is being resolved. */
  readonly #ancestors = new Set<JsonObject>()
  #nodes = 0

  constructor(files: ApiFiles, isMinimal: boolean) {
    this.#files = files
    this.#isMinimal = isMinimal
  }

  /** Resolves the references of a schema. @returns undefined for a circular reference, so that examples omit that part. */
  of(at: Located, depth: number): JsonObject | undefined {
    const opened = this.#files.open(at)
    const { value } = opened
    if (this.#ancestors.has(value)) return undefined
    this.#nodes++
    const plain: Record<string, unknown> = {}
    for (const key of PLAIN_KEYS) if (value[key] !== undefined) plain[key] = value[key]
    const [first] = listOf(value["examples"])
    if (plain["example"] === undefined && first !== undefined) plain["example"] = first
    if (typeof plain["example"] === "string" && value["type"] === "object") delete plain["example"]
    for (const key of ["minLength", "minItems"]) {
      const bound = value[key]
      if (typeof bound === "number" && bound >= 0 && bound <= MAX_BOUND) plain[key] = bound
    }
    for (const key of ["readOnly", "writeOnly"]) if (value[key] === true) plain[key] = true
    const types = typesOf(value).filter((type) => type !== "null")
    if (types[0] !== undefined) plain["type"] = types[0]
    if (depth > 0 && this.#nodes <= MAX_NODES) {
      this.#ancestors.add(value)
      this.#fill(plain, opened, depth)
      this.#ancestors.delete(value)
    }
    return plain
  }

  /** Adds the parts of a schema that are schemas themselves. */
  #fill(plain: Record<string, unknown>, opened: Opened, depth: number): void {
    const { value, url } = opened
    const { properties, items } = value
    if (isObject(properties)) {
      const required = listOf(value["required"])
      plain["required"] = required
      const wanted = Object.entries(properties).filter(
        ([name, at]) => !this.#isMinimal || required.includes(name) || objectOf(at)["example"] !== undefined,
      )
      const members = wanted.map(([name, at]) => [name, this.of({ value: at, url }, depth - 1)] as const)
      plain["properties"] = Object.fromEntries(members.filter(([, member]) => member !== undefined))
    }
    const rest = value["additionalProperties"]
    if (isObject(items)) setPresent(plain, "items", this.of({ value: items, url }, depth - 1))
    if (isObject(rest) && Object.keys(rest).length > 0) {
      setPresent(plain, "additionalProperties", this.of({ value: rest, url }, depth - 1))
    }
    const parts = this.#files.entries(opened, "allOf").map((part) => this.of(part, depth))
    const choices = ["oneOf", "anyOf"].flatMap((key) => this.#files.entries(opened, key).slice(0, 1))
    parts.push(...choices.map((choice) => this.of(choice, depth - 1)))
    for (const part of parts) if (part !== undefined) merge(plain, part)
  }
}

function setPresent(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) target[key] = value
}

/** Merges a schema with one of its parts; in a conflict, the schema wins. */
function merge(whole: Record<string, unknown>, part: JsonObject): void {
  const isObjectLike = whole["type"] === "object" || part["type"] === "object"
  for (const [key, value] of Object.entries(part)) {
    if (key === "properties") whole[key] = { ...objectOf(whole[key]), ...objectOf(value), ...objectOf(whole[key]) }
    else if (key === "required") whole[key] = [...listOf(value), ...listOf(whole[key])]
    // An example of a part would hide the other members.
    else if (whole[key] === undefined && !(isObjectLike && (key === "example" || key === "default"))) whole[key] = value
  }
}
