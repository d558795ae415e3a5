import { shownAlternative } from "../../document/alternative-text.ts"
import { attributeOf, type AsciidocNode } from "./asciidoctor-nodes.ts"

/** Icons mean yes or no in feature tables; elsewhere they are decoration. */
export function iconText(name: string): string {
  if (/^(?:check|tick|ok|yes)(?:[ _-]?mark)?(?:$|[ _-])|-check$/i.test(name)) return "✓"
  return /^(?:times|xmark|cross|close|remove|ban|no)(?:$|[ _-])|-(?:xmark|times)$/i.test(name) ? "✗" : ""
}

/** Returns what an image alone in a table cell stands for: a sign for yes or no, its alternative text, or the name of its file. */
export function imageValue(image: AsciidocNode): string {
  const alternative = shownAlternative(attributeOf(image, "alt"))
  return iconText(alternative) || alternative
}
