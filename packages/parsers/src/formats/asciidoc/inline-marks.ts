import { decodeHTML } from "entities"
import { endsEntry, linkText } from "../../document/link-text.ts"
import { codeSpan } from "../markdown/inline/render-inline.ts"

/**
 * Placeholders for markup in text that Asciidoctor still processes; it would interpret stars and backticks of finished
 * markup a second time. They are noncharacters, which no text contains (see `withoutMarks`), in the form of tags,
 * because Asciidoctor accepts a URL directly after a tag.
 */
export const MARKS = { code: "<\ufdd0>", codeEnd: "<\ufdd1>", strong: "<\ufdd2>", emphasis: "<\ufdd3>" } as const

/** A link: its target in hexadecimal digits, which Asciidoctor leaves alone, and its text. */
const LINK = /\ufdd4([0-9a-f]{1,800})\ufdd5([^\ufdd4-\ufdd6]*)\ufdd6/g
const ALL_MARKS = /\ufdd4[0-9a-f]{0,800}\ufdd5|[\ufdd0-\ufdd6]/g
/** Longer targets are not shown. */
const MAX_TARGET_CHARACTERS = 200

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " }
/** Tags that the author passed through. */
const PASSED_BREAK = /\s{0,9}<br\s{0,9}\/?>\s{0,9}/gi
const PASSED_TAG = /<\/?[a-z][^<>]*>/gi
/**
 * Typographic characters that Asciidoctor generates from ASCII ones, mapped back, because people type ASCII in
 * questions.
 */
const PLAIN: Readonly<Record<string, string>> = {
  "\u2019": "'",
  "\u2018": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u200b": "",
  "\u2009": " ",
  "\u00a0": " ",
}

/** `{url-of-something}/path[text]` with an undefined attribute: readers see only the text. */
const UNKNOWN_LINK = /\{[a-z][\w-]{0,80}\}[^\s[\]{}]{0,300}\[([^\]\n]{1,300}?)\^?\]/gi

/** A name of several words or with a capital letter, as attributes have, outside URLs and templates. A plural `s` may follow it. */
const UNKNOWN_NAME =
  /(?<![\w$#/%}{.-])\{([a-z][a-z0-9]{0,40}(?:-[a-z0-9]{1,40}){1,8}|[a-z][a-z0-9]{0,40}(?:[A-Z][a-z0-9]{0,40}){1,8}|(?:[A-Z][a-z][a-z0-9]{0,40}){1,8})\}(?!\}|(?!s\b)\w)/g

/** The id of a link target with an undefined attribute, which Asciidoctor does not recognise: `[[koi_{context}]]`. */
const UNKNOWN_ANCHOR = /\[\[[\w:.-]{0,200}\{[\w-]{1,80}\}[\w:.-]{0,100}\]\]/g

/** The URL that `unknownAddresses` invented for a link without text. */
const UNKNOWN_ADDRESS = /https:\/\/\{(?:(?:url|uri|link)-)?([a-z][\w-]{0,80}?)(?:-(?:url|uri))?\}/g

/** Removes the characters that serve as placeholders from a source text. */
export function withoutMarks(source: string): string {
  return source.replace(/[\ufdd0-\ufdef\u0001\u0096\u0097]/g, "")
}

/**
 * Replaces undefined attributes such as `{spring-framework-docs}` and `{SmartProxy}` with their words. Code keeps them,
 * because braces are literal there; so do single lowercase words (see `unknownNames`) and paths, where templates use
 * braces.
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

/** Marks a text as a link to another site, so that its target can be shown where readers need it. */
export function markLink(text: string, target: string): string {
  if (text === target || target.length > MAX_TARGET_CHARACTERS || !/^https?:/.test(target)) return text
  return `<\ufdd4>${Buffer.from(target).toString("hex")}<\ufdd5>${text}<\ufdd6>`
}

/** Removes the targets of links, where only their text can be shown. */
export function withoutTargets(converted: string): string {
  return bareMarks(converted).replace(/\ufdd4[0-9a-f]{0,800}\ufdd5|[\ufdd4-\ufdd6]/g, "")
}

/** Converts inline text to Markdown: marks become markup, character references become characters. */
export function toMarkdown(converted: string): string {
  const text = inWords(
    decode(withoutTags(converted))
      .replace(UNKNOWN_ANCHOR, "")
      .replace(UNKNOWN_LINK, "$1")
      .replace(UNKNOWN_ADDRESS, (_, name: string) => name.replaceAll("-", " ")),
  )
  return balanced(text)
    .replace(/\ufdd0([^\ufdd0\ufdd1]*)\ufdd1/g, (_, code: string) => {
      const bare = withoutTargets(code).replace(/[\ufdd2\ufdd3]/g, "")
      return bare.trim() === "" ? bare : codeSpan(bare)
    })
    .replaceAll("\ufdd2", "**")
    .replaceAll("\ufdd3", "*")
    .replace(LINK, (whole: string, target: string, shown: string, at: number, all: string) => {
      const isEntry = /^\*{0,4}$/.test(all.slice(0, at)) && endsEntry(all.slice(at + whole.length))
      return linkText(shown, Buffer.from(target, "hex").toString(), isEntry)
    })
    .replace(ALL_MARKS, "")
}

/** Converts inline text to plain text. */
export function toPlainText(converted: string): string {
  return decode(converted).replace(ALL_MARKS, "")
}

/** Converts a title to plain text; undefined attributes become their words. */
export function toTitle(converted: string): string {
  return inWords(decode(withoutTags(converted))).replace(ALL_MARKS, "")
}

/** Returns true if inline text consists of exactly one piece of code. */
export function isAllCode(converted: string): boolean {
  return /^\ufdd2?\ufdd0[^\ufdd0\ufdd1]+\ufdd1\ufdd2?$/.test(withoutTargets(converted).trim())
}

function bareMarks(converted: string): string {
  return converted.replace(/<([\ufdd0-\ufdd6])>/g, "$1")
}

/** Returns the character of an HTML entity; longer names that only start with an entity stay unchanged. */
function characterOf(entity: string): string {
  const character = decodeHTML(entity)
  return character.endsWith(";") ? entity : character
}

/** Removes HTML tags; text that only looks like a tag contains `&lt;` at this point. */
function withoutTags(converted: string): string {
  return bareMarks(converted).replace(PASSED_BREAK, " ").replace(PASSED_TAG, "")
}

/** Keeps only the outermost marks of nested code. */
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
        if (point >= 0xfdd0 && point <= 0xfdef) return ""
        return String.fromCodePoint(point)
      },
    )
    .replace(/[\u2018\u2019\u201c\u201d\u200b\u2009\u00a0]/g, (character) => PLAIN[character] ?? character)
}
