import { decodeHTML } from "entities"

const ENVELOPE = /^<wiki-page title="([^"<>]*)">\n([\s\S]*)\n<\/wiki-page>\s*$/

/** The body of a page with its title, which the wiki stores separately. */
export interface EnvelopedPage {
  readonly title: string | undefined
  readonly body: string
  /** Number of lines before the body. */
  readonly lineOffset: number
}

/** Unwraps the element that contains the title; text without it is returned as the body. */
export function openEnvelope(text: string): EnvelopedPage {
  const [, title, body] = ENVELOPE.exec(text) ?? []
  if (title === undefined || body === undefined) return { title: undefined, body: text, lineOffset: 0 }
  return { title: decodeHTML(title), body, lineOffset: 1 }
}
