/** Generates a description; equal sizes give equal descriptions. */
export interface LargeDescription {
  readonly operations: number
  readonly schemas: number
  readonly fieldsPerSchema: number
}

/** 1,100 operations over 800 schemas that refer to each other: 8.6 MB as JSON, the shape of the largest public ones. */
export const LARGEST: LargeDescription = { operations: 1100, schemas: 800, fieldsPerSchema: 36 }

/** Makes up a description, the same for the same numbers. */
export function makeLargeDescription({ operations, schemas, fieldsPerSchema }: LargeDescription): object {
  const reference = (index: number) => ({ $ref: `#/components/schemas/Thing${index % schemas}` })
  const content = (index: number) => ({ "application/json": { schema: reference(index) } })
  const paths: Record<string, object> = {}
  for (let index = 0; index < operations; index++) {
    paths[`/area-${index % 40}/things-${index}/{thingId}`] = {
      [index % 3 === 0 ? "post" : "get"]: {
        operationId: `thing${index}`,
        tags: [`area ${index % 40}`],
        summary: `Handle thing number ${index}`,
        description: `Handles thing ${index} of area ${index % 40}. ${words(index, 220)}`,
        parameters: [
          { name: "thingId", in: "path", required: true, schema: { type: "string" }, description: words(index, 12) },
          { name: "page", in: "query", schema: { type: "integer", default: 1 }, description: words(index + 1, 12) },
        ],
        ...(index % 3 === 0 ? { requestBody: { required: true, content: content(index) } } : {}),
        responses: {
          200: { description: "It went well", content: content(index * 7) },
          404: { description: "There is no such thing", content: content(1) },
        },
      },
    }
  }
  const made = Array.from({ length: schemas }, (_, index) => {
    const fields = Array.from({ length: fieldsPerSchema }, (_, field): [string, object] => [
      `field_${index % 50}_${field}`,
      {
        type: field % 2 === 0 ? "string" : "integer",
        description: words(index * 31 + field, 26),
        example: field % 2 === 0 ? `value ${field}` : field,
      },
    ])
    const properties = {
      ...Object.fromEntries(fields),
      parent: reference(index * 3 + 1),
      children: { type: "array", items: reference(index) },
    }
    return [`Thing${index}`, { type: "object", required: ["parent"], properties }] as const
  })
  return {
    openapi: "3.0.3",
    info: { title: "Largest", version: "1", description: words(3, 60) },
    servers: [{ url: "https://api.example" }],
    paths,
    components: { schemas: Object.fromEntries(made) },
  }
}

const WORDS =
  "account balance charge customer delete event filter group header invoice join key limit member name order page query refund status token update value webhook zone".split(
    " ",
  )

/** Returns meaningless words that differ for every seed. */
function words(seed: number, count: number): string {
  let state = seed * 2654435761 + 1
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return WORDS[Math.floor(state / 65536) % WORDS.length] ?? ""
  }).join(" ")
}
