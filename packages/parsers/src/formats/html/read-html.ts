import { Parser, type ParserOptions } from "htmlparser2"

/** htmlparser2 looks at all open elements at every tag. With more of them the parser is restarted, so that time stays linear. */
const MAX_OPEN = 256
/** Characters written at least between looks at the number of open elements. */
const CHUNK_CHARACTERS = 1_024

/** What is called in the order of the text, with the index at which a tag or a run of text starts. */
export interface HtmlEvents {
  /** @param name lower case. */
  open(name: string, attributes: Record<string, string>, index: number): void
  /** @param isImplied the element ends without a closing tag: by its kind, with another element, or with the text. */
  close(name: string, isImplied: boolean, index: number): void
  /** @param text with entities resolved; a run can come in several parts. */
  text(text: string, index: number): void
}

/**
 * Reads the tags and the text of HTML, however broken. Never throws by itself. Time grows linearly with the length, also when no
 * element is closed: once more than 256 are open, all are closed, and reading goes on outside of them.
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
    // Split before a tag, so that a new parser does not start inside of one and no run of text is divided.
    const tagAt = html.indexOf("<", at + CHUNK_CHARACTERS)
    const end = tagAt === -1 ? html.length : tagAt
    parser.write(html.slice(at, end))
    at = end
  }
  parser.end()
}
