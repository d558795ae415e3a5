import { BlockWriter } from "../../../document/block-writer.ts"
import type { Document } from "../../../document/document.ts"
import { addMarkdown, addTable, NO_LINES } from "../description/api-markdown.ts"
import { cellOf, textOf } from "../description/json-value.ts"
import type { Operation } from "../description/list-operations.ts"

/** Writes the page of a tag: its description and its operations. */
export function writeTag(tag: string, description: string | undefined, operations: readonly Operation[]): Document {
  const writer = new BlockWriter(1)
  writer.heading(1, tag, NO_LINES)
  addMarkdown(writer, description, 1)
  if (operations.length > 0) {
    writer.heading(2, `${tag}: all operations`, NO_LINES)
    const rows = operations.map(({ method, path, summary, opened }) => [
      cellOf(`${method} ${path}`),
      cellOf(summary ?? textOf(opened.value["operationId"]) ?? ""),
    ])
    addTable(writer, [`Operation of ${cellOf(tag)}`, "What it does"], rows)
  }
  return writer.finish(tag, description).document
}
