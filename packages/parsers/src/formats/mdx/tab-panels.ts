import type { Nodes, PhrasingContent } from "mdast"
import { nameInWords } from "../../document/writers/name-in-words.ts"
import { type JsxElement, parseJsxAttributes } from "./jsx-attributes.ts"
import { renderPlainPhrasing } from "./render-phrasing.ts"

const GROUP = /tabs/i
/** The button of a tab, and its content: `<TabsTrigger value="koi">`, `<Tabs.Content value="koi">`. */
const TRIGGER = /Tabs?\.?(?:Trigger|Button)$/
const PANEL = /Tabs?\.?(?:Content|Panel)$/
/** Parts of a component that arrange its content; other names say what the content is for. */
const STRUCTURE =
  /^(?:Root|List|Item|Items|Content|Trigger|Tabs?|Panels?|Header|Title|Body|Footer|Description|Steps?|Group|Row|Column|Cell|Label|Text|Icon|Image|Link|Button|Block|Section|Container)$/
/** Lists of buttons are not nested deeper in their group. */
const MAX_DEPTH = 4

/**
 * Makes the contents of a group of tabs tabs with a label, which is the text of the button with the same value. The buttons are not text of
 * the page.
 */
export function labelPanels(group: JsxElement): void {
  if (!GROUP.test(group.name ?? "")) return
  const panels = findElements(group, PANEL)
  if (panels.length === 0) return
  const labels = new Map<string, string>()
  for (const trigger of findElements(group, TRIGGER)) {
    const { value = "", title = "" } = parseJsxAttributes(trigger)
    labels.set(value, textOf(trigger) || title)
    trigger.attributes = []
    trigger.children = []
  }
  for (const panel of panels) {
    const { value = "" } = parseJsxAttributes(panel)
    makeTab(panel, labels.get(value) || nameInWords(value))
  }
}

/**
 * Makes the parts of a component tabs if they contain alternatives of the same code, which their names say: `<Code.Next>`, `<Code.Svelte>`.
 */
export function labelParts(group: JsxElement): void {
  const prefix = `${group.name ?? ""}.`
  const parts = group.children.filter(isElement).filter(({ name }) => name?.startsWith(prefix) === true)
  const names = parts.map(({ name }) => name?.slice(prefix.length) ?? "")
  if (parts.length === 0 || names.some((name) => STRUCTURE.test(name) || !/^[A-Z]\w{0,40}$/.test(name))) return
  if (!parts.some((part) => part.children.some(({ type }) => type === "code"))) return
  for (const [at, part] of parts.entries()) makeTab(part, nameInWords(names[at] ?? ""))
}

function makeTab(element: JsxElement, label: string): void {
  element.name = "Tab"
  element.attributes = label === "" ? [] : [{ type: "mdxJsxAttribute", name: "label", value: label }]
}

function findElements(node: JsxElement, name: RegExp, depth = 0): readonly JsxElement[] {
  if (depth > MAX_DEPTH) return []
  return node.children.flatMap((child): readonly JsxElement[] => {
    const inner = child.type === "paragraph" ? child.children : [child]
    return inner.filter(isElement).flatMap((element) => {
      if (name.test(element.name ?? "")) return [element]
      // The panels of an inner group belong to that group.
      return element.name?.endsWith("Tabs") === true ? [] : findElements(element, name, depth + 1)
    })
  })
}

function isElement(node: Nodes): node is JsxElement {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement"
}

function textOf({ children }: JsxElement): string {
  const inline = children.flatMap((child) => (child.type === "paragraph" ? child.children : [child as PhrasingContent]))
  return renderPlainPhrasing(inline).text
}
