import { z } from "zod"

/** A field of a request that its schema does not have. */
export interface UnknownField {
  /** Where the object with the field is; empty for the whole value. */
  readonly path: readonly PropertyKey[]
  readonly name: string
  /** Fields that the object can have. */
  readonly known: readonly string[]
}

/** Enough to correct a request; a request can have thousands. */
const MAX_REPORTED = 10

/**
 * Finds fields that a schema would ignore or refuse, in objects at every depth.
 *
 * @param value as it was sent; parts that do not match the schema are passed over.
 * @returns at most 10 fields, in the order of the value.
 */
export function findUnknownFields(schema: z.ZodType, value: unknown): readonly UnknownField[] {
  const found: UnknownField[] = []
  collectUnknown(schema, value, { path: [], found })
  return found
}

interface Search {
  readonly path: readonly PropertyKey[]
  readonly found: UnknownField[]
}

function collectUnknown(given: z.core.$ZodType, value: unknown, { path, found }: Search): void {
  const schema = withoutWrappers(given)
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [at, entry] of value.entries()) {
      if (found.length >= MAX_REPORTED) return
      collectUnknown(schema.element, entry, { path: [...path, at], found })
    }
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  const known = Object.keys(shape)
  for (const [name, member] of Object.entries(value)) {
    if (found.length >= MAX_REPORTED) return
    const memberSchema = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (memberSchema === undefined) found.push({ path, name, known })
    else collectUnknown(memberSchema, member, { path: [...path, name], found })
  }
}

/** Returns the schema that a value as it was sent has to match, without what can be omitted or is changed afterwards. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return withoutWrappers(schema.unwrap())
  }
  return schema instanceof z.ZodPipe ? withoutWrappers(schema.in) : schema
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
