import { Extensions } from "@asciidoctor/core"

/** Macros that Asciidoctor supports itself. */
const KNOWN = new Set(
  "link xref image icon kbd btn menu pass footnote footnoteref indexterm indexterm2 anchor stem latexmath asciimath mailto http https ftp irc include ifdef ifndef ifeval endif toc video audio".split(
    " ",
  ),
)
/** After a slash or hyphen, a name belongs to something else: `xref:how-to:page.adoc[…]` contains no macro `to`. */
const MACRO = /(?<![\w:\\#/.-])([a-z][a-z0-9_-]{1,40}):(?!:)[^\s:[\]]{1,300}\[/g
/** On a line of its own; usually only the build of the site can show what it names. */
const BLOCK_MACRO = /^([a-z][a-z0-9_-]{1,40})::[^\s:[\]][^\s[\]]{0,300}\[.*\][ \t]*$/gm
/** Files of images, videos and diagrams, which have no text. */
const PICTURE = /\.\w{2,9}$|^\d+$|^https?:/
/** More names than this are prose, not macros. */
const MAX_NAMES = 200

/**
 * Creates a registry for the macros of a text that have no extension (`javadoc:`, `configprop:`, …): each shows its
 * text, or its target as code.
 */
export function createMacroRegistry(text: string) {
  const names = new Set<string>()
  for (const [, name = ""] of text.matchAll(MACRO)) {
    if (!isPartOfKnown(name)) names.add(name)
    if (names.size >= MAX_NAMES) break
  }
  const blocks = new Set<string>()
  for (const [, name = ""] of text.matchAll(BLOCK_MACRO)) {
    if (!KNOWN.has(name)) blocks.add(name)
    if (blocks.size >= MAX_NAMES) break
  }
  const registry = Extensions.create()
  for (const name of blocks) {
    registry.blockMacro(name, function () {
      this.process((parent, target) => this.createParagraph(parent, PICTURE.test(target) ? "" : `\`+${target}+\``, {}))
    })
  }
  for (const name of names) {
    registry.inlineMacro(name, function () {
      this.process((parent, target, attributes) => {
        const { text, isCode } = shownText(target, String(attributes["text"] ?? ""))
        return this.createInline(parent, "quoted", text, { type: isCode ? "monospaced" : "unquoted" })
      })
    })
  }
  return registry
}

/** Returns true for the end of a known name: Asciidoctor would find the macro `ref`, a slip of the author, in every `xref`. */
function isPartOfKnown(name: string): boolean {
  return [...KNOWN].some((known) => known.endsWith(name))
}

/**
 * Returns the text that an unknown macro shows. `[format=annotation]` is an option instead of text; a class is shown by its simple name, as
 * in Javadoc.
 */
function shownText(target: string, attributes: string): { readonly text: string; readonly isCode: boolean } {
  const isOption = /^[\w-]+=/.test(attributes)
  if (attributes !== "" && !isOption) return { text: attributes, isCode: false }
  const member = /^(?:\S*\/)?(?:[a-z]\w*\.)+((?:[A-Z]\w*[.#$]?)\S*)$/.exec(target.replaceAll("%20", " "))?.[1]
  const text = member === undefined ? target : member.replace("#", ".")
  return { text: attributes === "format=annotation" ? `@${text}` : text, isCode: true }
}
