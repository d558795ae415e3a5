import { docstringText } from "./docstring-text.ts"
import type { FoundModule, FoundObject, ReadModule } from "./find-object.ts"
import { ApiSelector, type AutodocOptions, textsOf } from "./members.ts"
import type { PythonObject } from "./python-module.ts"

/** Maximum depth of nested classes. */
const MAX_DEPTH = 4

/** An object and how the page shows it. */
export interface ObjectOnPage {
  readonly found: FoundObject
  /** Name on the page. */
  readonly name: string
  /** Parameters given by the page; otherwise, those of the source are used. */
  readonly signature?: string | undefined
  /** True for members of a class. */
  readonly isMember: boolean
}

/** reStructuredText that documents objects, as lines without indentation. */
export class ObjectText {
  readonly #chooser: ApiSelector

  constructor(read: ReadModule) {
    this.#chooser = new ApiSelector(read)
  }

  /**
   * Writes an object with its docstring and the selected members.
   *
   * @param own text of the page about the object, dedented; it is placed between docstring and members.
   * @returns undefined if there is nothing to show except the name.
   */
  object(onPage: ObjectOnPage, options: AutodocOptions, own: readonly string[] = []): readonly string[] | undefined {
    const docstring = this.#docstring(onPage.found, options)
    const members = this.#members(onPage.found, options, 1)
    const hasContent = docstring.length > 0 || members.length > 0 || own.some((line) => line.trim() !== "")
    return hasContent ? entry(this.#head(onPage), [...docstring, "", ...own, "", ...members]) : undefined
  }

  /** Writes the docstring of a module and its public names. */
  module(module: FoundModule, options: AutodocOptions, own: readonly string[]): readonly string[] | undefined {
    const docstring = module.outline.docstring === undefined ? [] : docstringText(module.outline.docstring)
    const whole = { ...options, members: options.members === "none" ? options.members : ("all" as const) }
    const members = this.#chooser
      .publicNamesOf(module, options)
      .flatMap((found) => this.object({ found, name: found.object.name, isMember: false }, whole) ?? [])
    return docstring.length + members.length === 0 ? undefined : [...docstring, "", ...own, "", ...members]
  }

  #members(owner: FoundObject, options: AutodocOptions, depth: number): readonly string[] {
    if (depth > MAX_DEPTH) return []
    return this.#chooser.membersOf(owner, options).flatMap((found) => {
      const docstring = this.#docstring(found, options)
      const inner = this.#members(found, { ...options, members: "all" }, depth + 1)
      return entry(this.#head({ found, name: found.object.name, isMember: true }), [...docstring, "", ...inner])
    })
  }

  #docstring({ object }: FoundObject, options: AutodocOptions): readonly string[] {
    const texts = textsOf(object, options).flatMap((text) => [...docstringText(text), ""])
    const parameters = object.parameters ?? []
    return [...texts, ...parameters.map(({ name, text }) => `:param ${name}: ${text.replaceAll("\n", "\n    ")}`)]
  }

  #head({ found, name, signature, isMember }: ObjectOnPage): string {
    const { object } = found
    const directive = DIRECTIVES[object.kind][isMember ? "member" : "plain"]
    const prefix = object.prefix === undefined ? "" : `${object.prefix} `
    const shown = signature ?? this.#chooser.signatureOf(found)
    // Without spaces, a pipe would start a substitution.
    const line = `${prefix}${name}${shown}`.replaceAll("\\", "\\\\").replace(/ ?\| ?/g, " | ")
    return `.. ${directive}:: ${line.replace(/\s+/g, " ")}`
  }
}

const DIRECTIVES = {
  class: { plain: "class", member: "class" },
  function: { plain: "function", member: "method" },
  property: { plain: "property", member: "property" },
  value: { plain: "data", member: "attribute" },
} as const satisfies Record<PythonObject["kind"], { plain: string; member: string }>

function entry(head: string, body: readonly string[]): readonly string[] {
  const lines = body.flatMap((line) => line.split("\n"))
  return [head, "", ...lines.map((line) => (line.trim() === "" ? "" : `   ${line}`)), ""]
}
