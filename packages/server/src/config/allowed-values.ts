import { z } from "zod"

/** The parts of a setting's JSON schema that a description needs. */
interface SettingSchema {
  readonly form?: string
  readonly enum?: readonly string[]
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
}

/**
 * Describes in words which values a setting accepts, in Markdown, such as ``a whole number from 0 to 65535``. A setting with
 * a pattern needs a `form` in its metadata.
 *
 * @throws {Error} if a setting has a pattern and no `form`.
 */
export function allowedValues(setting: z.ZodType): string {
  const schema = jsonSchemaOf(setting, "output")
  if (schema.form !== undefined) return schema.form
  if (schema.enum !== undefined) return joinWithOr(schema.enum.map((value) => `\`${value}\``))
  if (schema.type === "integer") return `a whole number from ${schema.minimum} to ${schema.maximum}`
  if (schema.type === "number") return `a number from ${schema.minimum} to ${schema.maximum}`
  if (schema.type === "array" || Array.isArray(schema.default)) return "values separated by commas"
  // The format of a transformed setting is only in its input schema.
  if ((schema.format ?? jsonSchemaOf(setting, "input").format) === "uri") return "an `http` or `https` URL"
  if (schema.pattern !== undefined) {
    throw new Error("a setting with a pattern needs a `form` that describes it in words")
  }
  const { minLength = 0, maxLength } = schema
  if (maxLength !== undefined && minLength > 1) return `text of ${minLength} to ${maxLength} characters`
  if (maxLength !== undefined) return `text of at most ${maxLength} characters`
  return "text"
}

/** Joins words, as in "a, b or c". */
function joinWithOr(words: readonly string[]): string {
  // Created on demand, because loading the rules of the language takes 20 ms.
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words)
}

function jsonSchemaOf(setting: z.ZodType, io: "input" | "output"): SettingSchema {
  return z.toJSONSchema(setting, { io, unrepresentable: "any" }) as SettingSchema
}
