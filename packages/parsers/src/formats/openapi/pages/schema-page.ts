import { BlockWriter } from "../../../document/block-writer.ts"
import type { Document } from "../../../document/document.ts"
import type { ApiFiles, Located } from "../description/api-files.ts"
import { addMarkdown, addTable, NO_LINES } from "../description/api-markdown.ts"
import { cellOf, jsonOf, textOf } from "../description/json-value.ts"
import { exampleOfSchema } from "../samples/examples.ts"
import { meaningOf, typeOf } from "../schemas/describe-schema.ts"
import { schemaRows, type SchemaBounds } from "../schemas/schema-rows.ts"

/** Schemas link to other schemas by name instead of repeating them. */
const SCHEMA_BOUNDS: SchemaBounds = { maxDepth: 4, maxNamedDepth: 1, maxRows: 300 }

/** Writes the page of a schema: its fields and an example. */
export function writeSchema(files: ApiFiles, name: string, at: Located): Document {
  const writer = new BlockWriter(1)
  const { value } = files.open(at)
  const title = `Schema ${name}`
  writer.heading(1, title, NO_LINES, { anchor: name, isEntry: true })
  addMarkdown(writer, textOf(value["description"]))
  const rows = schemaRows(files, at, SCHEMA_BOUNDS)
  if (rows.length === 0)
    writer.paragraph(
      `${name} is ${typeOf(files, { ...at, value })}. ${meaningOf({ ...value, description: "" })}`,
      NO_LINES,
    )
  addTable(writer, [`Field of ${cellOf(name)}`, "Type", "Required", "Meaning"], rows)
  const example = jsonOf(value["example"] ?? exampleOfSchema(files, at, { direction: "response" }), 2)
  if (rows.length > 0 && example !== undefined && example !== "{}") writer.code("json", example, NO_LINES)
  return writer.finish(title).document
}
