import { normaliseLanguage } from "../../document/language-label.ts"
import { classesOf } from "./html-query.ts"
import type { HtmlElement, HtmlNode } from "./html-tree.ts"
import { isBoilerplate } from "./boilerplate.ts"

/** Number of elements around a `pre` that may specify its language. */
const LANGUAGE_STEPS = 7
const LANGUAGE_CLASS = /^(?:language|lang|highlight-source|highlight|brush|sourceCode)[-:](.+)$/
/** Names that highlighters use as a class by themselves. */
const BARE_LANGUAGE =
  /^(?:bash|sh|shell|zsh|console|powershell|python|py|javascript|js|jsx|typescript|ts|tsx|json|json5|yaml|yml|toml|ini|xml|html|css|scss|sql|rust|go|java|kotlin|swift|ruby|php|perl|lua|c|cpp|csharp|cs|scala|haskell|elixir|erlang|clojure|dart|r|julia|diff|dockerfile|makefile|graphql|http|markdown|text|vue|svelte|hcl|proto|protobuf|nginx|groovy|properties)$/
/** Elements that start and end a line of code: highlighters that number lines write one per line. */
const LINE_ELEMENTS: ReadonlySet<string> = new Set(["div", "p", "li", "tr", "figure", "figcaption"])

/** Returns the text of a `pre`, or of an element used as one, without line numbers and buttons. */
export function codeTextOf(root: HtmlElement, dropped: readonly string[]): string {
  let code = ""
  const endLine = (): void => {
    if (code !== "" && !code.endsWith("\n")) code += "\n"
  }
  const visit = (node: HtmlNode): void => {
    if (node.kind === "text") {
      // Outside of `pre`, blank text between lines is not a line of code.
      if (root.name !== "pre" && code.endsWith("\n") && node.text.trim() === "") return
      code += node.text
      return
    }
    if (node.name === "br") code += "\n"
    if (node !== root && isBoilerplate(node, dropped)) return
    // Cells of a declaration laid out as a table, and its labels (`inline`, `static`).
    if ((node.name === "td" || classesOf(node).includes("mlabel")) && /\S$/.test(code)) code += " "
    const isLine = node !== root && LINE_ELEMENTS.has(node.name)
    if (isLine) endLine()
    const before = code.length
    for (const child of node.children) visit(child)
    // An empty line of code is an element without text.
    if (isLine && code.length === before) code += "\n"
    else if (isLine) endLine()
  }
  visit(root)
  return code.replaceAll("\u00a0", " ").replaceAll("\u200b", "")
}

/**
 * Returns the language of code from the classes and attributes of its `pre` and of the elements inside and around it.
 */
export function codeLanguageOf(pre: HtmlElement): string {
  const inner = pre.children.find((child) => child.kind === "element")
  const candidates = inner === undefined ? [pre] : [inner, pre]
  for (let at = pre.parent, steps = 0; at !== undefined && steps < LANGUAGE_STEPS; at = at.parent, steps++) {
    // The classes of an element around a whole text do not apply to one block of code.
    if (/^(?:main|article|section|body|li|dd)$/.test(at.name)) break
    candidates.push(at)
  }
  for (const candidate of candidates) {
    const language = languageOf(candidate)
    if (language !== undefined) return normaliseLanguage(language).replace(/^python3$/, "python")
  }
  for (const candidate of candidates.slice(0, 3)) {
    const bare = classesOf(candidate).find((word) => BARE_LANGUAGE.test(word))
    if (bare !== undefined) return normaliseLanguage(bare === "text" ? "" : bare)
  }
  return ""
}

function languageOf(element: HtmlElement): string | undefined {
  const { attributes } = element
  const named = attributes["data-lang"] ?? attributes["data-language"]
  if (named !== undefined && named !== "") return named
  for (const word of classesOf(element)) {
    const language = LANGUAGE_CLASS.exec(word)?.[1]
    // `highlight-wrapper`, `lang-switch`: names of parts of the page, not languages.
    if (language !== undefined && !/^(?:wrapper|container|box|body|block|toolbar|switch\w*|tabs?)$/.test(language)) {
      return language
    }
  }
  const brush = /brush:\s*([\w#+-]+)/.exec(attributes["class"] ?? "")?.[1]
  return brush ?? (element.name === "pre" || element.name === "code" ? attributes["lang"] : undefined)
}

const CODE_TITLE = /^(?:codeBlockTitle\w*|code-block-caption|filename|code-title|code-block-title|listing-title)$/

/** Returns true if an element is the file name or caption of the code that follows. */
export function isCodeTitle(element: HtmlElement): boolean {
  if (!classesOf(element).some((word) => CODE_TITLE.test(word))) return false
  // DocBook uses this markup for file names in sentences.
  if (/^(?:code|tt|em|i|strong|b|a)$/.test(element.name)) return false
  return element.name !== "span" || !/^(?:p|li|dd|dt|td|th|code|a)$/.test(element.parent?.name ?? "")
}
