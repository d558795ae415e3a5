import { parseDocstring } from "../symbols/comments/docstring.ts"
import { fenced } from "../symbols/comments/comment-text.ts"
import { commentMarkdown } from "../syntax/write-module.ts"
import type { FoundModule, FoundObject, ReadModule } from "./find-object.ts"
import { ApiSelector, type AutodocOptions, textsOf } from "./members.ts"

/** Maximum depth of nested classes. */
const MAX_DEPTH = 4
const MAX_HEADING = 6
/** A longer signature is shown as a code block below a heading with only the object's name. */
const LONG_SIGNATURE_CHARACTERS = 80
/**
 * Code, which is kept, or a link to another object of the site, `[Client][shop.Client]`, of which only the text is
 * shown.
 */
const CODE_OR_LINK = /(`{3,})[^]*?\1|`[^`]*`|(?<![\w\]])\[(?<text>[^[\]\n]{1,200})\]\[(?:[A-Za-z_][\w.]{0,200})?\]/g

/** Markdown that documents objects. */
export class ObjectMarkdown {
  readonly #chooser: ApiSelector

  constructor(read: ReadModule) {
    this.#chooser = new ApiSelector(read)
  }

  /**
   * Writes an object below a heading, with its docstring and the selected members.
   *
   * @param level of the heading, from 1.
   * @returns undefined if there is nothing to show except the name.
   */
  object(found: FoundObject, name: string, level: number, options: AutodocOptions): string | undefined {
    const text = this.#description(found, options)
    const members = this.#members(found, level + 1, options, 1)
    return text === "" && members.length === 0
      ? undefined
      : [this.#head(found, name, level), text, ...members].join("\n\n")
  }

  /** Writes the docstring of a module and its public names. */
  module(module: FoundModule, level: number, options: AutodocOptions): string | undefined {
    const own = module.outline.docstring === undefined ? "" : docstringMarkdown(module.outline.docstring)
    const whole = { ...options, members: options.members === "none" ? options.members : ("all" as const) }
    const members = this.#chooser
      .publicNamesOf(module, options)
      .flatMap((found) => this.object(found, found.object.name, level + 1, whole) ?? [])
    if (own === "" && members.length === 0) return undefined
    return [`${heading(level)} \`${module.name}\``, own, ...members].join("\n\n")
  }

  #members(owner: FoundObject, level: number, options: AutodocOptions, depth: number): readonly string[] {
    if (depth > MAX_DEPTH) return []
    return this.#chooser.membersOf(owner, options).flatMap((found) => {
      const inner = this.#members(found, level + 1, { ...options, members: "all" }, depth + 1)
      return [this.#head(found, found.object.name, level), this.#description(found, options), ...inner]
    })
  }

  #description({ object }: FoundObject, options: AutodocOptions): string {
    const parameters = (object.parameters ?? []).map(
      ({ name, text }) => `- \`${name}\`: ${docstringMarkdown(text).replaceAll(/\n(?!\n)/g, "\n  ")}`,
    )
    const list = parameters.length === 0 ? [] : [`Parameters:\n\n${parameters.join("\n")}`]
    return [...textsOf(object, options).map(docstringMarkdown), ...list].join("\n\n")
  }

  #head(found: FoundObject, name: string, level: number): string {
    const { object } = found
    const prefix = object.prefix === undefined ? "" : `${object.prefix} `
    const signature = `${prefix}${name}${this.#chooser.signatureOf(found)}`.replaceAll("`", "'")
    if (signature.length <= LONG_SIGNATURE_CHARACTERS) return `${heading(level)} \`${signature}\``
    const bare = object.kind === "function" || object.kind === "class" ? `${name}()` : name
    return `${heading(level)} \`${bare}\`\n\n${fenced(signature, "python")}`
  }
}

function heading(level: number): string {
  return "#".repeat(Math.min(level, MAX_HEADING))
}

function docstringMarkdown(text: string): string {
  return commentMarkdown(parseDocstring(text)).replace(CODE_OR_LINK, (whole: string, ...found: unknown[]) => {
    const { text: shown } = found.at(-1) as { readonly text?: string }
    return shown ?? whole
  })
}
