import { childElements, classesOf, elementsOf, isOneOf } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"

/** A class that makes an element an admonition, in the dialects of the generators. */
const ADMONITION_CLASS =
  /^(?:admonition|admonitionblock|custom-block|callout|alert|theme-admonition|starlight-aside|markdown-alert|hint|bd-callout|rspress-directive|nextra-callout|sd-admonition|doc-alert)$/
const KIND =
  /(?:^|[-_])(note|tip|info|important|warning|caution|danger|error|hint|seealso|deprecated|todo|example|question|success|failure|bug|attention|abstract|secondary)$/
const TITLES = [
  ".admonition-title",
  ".custom-block-title",
  ".starlight-aside__title",
  ".markdown-alert-title",
  ".alert-heading",
  "[class^=admonitionHeading]",
  "[class*=admonitionHeading]",
  ".callout-title",
  "summary",
]
/** Number of elements at the start of an admonition that are searched for its title. */
const TITLE_SEARCH = 12

/** Returns the kind of an admonition (`note`, `warning`), or undefined for other elements. */
export function admonitionKindOf(element: HtmlElement): string | undefined {
  const classes = classesOf(element)
  if (classes.some((word) => ADMONITION_CLASS.test(word))) {
    const kind = classes.map((word) => KIND.exec(word)?.[1]).find((word) => word !== undefined)
    return kind ?? element.attributes["data-callout-type"] ?? "note"
  }
  const isPlain = element.name === "details" || element.name === "aside"
  return isPlain ? classes.find((word) => /^(?:note|tip|info|warning|danger|example|question)$/.test(word)) : undefined
}

/** Returns the element with the title of an admonition. */
export function admonitionTitleOf(element: HtmlElement): HtmlElement | undefined {
  let looked = 0
  for (const candidate of elementsOf(element)) {
    if (isOneOf(candidate, TITLES)) return candidate
    if (++looked >= TITLE_SEARCH) return undefined
  }
  return undefined
}

/** Returns the element with the content of an admonition: Asciidoctor puts it into a cell beside its icon. */
export function admonitionBodyOf(element: HtmlElement): HtmlElement {
  if (!classesOf(element).includes("admonitionblock")) return element
  let looked = 0
  for (const candidate of elementsOf(element)) {
    if (candidate.name === "td" && classesOf(candidate).includes("content")) return candidate
    if (++looked >= TITLE_SEARCH) break
  }
  return childElements(element)[0] ?? element
}
