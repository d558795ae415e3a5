import type { JsonObject } from "./json-value.ts"

/** The largest public descriptions have about 3,000 examples and tables. */
const MAX_VALUES = 4_096

/**
 * Caches values that are made from schemas, such as examples and tables of properties: many operations return the same error, and every
 * component also has a page. The cache is emptied when it is full.
 */
export class SchemaCache {
  readonly #maxValues: number
  #valuesBySchema = new WeakMap<JsonObject, Map<string, unknown>>()
  #count = 0

  constructor(maxValues = MAX_VALUES) {
    this.#maxValues = maxValues
  }

  /**
   * Returns the value of a schema, and makes it if it is not cached.
   *
   * @param kind names what is made. Equal kinds of a schema must give equal values of the same type.
   * @param make its result must not be changed afterwards.
   */
  get<Value>(schema: JsonObject, kind: string, make: () => Value): Value {
    const values = this.#valuesBySchema.get(schema)
    if (values?.has(kind) === true) return values.get(kind) as Value
    const value = make()
    this.#keep(schema, kind, value)
    return value
  }

  #keep(schema: JsonObject, kind: string, value: unknown): void {
    if (this.#count === this.#maxValues) {
      this.#valuesBySchema = new WeakMap()
      this.#count = 0
    }
    let values = this.#valuesBySchema.get(schema)
    if (values === undefined) this.#valuesBySchema.set(schema, (values = new Map()))
    values.set(kind, value)
    this.#count++
  }
}
