import { decodeHTML } from "entities"

const ENVELOPE = /^<wiki-page title="([^"<>]*)">\n([\s\S]*)\n<\/wiki-page>\s*$/

/** The body of a page with the title that the wiki keeps beside it. */
export interface EnvelopedPage {
  readonly title: string | undefined
  readonly body: string
  /** Lines of the file before the body. */
  readonly lineOffset: number
}

/** Takes a page out of the one element that carries its title; text without it is a body as it is. */
export function openEnvelope(text: string): EnvelopedPage {
  const [, title, body] = ENVELOPE.exec(text) ?? []
  if (title === undefined || body === undefined) return { title: undefined, body: text, lineOffset: 0 }
  return { title: decodeHTML(title), body, lineOffset: 1 }
}
