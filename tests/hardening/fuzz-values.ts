import { mutate, type Random } from "./mutate.ts"

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

const MAX_DEPTH = 5

/** Words with a meaning for some route or some program. The addresses lead nowhere. */
const WORDS = [
  "/otter/docs",
  "/otter/docs@1.0",
  "/a/b",
  "otter",
  "river of bytes",
  "http://127.0.0.1:9/a/b.git",
  "https://127.0.0.1:9/docs/",
  "http://10.0.0.1/",
  "git@127.0.0.1:a/b.git",
  "file:///etc/passwd",
  "main",
  "latest",
  "txt",
  "json",
  "admin",
  "member",
  "0 3 * * *",
  "2026-01-01T00:00:00Z",
  "2026-01-01",
  "job.succeeded",
  "../..",
  "..%2f..",
  "%00",
  "\u0000",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "true",
  "-1",
  "1e999",
  "0x10",
  "'; drop table job; --",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}",
  "\u202eabc\u2066",
  "\ud800",
  "漢字かな",
  "🦦",
  "",
  " ",
] as const

/** Generates an unexpected text. */
export function anyText(random: Random): string {
  const word = random.pick(WORDS)
  switch (random.below(6)) {
    case 0:
      return mutate(word, random.pick(WORDS), random).slice(0, 5_000)
    case 1:
      return word.repeat(1 + random.below(400)).slice(0, 20_000)
    case 2:
      return word + random.pick(WORDS)
    default:
      return word
  }
}

/** Generates any JSON value. */
export function anyValue(random: Random, depth = 0): unknown {
  switch (random.below(depth >= MAX_DEPTH ? 6 : 9)) {
    case 0:
      return null
    case 1:
      return random.below(2) === 0
    case 2:
      return random.pick([0, -1, 1, 0.5, 1e308, -1e308, 2 ** 53, 4_294_967_296, 10_000])
    case 3:
    case 4:
    case 5:
      return anyText(random)
    case 6:
      return Array.from({ length: random.below(5) }, () => anyValue(random, depth + 1))
    case 7:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [anyText(random).slice(0, 40), anyValue(random, depth + 1)]),
      )
    default:
      return nested(random)
  }
}

function nested(random: Random): unknown {
  let value: unknown = anyText(random)
  for (let depth = random.below(200); depth > 0; depth--) value = random.below(2) === 0 ? [value] : { a: value }
  return value
}

/** Generates a value that mostly matches a schema. */
export function valueOf(schema: Schema, random: Random, depth = 0): unknown {
  if (random.below(12) === 0 || depth > MAX_DEPTH) return anyValue(random, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return valueOf(random.pick(choices), random, depth)
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, random, depth)))
  const type = typeof schema.type === "string" ? schema.type : random.pick(schema.type ?? ["string"])
  switch (type) {
    case "object":
      return objectOf(schema, random, depth)
    case "array":
      return Array.from({ length: random.below(4) }, () => valueOf(schema.items ?? {}, random, depth + 1))
    case "integer":
    case "number":
      return random.pick([schema.minimum ?? 1, schema.maximum ?? 100, 1, 0, -1, 7, 1.5, 2 ** 31, 1e21])
    case "boolean":
      return random.below(2) === 0
    case "null":
      return null
    default:
      return textOf(schema, random)
  }
}

function textOf({ maxLength }: Schema, random: Random): string {
  if (maxLength !== undefined && random.below(10) === 0) return "x".repeat(maxLength + random.below(3) - 1)
  return anyText(random)
}

function objectOf(schema: Schema, random: Random, depth: number): unknown {
  const members = Object.entries(schema.properties ?? {})
    .filter(() => random.below(5) !== 0)
    .map(([name, part]): [string, unknown] => [name, valueOf(part, random, depth + 1)])
  if (random.below(8) === 0) members.push([anyText(random).slice(0, 40), anyValue(random, depth + 1)])
  if (typeof schema.additionalProperties === "object") {
    members.push([anyText(random).slice(0, 40), valueOf(schema.additionalProperties, random, depth + 1)])
  }
  return Object.fromEntries(members)
}
