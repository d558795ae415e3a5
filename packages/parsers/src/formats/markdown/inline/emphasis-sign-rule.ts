import type { StateCore, Token } from "markdown-it"
import { shortcodeText } from "./shortcode-rule.ts"

const OPENING = /^(?:em|strong)_open$/
const CLOSING = /^(?:em|strong)_close$/
const WORD_AT_START = /^[\p{L}\p{N}]/u
const WORD_AT_END = /[\p{L}\p{N}]$/u
/** Tags that are written as a sign or a line break, which separate emphasis from a word. */
const WRITTEN_TAG = /^<\/?(?:code|tt|samp|b|strong|em|i|br|del|s|strike|li|td|th)[\s/>]/i

/**
 * Core rule that changes underscores around emphasis to asterisks where they touch a letter or digit, where underscores are literal. Authors
 * cannot write them there, but a link, tag or shortcode between them and the word is not shown: `[_Koi_](koi.md)s`.
 */
export function emphasisSignRule(state: StateCore): void {
  for (const { children } of state.tokens) if (children?.some(isUnderscored) === true) changeSigns(children)
}

function isUnderscored({ type, markup }: Token): boolean {
  return markup.startsWith("_") && OPENING.test(type)
}

function changeSigns(tokens: readonly Token[]): void {
  const open: number[] = []
  for (const [index, token] of tokens.entries()) {
    if (OPENING.test(token.type)) open.push(index)
    if (!CLOSING.test(token.type)) continue
    const opening = open.pop() ?? index
    const first = tokens[opening]
    if (first === undefined || !isUnderscored(first)) continue
    if (!touchesWord(tokens, opening, -1) && !touchesWord(tokens, index, 1)) continue
    first.markup = "*".repeat(first.markup.length)
    token.markup = first.markup
  }
}

/** Returns true if the next token in a direction that shows anything shows a letter or digit beside the emphasis. */
function touchesWord(tokens: readonly Token[], from: number, step: 1 | -1): boolean {
  const pattern = step === 1 ? WORD_AT_START : WORD_AT_END
  for (let index = from + step; ; index += step) {
    const token = tokens[index]
    if (token === undefined) return false
    const text = textOf(token)
    if (text !== "") return pattern.test(text)
  }
}

/** Returns what a token shows, or signs in its place; empty for one that shows nothing. */
function textOf({ type, content, markup }: Token): string {
  if (type === "text" || type === "text_special") return content
  if (type === "shortcode") return shortcodeText(content)
  if (type === "html_inline") return WRITTEN_TAG.test(content) ? content : ""
  if (type === "link_open" || type === "link_close") return ""
  // Alternative text begins and ends with words.
  return type === "image" ? "a" : markup || " "
}
