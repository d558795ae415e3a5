import { componentText, pointerText } from "../../../document/writers/component-text.ts"

/** Attributes of a component by name, without those whose value is an expression. */
export type ComponentAttributes = Readonly<Record<string, string>>

const ATTRIBUTE =
  /\s*(?:[.#][\w:/-]{1,200}|(:?[A-Za-z][\w.:-]{0,60})(?:=(?:"([^"\n]{0,2000})"|'([^'\n]{0,2000})'|([^\s"'{}]{1,2000})))?)(?=[\s}])/y
const END = /\s*\}/y

/** Parses `{to="/koi" .wide}` that is the whole text; undefined if it is something else. */
export function readAttributes(text: string): ComponentAttributes | undefined {
  const found = attributesAt(text, 0)
  return found?.end === text.length ? found.attributes : undefined
}

/**
 * Parses attributes in braces at a position: `{to="/koi" .wide #id required :size="3"}`.
 *
 * @returns undefined if the braces contain something else, such as a single word.
 */
export function attributesAt(
  text: string,
  start: number,
): { readonly attributes: ComponentAttributes; readonly end: number } | undefined {
  if (text.charAt(start) !== "{") return undefined
  const attributes: Record<string, string> = {}
  let at = start + 1
  let isSure = false
  let isEmpty = true
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(text)
    if (match === null) break
    const [whole, key, ...values] = match
    const value = values.find((found) => found !== undefined)
    isSure ||= key === undefined || value !== undefined
    isEmpty = false
    if (key !== undefined && !key.startsWith(":")) attributes[key] = value ?? "true"
    at += whole.length
  }
  END.lastIndex = at
  const end = END.exec(text)
  return end === null || !(isSure || isEmpty) ? undefined : { attributes, end: at + end[0].length }
}

/**
 * Returns the text of a component without content, as Markdown.
 *
 * @param isAlone true if it is the only content of its line, where a link needs a verb.
 */
export function textOfComponent(name: string, attributes: ComponentAttributes, isAlone: boolean): string {
  const { label, text, parameter, admonition, command } = componentText(name, attributes)
  const shown = admonition ?? parameter ?? label
  const isDropped = shown === undefined && text === undefined && command === undefined && "title" in attributes
  const pointer = isDropped ? "" : pointerText(attributes)
  if (pointer !== "") return isAlone ? `See ${pointer}${/[.!?]$/.test(pointer) ? "" : "."}` : pointer
  return [shown, text, command === undefined ? undefined : `\`${command}\``]
    .filter((part) => part !== undefined)
    .join(" ")
}
