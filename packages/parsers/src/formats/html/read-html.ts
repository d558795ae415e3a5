import { Parser, type ParserOptions } from "htmlparser2"

/** htmlparser2 checks all open elements at every tag. Beyond this number the parser is restarted, which keeps the time linear. */
const MAX_OPEN = 256
/** Minimum number of characters written between checks of the number of open elements. */
const CHUNK_CHARACTERS = 1_024

/** Callbacks in text order, each with the index at which the tag or run of text starts. */
export interface HtmlEvents {
  /** @param name in lower case. */
  open(name: string, attributes: Record<string, string>, index: number): void
  /** @param isImplied true if the element ends without a closing tag: because of its kind, with another element, or at the end. */
  close(name: string, isImplied: boolean, index: number): void
  /** @param text with entities resolved; a run can be split into several calls. */
  text(text: string, index: number): void
}

/**
 * Parses the tags and text of HTML, however invalid. Never throws unless a callback does. Time grows linearly with the length even if no
 * element is closed: once more than 256 elements are open, all are closed, and parsing continues outside of them.
 */
export function readHtml(html: string, events: HtmlEvents, options: ParserOptions = {}): void {
  let openCount = 0
  const startAt = (origin: number): Parser => {
    const parser: Parser = new Parser(
      {
        onopentag(name, attributes) {
          openCount++
          events.open(name, attributes, origin + parser.startIndex)
        },
        onclosetag(name, isImplied) {
          openCount--
          events.close(name, isImplied, origin + parser.startIndex)
        },
        ontext: (text) => events.text(text, origin + parser.startIndex),
      },
      { decodeEntities: true, ...options },
    )
    return parser
  }
  let parser = startAt(0)
  for (let at = 0; at < html.length;) {
    if (openCount > MAX_OPEN) {
      parser.end()
      parser = startAt(at)
    }
    // Splits before a tag, so that a new parser does not start inside one and no run of text is divided.
    const tagAt = html.indexOf("<", at + CHUNK_CHARACTERS)
    const end = tagAt === -1 ? html.length : tagAt
    parser.write(html.slice(at, end))
    at = end
  }
  parser.end()
}
