import { asError } from "../../base/errors.ts"
import type { Document, ParsedFile } from "../../document/document.ts"
import { isObject } from "./description/json-value.ts"

/** Takes a page back from the text that it travelled in (see `ApiPage`). Another text gives a problem and no blocks. */
export function parseApiPage(text: string): ParsedFile {
  try {
    const value: unknown = JSON.parse(text)
    // The border: `parseApi` of this program wrote the text.
    if (isObject(value) && Array.isArray(value["blocks"]))
      return { document: value as unknown as Document, problems: [] }
    return { document: { blocks: [] }, problems: [{ message: "the file is no page of an API" }] }
  } catch (thrown) {
    return {
      document: { blocks: [] },
      problems: [{ message: `the file is no page of an API: ${asError(thrown).message}` }],
    }
  }
}
