import { isEntryName } from "../../document/entry-name.ts"
import { childElements, classesOf, lineOf } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"

/** Terms that share a definition, and the definition. */
export interface DefinedTerms {
  readonly terms: readonly HtmlElement[]
  readonly bodies: readonly HtmlElement[]
}

/** Classes of lists that describe an API, in the pages of Sphinx. */
const API_LIST =
  /^(?:py|c|cpp|js|rst|std|rb|go|php|class|function|method|attribute|data|exception|module|describe|option|envvar|property|macro|type|member)$/
/** Lists about the parts of an entry: parameters, return values. */
const FIELD_LIST = /^(?:field-list|docutils-field|notes|simple-fields)$/

/** Groups the children of a definition list; terms and bodies may be wrapped into a `div` each. */
export function termsOf(list: HtmlElement): readonly DefinedTerms[] {
  const groups: { terms: HtmlElement[]; bodies: HtmlElement[] }[] = []
  const parts = childElements(list).flatMap((child) => (child.name === "div" ? childElements(child) : [child]))
  for (const part of parts) {
    const group = groups.at(-1)
    if (part.name === "dt" && (group === undefined || group.bodies.length > 0))
      groups.push({ terms: [part], bodies: [] })
    else if (part.name === "dt") group?.terms.push(part)
    else if (group === undefined) groups.push({ terms: [], bodies: [part] })
    else group.bodies.push(part)
  }
  return groups
}

/** Returns true if the terms of a list are entries of a reference: functions, options, settings. */
export function isApiList(list: HtmlElement): boolean {
  const classes = classesOf(list)
  if (classes.some((word) => FIELD_LIST.test(word))) return false
  if (classes.some((word) => API_LIST.test(word))) return true
  const terms = termsOf(list).flatMap(({ terms: [first] }) => (first === undefined ? [] : [first]))
  if (terms.length === 0) return false
  return terms.every((term) => {
    const text = lineOf(term)
    const [inner, ...others] = term.children.filter((child) => child.kind === "element" || child.text.trim() !== "")
    const isCode = others.length === 0 && inner?.kind === "element" && inner.name === "code"
    return term.attributes["id"] !== undefined ? isEntryName(text, true) : isEntryName(text, isCode)
  })
}
