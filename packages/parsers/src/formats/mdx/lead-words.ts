import type { PhrasingContent } from "mdast"
import { leadWords } from "../../document/writers/component-text.ts"
import type { JsxElement } from "./jsx-attributes.ts"

/**
 * Moves the bold words in an attribute to the beginning of the text that they introduce: `<Lead bold="Deep ponds.">Learn …</Lead>`.
 *
 * @param attributes of the element, without those words afterwards if they moved.
 */
export function moveLeadWords(element: JsxElement, attributes: Record<string, string>): void {
  const lead = leadWords(attributes)
  const [first] = element.children
  if (lead === undefined || (first?.type !== "paragraph" && first?.type !== "text")) return
  const words: PhrasingContent[] = [
    { type: "strong", children: [{ type: "text", value: lead }], position: first.position },
    { type: "text", value: " ", position: first.position },
  ]
  const target = (first.type === "paragraph" ? first : element).children as PhrasingContent[]
  target.unshift(...words)
  delete attributes["bold"]
}
