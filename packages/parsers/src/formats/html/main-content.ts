import { childElements, elementsOf, findAll, findFirst, isOneOf } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"
import { isBoilerplate } from "./boilerplate.ts"
import type { SiteRule } from "./site-rules.ts"

/** Elements that contain the content of a page by their meaning or by convention, best first. */
const USUAL_SELECTORS = [
  "main",
  "[role=main]",
  "article",
  "#main-content",
  "#content",
  "#main",
  ".markdown-body",
  ".content",
]
/** An element with fewer characters is at most a notice, and the text is elsewhere. */
const MIN_CHARACTERS = 80
/** Minimum share of the page's text in one of these elements for it to be the main content. */
const MIN_SHARE = 0.25
/** An article with this share of the text of `main` is the page; otherwise it is one of several teasers. */
const ARTICLE_SHARE = 0.6
/** Minimum share of the text outside of links in the main column, if another column is a menu. */
const MOST_OF_TEXT = 0.9
/** Minimum length of a menu, and minimum share of links in it. */
const MIN_MENU_CHARACTERS = 300
const MENU_SHARE = 0.8
/** Elements whose text counts towards the surrounding element when the content is found by density. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set("p pre td dd li blockquote dt h2 h3 h4".split(" "))

/**
 * Finds the element with the main content, without the parts that all pages of the site share.
 *
 * @returns the page's body if no better element is found.
 */
export function mainContentOf(root: HtmlElement, rule: SiteRule | undefined): HtmlElement {
  const byRule = rule?.content
    .map((selector) => findFirst(root, selector))
    .find((candidate) => candidate !== undefined && textLength(candidate) > 0)
  if (byRule !== undefined) return byRule
  const body = findFirst(root, "body") ?? root
  const lengths = measure(body)
  const whole = lengths.get(body)?.own ?? 0
  for (const selector of USUAL_SELECTORS) {
    const [candidate] = candidatesOf(body, selector, lengths)
    if (candidate === undefined) continue
    const { own } = lengths.get(candidate) ?? NOTHING
    if (own < MIN_CHARACTERS || own < whole * MIN_SHARE) continue
    return besideLinks(selector === "article" ? candidate : articleInside(candidate, lengths), lengths)
  }
  return besideLinks(densest(body, lengths) ?? body, lengths)
}

/** Selects the column with nearly all text, if the rest is mostly links. */
function besideLinks(candidate: HtmlElement, lengths: ReadonlyMap<HtmlElement, Lengths>): HtmlElement {
  let inner = candidate
  for (;;) {
    const { own, linked } = lengths.get(inner) ?? NOTHING
    const column = childElements(inner).find((child) => {
      const part = lengths.get(child) ?? NOTHING
      const restLinked = linked - part.linked
      return (
        part.own - part.linked >= (own - linked) * MOST_OF_TEXT &&
        restLinked > MIN_MENU_CHARACTERS &&
        restLinked > (own - part.own) * MENU_SHARE
      )
    })
    if (column === undefined || !/^(?:div|section|main|article|td|tr|tbody|table)$/.test(column.name)) return inner
    inner = column
  }
}

interface Lengths {
  /** Number of text characters, without boilerplate. */
  readonly own: number
  /** The part of them inside links. */
  readonly linked: number
}

const NOTHING: Lengths = { own: 0, linked: 0 }

/** Elements that a selector matches, the one with the most text first. */
function candidatesOf(body: HtmlElement, selector: string, lengths: ReadonlyMap<HtmlElement, Lengths>): HtmlElement[] {
  const candidates = findAll(body, (element) => isOneOf(element, [selector]))
  return candidates.toSorted((a, b) => (lengths.get(b)?.own ?? 0) - (lengths.get(a)?.own ?? 0))
}

function articleInside(candidate: HtmlElement, lengths: ReadonlyMap<HtmlElement, Lengths>): HtmlElement {
  const whole = lengths.get(candidate)?.own ?? 0
  const articles = findAll(candidate, ({ name }) => name === "article")
  return articles.find((article) => (lengths.get(article)?.own ?? 0) >= whole * ARTICLE_SHARE) ?? candidate
}

/** Returns the element with the most direct text. Text counts for its parent, and half for the grandparent. */
function densest(body: HtmlElement, lengths: ReadonlyMap<HtmlElement, Lengths>): HtmlElement | undefined {
  const scores = new Map<HtmlElement, number>()
  const add = (element: HtmlElement | undefined, score: number): void => {
    if (element !== undefined && element !== body.parent) scores.set(element, (scores.get(element) ?? 0) + score)
  }
  for (const element of elementsOf(body)) {
    if (!TEXT_ELEMENTS.has(element.name)) continue
    const { own, linked } = lengths.get(element) ?? NOTHING
    const score = own - 2 * linked
    if (score <= 0) continue
    add(element.parent, score)
    add(element.parent?.parent, score / 2)
    add(element.parent?.parent?.parent, score / 4)
  }
  const [best] = [...scores].toSorted(([, a], [, b]) => b - a)
  if (best === undefined) return undefined
  // More than half of the page would be missing because it has several equally large parts, so the whole page is used.
  const whole = lengths.get(body)?.own ?? 0
  return (lengths.get(best[0])?.own ?? 0) < whole / 2 ? undefined : best[0]
}

/** Measures every element below one, from the leaves upwards; boilerplate counts as empty. */
function measure(root: HtmlElement): ReadonlyMap<HtmlElement, Lengths> {
  const lengths = new Map<HtmlElement, Lengths>()
  const visit = (element: HtmlElement): Lengths => {
    let own = 0
    let linked = 0
    if (element === root || !isBoilerplate(element, [])) {
      for (const child of element.children) {
        const part = child.kind === "text" ? { own: child.text.trim().length, linked: 0 } : visit(child)
        own += part.own
        linked += part.linked
      }
    }
    const found = { own, linked: element.name === "a" ? own : linked }
    lengths.set(element, found)
    return found
  }
  visit(root)
  return lengths
}

function textLength(element: HtmlElement): number {
  let length = 0
  for (const { children } of [element, ...elementsOf(element)]) {
    for (const child of children) if (child.kind === "text") length += child.text.trim().length
  }
  return length
}
