import { isHidden } from "./html-names.ts"
import { classesOf, isOneOf, lineOf } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"
import { admonitionKindOf } from "./admonitions.ts"

const DROPPED_NAMES: ReadonlySet<string> = new Set(
  "script style svg noscript template iframe head nav canvas object embed audio video input select textarea datalist option".split(
    " ",
  ),
)
const DROPPED_ROLES: ReadonlySet<string> = new Set(
  "navigation search contentinfo dialog alertdialog menu menubar toolbar tooltip".split(" "),
)
const STRUCTURE: ReadonlySet<string> = new Set("main article body pre code dt dl h1 h2 h3 h4 h5 h6".split(" "))
/** Classes and ids of boilerplate around the content, across generators. */
const BOILERPLATE_NAME =
  /^(?:breadcrumbs?|breadcrumb-nav|cookie(?:-?(?:banner|bar|consent|notice))?|gdpr|consent-banner|edit-?(?:this-?)?page(?:-link)?|edit-on-github|edit-link|copy-?(?:button|btn|code|to-clipboard)(?:-button)?|copybtn|clipboard(?:-button|-copy)?|btn-clipboard|headerlink|header-anchor|heading-anchor|anchor-link|anchorjs-link|hash-link|anchor-heading|heading-link|linenos|linenumbers?|line-numbers?(?:-rows|-wrapper)?|linenodiv|lineno|source-?line-?no|listing_lines|lnt|ln|hljs-ln-numbers|gutter|rouge-gutter|table-of-contents|toc|page-toc|toc-wrapper|on-this-page|pagination(?:-nav)?|pager|prev-next|newsletter(?:-signup)?|social-?(?:share|links)|share-buttons|feedback|page-feedback|was-this-helpful|last-?updated|page-metadata|skip-?(?:link|to-content)|sr-only|visually-hidden|screen-reader-text|no-?print|back-to-top|searchbox|search-form|site-footer|site-header|nav-?header|nav-?footer|srclink|footer|advert(?:isement)?|ads)$/i
/** Classes of a `div` used as a section: Sphinx before version 4, Asciidoctor, DocBook. */
const SECTION_CLASS = /^(?:section|(?:ref)?sect(?:ion)?\d?)$/
/** Short texts of links and lines that are not content: edit links, copy buttons, feedback questions. */
const BOILERPLATE_TEXT =
  /^(?:[#¶§🔗\u200b]|(?:suggest an? )?edits?(?: this| on)?(?: page| doc)?(?: (?:on|in) (?:github|gitlab))?|edit (?:this page|on github|source)|view (?:page )?source(?: on github)?|(?:report|open|raise) an? issue|copy(?: (?:page|code|link|to clipboard))?|copied!?|back to top|permalink|skip to (?:main )?content|was this (?:page|article|section|helpful).{0,60}|last (?:updated|modified)\b.{0,60}|on this page|more\.\.\.|go to the (?:documentation|source code) of this file\.?)$/iu

/** Words of these that are content inside a sentence: names of commands and buttons. */
const ONE_WORD = /^(?:cop(?:y|ied)|edits?)!?$/i

/** Longer texts are not compared: that takes time and never matches. */
const MAX_BOILERPLATE_CHARACTERS = 100

/**
 * Returns true if an element is not content: hidden, a control, or boilerplate around the content.
 *
 * @param dropped selectors that the rule of the page's generator adds.
 */
export function isBoilerplate(element: HtmlElement, dropped: readonly string[]): boolean {
  const { name, attributes } = element
  if (DROPPED_NAMES.has(name)) return true
  if (dropped.length > 0 && isOneOf(element, dropped)) return true
  if (name === "button") return !isInHeading(element)
  if (attributes["role"] === "tabpanel") return false
  if (isHidden(attributes) || (attributes["aria-hidden"] === "true" && name !== "pre" && name !== "code")) return true
  if (DROPPED_ROLES.has(attributes["role"] ?? "")) return true
  if (name === "footer") return element.parent?.name !== "blockquote"
  if (name === "aside" || attributes["role"] === "complementary") return isSideColumn(element)
  if (!STRUCTURE.has(name) && hasBoilerplateName(element)) return true
  return isBoilerplateText(element)
}

/** Ignores the ids `footer` and `toc` of a section, which are made from its heading; classes are different. */
function hasBoilerplateName(element: HtmlElement): boolean {
  if (classesOf(element).some((word) => BOILERPLATE_NAME.test(word))) return true
  const isSection = element.name === "section" || classesOf(element).some((word) => SECTION_CLASS.test(word))
  return !isSection && BOILERPLATE_NAME.test(element.attributes["id"] ?? "")
}

function isBoilerplateText(element: HtmlElement): boolean {
  if (!/^(?:a|p|div|span|small|label)$/.test(element.name)) return false
  let characters = 0
  for (const child of element.children) {
    // Only simple elements are compared here; the walk visits the others later.
    if (child.kind === "element" && child.children.length > 3) return false
    if (child.kind === "text") characters += child.text.length
    if (characters > MAX_BOILERPLATE_CHARACTERS * 2) return false
  }
  if (element.children.length === 0 || element.children.length > 5) return false
  const text = shortLineOf(element)
  if (text === undefined || text === "" || !BOILERPLATE_TEXT.test(text)) return false
  return !(ONE_WORD.test(text) && isInSentence(element))
}

function isInSentence(element: HtmlElement): boolean {
  for (let at = element, steps = 0; steps < 3 && !/^(?:p|div)$/.test(at.name); steps++) {
    if (at.parent === undefined) return false
    at = at.parent
    if (at.children.some((child) => child.kind === "text" && /\p{L}{2}/u.test(child.text))) {
      return /^(?:p|li|td|th|dd|dt|em|strong|b|i)$/.test(at.name)
    }
  }
  return false
}

function shortLineOf(element: HtmlElement): string | undefined {
  for (const child of element.children) {
    if (child.kind === "element" && child.children.some(({ kind }) => kind === "element")) return undefined
  }
  const text = lineOf(element)
  return text.length > MAX_BOILERPLATE_CHARACTERS ? undefined : text
}

/** Returns false for notes and for the sidebars that authors write in Sphinx, which are `aside` elements too. */
function isSideColumn(element: HtmlElement): boolean {
  if (element.attributes["role"] === "note" || admonitionKindOf(element) !== undefined) return false
  return !classesOf(element).some((word) => word === "topic" || word === "footnote" || word === "footnote-list")
}

function isInHeading(element: HtmlElement): boolean {
  for (let at = element.parent, steps = 0; at !== undefined && steps < 4; at = at.parent, steps++) {
    if (/^h[1-6]$/.test(at.name) || at.name === "dt" || at.name === "summary") return true
  }
  return false
}
