import type { List, ListItem, Paragraph, PhrasingContent, RootContent } from "mdast"
import { isCondition } from "../../document/writers/condition-label.ts"
import type { JsxElement } from "./jsx-attributes.ts"

const PROPERTIES = /^(?:Properties|Props|Params|Parameters|Options|Fields|Attributes)$/
/** Its name, type, and perhaps two more words such as its default. */
const MAX_FACTS = 4

/**
 * Writes the properties in a component such as `<Properties>` as items of one list. Each is a list of its name and its type, followed by its
 * text; lines separate them. Other content stays as it is.
 */
export function listProperties(element: JsxElement): void {
  if (!PROPERTIES.test(element.name ?? "") || element.type !== "mdxJsxFlowElement") return
  element.children = withProperties(element.children) as typeof element.children
}

function withProperties(nodes: readonly RootContent[]): RootContent[] {
  const written: RootContent[] = []
  for (const group of groupsOf(nodes)) {
    const item = itemOf(group)
    const last = written.at(-1)
    if (item === undefined) for (const node of group) written.push(inCondition(node))
    else if (last?.type === "list") last.children.push(item)
    else written.push({ type: "list", ordered: false, children: [item], position: item.position })
  }
  return written
}

/** Properties that only some readers have are below a label. */
function inCondition(node: RootContent): RootContent {
  if (node.type === "mdxJsxFlowElement" && isCondition(node.name ?? ""))
    node.children = withProperties(node.children) as typeof node.children
  return node
}

/** Divides nodes at lines, and before components. */
function groupsOf(nodes: readonly RootContent[]): readonly (readonly RootContent[])[] {
  const groups: RootContent[][] = [[]]
  for (const node of nodes) {
    const isConditional = node.type === "mdxJsxFlowElement" && isCondition(node.name ?? "")
    if (node.type === "thematicBreak" || isConditional) groups.push([])
    if (node.type !== "thematicBreak") groups.at(-1)?.push(node)
    if (isConditional) groups.push([])
  }
  return groups.filter((group) => group.length > 0)
}

/** Returns a property as an item: `` `audience?` (`string`): Text ``. */
function itemOf([facts, ...texts]: readonly RootContent[]): ListItem | undefined {
  const [name, ...types] = facts?.type === "list" ? factsOf(facts) : []
  if (facts === undefined || name === undefined || !isName(name.children) || types.length === 0) return undefined
  const [first] = texts
  const text = first?.type === "paragraph" ? first.children : undefined
  const joined: PhrasingContent[] = [
    ...name.children,
    { type: "text", value: " (" },
    ...types.flatMap(({ children }, at) =>
      at === 0 ? children : [{ type: "text" as const, value: ", " }, ...children],
    ),
    { type: "text", value: text === undefined ? ")" : "): " },
    ...(text ?? []),
  ]
  const start: Paragraph = { type: "paragraph", children: joined, position: facts.position }
  const rest = text === undefined ? texts : texts.slice(1)
  return { type: "listItem", children: [start, ...(rest as ListItem["children"])], position: facts.position }
}

/** Returns true for a word of code; a deprecated one may be struck. */
function isName([word, ...others]: readonly PhrasingContent[]): boolean {
  if (others.length > 0) return false
  return word?.type === "inlineCode" || (word?.type === "delete" && isName(word.children))
}

/** Returns the items of a short list if each of them is one paragraph; nothing otherwise. */
function factsOf({ children }: List): readonly Paragraph[] {
  const facts = children.flatMap((item) => {
    const [only] = item.children
    return item.children.length === 1 && only?.type === "paragraph" ? [only] : []
  })
  return facts.length === children.length && facts.length <= MAX_FACTS ? facts : []
}
