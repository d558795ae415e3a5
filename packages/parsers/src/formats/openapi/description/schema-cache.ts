import type { JsonObject } from "./json-value.ts"

/**
 * Caches what is made from schemas, such as examples and tables of their properties: many operations return the same error, and every
 * component has a page of its own.
 */
export class SchemaCache {
  readonly #madeBySchema = new WeakMap<JsonObject, Map<string, unknown>>()

  /**
   * Returns something that is made from a schema.
   *
   * @param kind what is made; equal kinds of a schema must give equal values of the same type.
   * @param make is called once per schema and kind. Its result must not be changed.
   */
  get<Made>(schema: JsonObject, kind: string, make: () => Made): Made {
    let made = this.#madeBySchema.get(schema)
    if (made === undefined) this.#madeBySchema.set(schema, (made = new Map()))
    if (!made.has(kind)) made.set(kind, make())
    return made.get(kind) as Made
  }
}
