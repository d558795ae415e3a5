import { parsePlainText } from "../plain-text/parse-plain-text.ts"
import type { ParsedFile } from "../document.ts"
export function parseRestructuredText(text: string): ParsedFile {
  return parsePlainText(text)
}
