import { decodeHTML } from "entities"
import { codeSpan } from "../markdown/inline/render-inline.ts"

/**
 * Stands for markup in text that Asciidoctor goes on working on: stars and backticks of finished markup would be taken
 * for markup once more. Noncharacters, which no text has (see `withoutMarks`), in the form of tags: Asciidoctor expects
 * tags of what is finished, an address may begin after one.
 */
export const MARKS = { code: "<\ufdd0>", codeEnd: "<\ufdd1>", strong: "<\ufdd2>", emphasis: "<\ufdd3>" } as const

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " }
/** Tags that an author passed through. */
const PASSED_BREAK = /\s{0,9}<br\s{0,9}\/?>\s{0,9}/gi
const PASSED_TAG = /<\/?[a-z][^<>]*>/gi
/** Typographic characters that Asciidoctor makes of ASCII ones; who asks types the ASCII ones. */
const PLAIN: Readonly<Record<string, string>> = {
  "\u2019": "'",
  "\u2018": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u200b": "",
  "\u2009": " ",
  "\u00a0": " ",
}

/** `{url-of-something}/path[text]`, where nobody says what the name stands for: the text is what a reader sees. */
const UNKNOWN_LINK = /\{[a-z][\w-]{0,80}\}[^\s[\]{}]{0,300}\[([^\]\n]{1,300}?)\^?\]/gi

/** A name of several words, or with a capital, as attributes have, that is no part of an address or a template. */
const UNKNOWN_NAME =
  /(?<![\w$#/%}{.-])\{([a-z][a-z0-9]{0,40}(?:-[a-z0-9]{1,40}){1,8}|[a-z][a-z0-9]{0,40}(?:[A-Z][a-z0-9]{0,40}){1,8}|(?:[A-Z][a-z][a-z0-9]{0,40}){1,8})\}(?![}\w])/g

/** The address that `unknownAddresses` made up for a link that shows no text of its own. */
const UNKNOWN_ADDRESS = /https:\/\/\{(?:(?:url|uri|link)-)?([a-z][\w-]{0,80}?)(?:-(?:url|uri))?\}/g

/** Takes out of a source the characters that stand for markup later. */
export function withoutMarks(source: string): string {
  return source.replace(/[\ufdd0-\ufdef\u0001\u0096\u0097]/g, "")
}

/**
 * Puts words in place of `{spring-framework-docs}` and `{SmartProxy}`, a name that neither the page nor its site gives a value. Code keeps it,
 * where braces mean themselves; so do single small words (see `unknownNames`) and what stands in a path, as templates do.
 */
function inWords(text: string): string {
  if (!text.includes("{")) return text
  return text
    .split(/(\ufdd0[^\ufdd0\ufdd1]*\ufdd1|`[^`\n]*`)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(UNKNOWN_NAME, (_, name: string) => name.replaceAll(/-|(?<=[a-z0-9])(?=[A-Z])/g, " ")),
    )
    .join("")
}

/** Turns converted inline text into Markdown: marks into markup, character references into characters. */
export function toMarkdown(converted: string): string {
  const text = inWords(
    decode(withoutTags(converted))
      .replace(UNKNOWN_LINK, "$1")
      .replace(UNKNOWN_ADDRESS, (_, name: string) => name.replaceAll("-", " ")),
  )
  return balanced(text)
    .replace(/\ufdd0([^\ufdd0\ufdd1]*)\ufdd1/g, (_, code: string) => {
      const bare = code.replace(/[\ufdd2\ufdd3]/g, "")
      return bare.trim() === "" ? bare : codeSpan(bare)
    })
    .replaceAll("\ufdd2", "**")
    .replaceAll("\ufdd3", "*")
    .replace(/[\ufdd0\ufdd1]/g, "")
}

/** Turns converted inline text into text without markup. */
export function toPlainText(converted: string): string {
  return decode(converted).replace(/[\ufdd0-\ufdd3]/g, "")
}

/** Turns a converted title into text without markup; names that nobody defines are words. */
export function toTitle(converted: string): string {
  return inWords(decode(withoutTags(converted))).replace(/[\ufdd0-\ufdd3]/g, "")
}

/** Tells whether converted inline text is one piece of code and nothing else. */
export function isAllCode(converted: string): boolean {
  return /^\ufdd2?\ufdd0[^\ufdd0\ufdd1]+\ufdd1\ufdd2?$/.test(bareMarks(converted).trim())
}

function bareMarks(converted: string): string {
  return converted.replace(/<([\ufdd0-\ufdd3])>/g, "$1")
}

/** The character of a name that HTML has; names that only begin like one stay. */
function characterOf(entity: string): string {
  const character = decodeHTML(entity)
  return character.endsWith(";") ? entity : character
}

/** Takes out what was written as HTML; text that only looks so has `&lt;` here. */
function withoutTags(converted: string): string {
  return bareMarks(converted).replace(PASSED_BREAK, " ").replace(PASSED_TAG, "")
}

/** Code in code keeps its outermost marks only. */
function balanced(text: string): string {
  let depth = 0
  return text.replace(/[\ufdd0\ufdd1]/g, (mark) => {
    if (mark === "\ufdd0") return depth++ === 0 ? mark : ""
    depth = Math.max(0, depth - 1)
    return depth === 0 ? mark : ""
  })
}

function decode(text: string): string {
  return bareMarks(text)
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return NAMED[name] ?? characterOf(whole)
        const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
        if (point < 32 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return ""
        return String.fromCodePoint(point)
      },
    )
    .replace(/[\u2018\u2019\u201c\u201d\u200b\u2009\u00a0]/g, (character) => PLAIN[character] ?? character)
}
