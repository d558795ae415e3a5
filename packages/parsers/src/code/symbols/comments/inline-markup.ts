import { fenced } from "./comment-text.ts"

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&nbsp;": " ",
  "&#64;": "@",
  "&#123;": "{",
  "&#125;": "}",
  "&#47;": "/",
}

/** Converts `{@link}`, `{@code}` and similar tags of JSDoc, TSDoc, Javadoc and PHPDoc to Markdown. */
export function inlineTags(text: string): string {
  return text
    .replaceAll(/\[([^\]\n]{1,300})\]\{@link(?:code|plain)?\s[^}]{0,1000}\}/g, "$1")
    .replaceAll(/\{@(?:link|linkcode|linkplain|see|inheritDoc)\s+([^}]*)\}/g, (_, target: string) => linkText(target))
    .replaceAll(/\{@value\s*([^}]*)\}/g, (_, target: string) => linkText(target))
    .replaceAll(/\{@inheritdoc\}/gi, "")
    .replaceAll(/\{@(?:code|systemProperty)\s+((?:[^{}]|\{[^{}]*\})*)\}/g, (_, code: string) => codeSpan(code))
    .replaceAll(/\{@literal\s+((?:[^{}]|\{[^{}]*\})*)\}/g, "$1")
}

/** Returns the label of a link, or its target as code. */
function linkText(target: string): string {
  const text = target.trim().replace(/^#/, "").replaceAll("#", ".")
  const labelled = /^[^\s|(]+(?:\([^)]*\))?(?:\s*\|\s*|\s+)([^]+)$/.exec(text)?.[1]
  if (labelled !== undefined) return labelled.trim()
  return /^https?:/.test(text) ? text : codeSpan(text)
}

function codeSpan(code: string): string {
  const text = code.replaceAll(/\s+/g, " ").trim()
  return text === "" ? "" : text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Converts HTML in comments to Markdown. */
export function htmlToMarkdown(text: string, language: string): string {
  const parts = text.split(/(<pre\b[^>]*>[^]*?<\/pre>)/i)
  return parts.map((part, at) => (at % 2 === 1 ? preformatted(part, language) : flowing(part))).join("")
}

function preformatted(part: string, language: string): string {
  const inside = part
    .replace(/^<pre\b[^>]*>/i, "")
    .replace(/<\/pre>$/i, "")
    .replace(/^\s*<code\b[^>]*>([^]*)<\/code>\s*$/i, "$1")
    .replace(/^\s*\{@(?:code|literal)\s?([^]*)\}\s*$/, "$1")
    .replaceAll(/<\/?\w[^>\n]*>/g, "")
  return `\n\n${fenced(withoutEntities(inside), language)}\n\n`
}

function flowing(part: string): string {
  return withoutEntities(
    part
      .replaceAll(/<(code|tt|kbd|samp)\b[^>]*>([^]*?)<\/\1>/gi, (_, __, code: string) =>
        codeSpan(withoutEntities(code)),
      )
      .replaceAll(/<h[1-6]\b[^>]*>([^]*?)<\/h[1-6]>/gi, "\n\n**$1**\n\n")
      .replaceAll(/<\/?(?:p|div|blockquote|dl|table|tbody|thead|tr|ul|ol)\b[^>]*>/gi, "\n\n")
      .replaceAll(/\s*<(?:li|dt)\b[^>]*>\s*/gi, "\n- ")
      .replaceAll(/<br\s*\/?>/gi, "\n")
      .replaceAll(/<(b|strong)\b[^>]*>([^]*?)<\/\1>/gi, "**$2**")
      .replaceAll(/<(i|em|var)\b[^>]*>([^]*?)<\/\1>/gi, "*$2*")
      .replaceAll(/<\/?(?:a|li|dt|dd|td|th|span|sup|sub|small|caption|font|u|img|hr)\b[^>]*>/gi, " "),
  ).replaceAll(/\n{3,}/g, "\n\n")
}

/** Decodes HTML entities. */
function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:lt|gt|amp|quot|apos|nbsp|#39|#64|#123|#125|#47);/g,
    (entity) => ENTITIES[entity] ?? entity,
  )
}

/** Converts inline commands of Doxygen to Markdown. */
export function doxygenToMarkdown(text: string, language: string): string {
  return text
    .replaceAll(
      /[@\\](?:code|verbatim)(?:\{\.?(\w+)\})?\n?([^]*?)[@\\]end(?:code|verbatim)/g,
      (_, label: string, code: string) => {
        return `\n\n${fenced(code, label ?? language)}\n\n`
      },
    )
    .replaceAll(/[@\\](?:c|p|a)\s+(\S+?)(?=[.,;:)]*(?:\s|$))/g, (_, word: string) => codeSpan(word))
    .replaceAll(
      /[@\\](?:ref|link)\s+(\S+?)(?:\s+"([^"]*)")?(?=[.,;:)]*(?:\s|$))/g,
      (_, target: string, label?: string) => {
        return label ?? codeSpan(target)
      },
    )
    .replaceAll(/[@\\](?:b)\s+(\S+)/g, "**$1**")
    .replaceAll(/[@\\](?:e|em)\s+(\S+)/g, "*$1*")
    .replaceAll(/^\s*[@\\](?:endlink|ingroup|defgroup|addtogroup|name|\{|\}).*$/gm, "")
    .replaceAll(/(^|\s)[@\\]n(?=\s|$)/g, "$1")
}

/** Converts the markup of RDoc and YARD to Markdown. */
export function rdocToMarkdown(text: string, language: string): string {
  return indentedToFences(
    text
      .replaceAll(/^=+\s+(.+)$/gm, "**$1**")
      .replaceAll(/<(tt|code)>([^]*?)<\/\1>/g, (_, __, code: string) => codeSpan(code))
      .replaceAll(/(^|[\s(])\+([\w:.#?!@$[\]/-]+)\+/g, "$1`$2`")
      .replaceAll(
        /\{(https?:[^\s}]{1,2000})\s([^}]{1,1000})\}/g,
        (_, url: string, label: string) => `[${label.trimStart()}](${url})`,
      )
      .replaceAll(
        /\{([A-Z#][\w:#.?!]*)(?:\s+([^}]+))?\}/g,
        (_, target: string, label?: string) => label ?? codeSpan(target),
      )
      .replaceAll(/\{([^}\n]+)\}\[(https?:[^\]]+)\]/g, "[$1]($2)"),
    language,
  )
}

/** Puts indented paragraphs after an empty line into fences, because they are code in comments of Go and Ruby. */
export function indentedToFences(text: string, language: string): string {
  const lines = text.split("\n")
  const written: string[] = []
  let fence = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence
    const isAfterGap = at === 0 || (lines[at - 1] ?? "").trim() === ""
    const isCode = !fence && isAfterGap && /^(?:\t| {2,})\S/.test(line) && !/^\s+(?:[-*+•]|\d+[.)])\s/.test(line)
    if (!isCode) {
      written.push(line)
      continue
    }
    const start = at
    while (at + 1 < lines.length && /^(?:\t| {2,}|\s*$)/.test(lines[at + 1] ?? "")) at++
    const block = lines.slice(start, at + 1)
    const indent = Math.min(
      ...block.filter((row) => row.trim() !== "").map((row) => row.length - row.trimStart().length),
    )
    written.push(fenced(block.map((row) => row.slice(indent)).join("\n"), language), "")
  }
  return written.join("\n")
}
