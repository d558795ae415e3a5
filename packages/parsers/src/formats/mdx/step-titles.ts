import type { Nodes, PhrasingContent } from "mdast"
import type { JsxElement } from "./jsx-attributes.ts"
import { renderPhrasing } from "./render-phrasing.ts"

/** Longer texts are what a step says, not its title. */
const MAX_TITLE_CHARACTERS = 200

/**
 * Makes the texts of steps titles if what they introduce is not in them but after them: `<Step>Feed the koi:</Step>` above a fence.
 *
 * @param steps the component around them.
 */
export function titleSteps(steps: JsxElement): void {
  if (steps.name !== "Steps") return
  const nodes: readonly Nodes[] = steps.children
  const found = nodes.map(stepOf)
  const isAbove = found.some((step, at) => step !== undefined && at + 1 < nodes.length && found[at + 1] === undefined)
  if (!isAbove) return
  for (const step of found) {
    const title = step === undefined ? undefined : titleOf(step)
    if (step === undefined || title === undefined) continue
    step.attributes = [{ type: "mdxJsxAttribute", name: "title", value: title }]
    step.children = []
  }
}

/** Returns the step that a node is, or that is alone in its paragraph. */
function stepOf(node: Nodes): JsxElement | undefined {
  if (node.type === "paragraph")
    return node.children.length === 1 && node.children[0] ? stepOf(node.children[0]) : undefined
  const isElement = node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement"
  return isElement && node.name === "Step" ? node : undefined
}

function titleOf({ attributes, children }: JsxElement): string | undefined {
  const [only] = children
  const inline: readonly Nodes[] = only?.type === "paragraph" && children.length === 1 ? only.children : children
  const isLine = inline.every(({ type }) => /^(?:text|inlineCode|emphasis|strong|link)$/.test(type))
  if (attributes.length > 0 || !isLine) return undefined
  const title = renderPhrasing(inline as readonly PhrasingContent[])
  return title === "" || title.length > MAX_TITLE_CHARACTERS || title.includes("\n") ? undefined : title
}
