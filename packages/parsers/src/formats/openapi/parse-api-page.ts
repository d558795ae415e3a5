import { asError } from "../../base/errors.ts"
import type { Document, ParsedFile } from "../../document/document.ts"
import { isObject } from "./description/json-value.ts"

/** Restores a page from its stored text (see `ApiPage`). Invalid text returns a problem and no blocks. */
export function parseApiPage(text: string): ParsedFile {
  try {
    const value: unknown = JSON.parse(text)
    // The assertion is safe: `parseApi` wrote this text.
    if (isObject(value) && Array.isArray(value["blocks"]))
      return { document: value as unknown as Document, problems: [] }
    return { document: { blocks: [] }, problems: [{ message: "the file is not an API page" }] }
  } catch (thrown) {
    return {
      document: { blocks: [] },
      problems: [{ message: `the file is not an API page: ${asError(thrown).message}` }],
    }
  }
}
