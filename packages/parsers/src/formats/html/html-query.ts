import type { HtmlElement, HtmlNode } from "./html-tree.ts"

/** A CSS selector for one element: `main`, `div.body[role=main]`, `#content`, `[data-x^=y]`. */
interface Selector {
  readonly name: string
  readonly id: string
  readonly classes: readonly string[]
  readonly attributes: readonly { readonly name: string; readonly operator: string; readonly value: string }[]
}

const selectorByText = new Map<string, Selector>()

/** Lists the classes of an element, as written. */
export function classesOf(element: HtmlElement): readonly string[] {
  return (element.attributes["class"] ?? "").split(/\s+/).filter((name) => name !== "")
}

/**
 * Returns true if an element matches one of the selectors.
 *
 * @param selectors single elements only: name, `#id`, `.class`, `[name]`, `[name=value]`, `[name^=start]`,
 *   `[name*=part]`.
 */
export function isOneOf(element: HtmlElement, selectors: readonly string[]): boolean {
  return selectors.some((text) => matchesSelector(element, selectorOf(text)))
}

/** Finds the first element below `root` that matches a selector, in document order. */
export function findFirst(root: HtmlElement, selector: string): HtmlElement | undefined {
  const wanted = selectorOf(selector)
  for (const element of elementsOf(root)) if (matchesSelector(element, wanted)) return element
  return undefined
}

/** Finds all elements below `root` that satisfy a condition, in document order. */
export function findAll(root: HtmlElement, test: (element: HtmlElement) => boolean): readonly HtmlElement[] {
  return [...elementsOf(root)].filter(test)
}

/** Iterates over all elements below one in document order. */
export function* elementsOf(root: HtmlElement): Generator<HtmlElement> {
  const waiting: HtmlNode[] = root.children.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === "text") continue
    yield node
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child !== undefined) waiting.push(child)
    }
  }
}

/** Returns the child elements of an element. */
export function childElements(element: HtmlElement): readonly HtmlElement[] {
  return element.children.filter((child) => child.kind === "element")
}

/** Returns all text below an element, with its whitespace. */
export function rawTextOf(element: HtmlElement): string {
  const parts: string[] = []
  const waiting: HtmlNode[] = [element]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === "text") parts.push(node.text)
    // One by one: an element can have more children than a call can have arguments.
    else for (const child of node.children.toReversed()) waiting.push(child)
  }
  return parts.join("")
}

/** Returns all text below an element on one line. */
export function lineOf(element: HtmlElement): string {
  return rawTextOf(element).replaceAll(/\s+/g, " ").trim()
}

function matchesSelector(element: HtmlElement, selector: Selector): boolean {
  if (selector.name !== "" && element.name !== selector.name) return false
  if (selector.id !== "" && element.attributes["id"] !== selector.id) return false
  if (selector.classes.length > 0) {
    const classes = classesOf(element)
    if (!selector.classes.every((name) => classes.includes(name))) return false
  }
  return selector.attributes.every(({ name, operator, value }) => {
    const actual = element.attributes[name]
    if (actual === undefined) return false
    if (operator === "^=") return actual.startsWith(value)
    if (operator === "*=") return actual.includes(value)
    return operator === "" || actual === value
  })
}

function selectorOf(text: string): Selector {
  const known = selectorByText.get(text)
  if (known !== undefined) return known
  const plain = text.replaceAll(/\[[^\]]*\]/g, "")
  const selector: Selector = {
    name: /^[\w-]+/.exec(plain)?.[0] ?? "",
    id: /#([\w-]+)/.exec(plain)?.[1] ?? "",
    classes: [...plain.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name),
    attributes: [...text.matchAll(/\[([\w-]+)(?:([\^*]?=)([^\]]*))?\]/g)].map(
      ([, name = "", operator = "", value = ""]) => ({ name, operator, value }),
    ),
  }
  selectorByText.set(text, selector)
  return selector
}
