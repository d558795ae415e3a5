import type { CommentEntry } from "../../syntax/code-symbol.ts"
import { doxygenToMarkdown, htmlToMarkdown, inlineTags, rdocToMarkdown } from "./inline-markup.ts"
import { type TagStyle, typeAtStart } from "./tag-comment.ts"

/** Returns the style of JSDoc and TSDoc: Markdown, `{Type} name - text`. */
export function scriptStyle(language: string): TagStyle {
  return {
    marks: "@",
    language,
    toMarkdown: inlineTags,
    readParameter(text) {
      const typed = typeAtStart(text)
      const [, word = "", rest = ""] = /^(\[[^\]]*\]|\S+)\s*([^]*)$/.exec(typed?.rest ?? text) ?? []
      const name = word.replace(/^\[|(?:\s*=[^]*)?\]$/g, "")
      return { name, type: typed?.type ?? "", text: rest }
    },
  }
}

/** Javadoc: HTML, `name text`. */
export const JAVA_STYLE: TagStyle = {
  marks: "@",
  language: "java",
  toMarkdown: (text) => inlineTags(htmlToMarkdown(text, "java")),
  readParameter: nameFirst,
}

/** PHPDoc: Markdown or HTML, `Type $name text`. */
export const PHP_STYLE: TagStyle = {
  marks: "@",
  language: "php",
  toMarkdown: (text) => inlineTags(htmlToMarkdown(text, "php")),
  readParameter(text) {
    const [, type = "", name = "", rest = ""] = /^(.*?)\s*(&?(?:\.\.\.)?\$\w+)\s*([^]*)$/.exec(text) ?? []
    return name === "" ? { name: "", type: "", text } : { name, type, text: rest }
  },
}

/** Returns the style of Doxygen: commands with `@` or `\`, `name text`; the direction of a parameter is not part of its name. */
export function doxygenStyle(language: string): TagStyle {
  return {
    marks: "@\\",
    language,
    toMarkdown: (text) => htmlToMarkdown(doxygenToMarkdown(text, language), language),
    readParameter: (text) => nameFirst(text.replace(/^\[[\w, ]*\]\s*/, "")),
  }
}

/** YARD: `name [Type] text` or `[Type] name text`. */
export const RUBY_STYLE: TagStyle = {
  marks: "@",
  language: "ruby",
  toMarkdown: (text) => rdocToMarkdown(text, "ruby"),
  readParameter(text) {
    const first = typeAtStart(text)
    const { name, text: rest } = nameFirst(first?.rest ?? text)
    const second = first === undefined ? typeAtStart(rest) : undefined
    return { name, type: first?.type ?? second?.type ?? "", text: second?.rest ?? rest }
  },
}

function nameFirst(text: string): CommentEntry {
  const [, name = "", rest = ""] = /^(\S+)\s*([^]*)$/.exec(text) ?? []
  return { name: name.replace(/,$/, ""), type: "", text: rest }
}
