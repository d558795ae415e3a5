import type { Expression, SpreadElement } from "estree"
import type { Code, Nodes } from "mdast"
import type { MdxJsxFlowElement } from "mdast-util-mdx"
import { titleVariants } from "../../document/fence-variants.ts"
import { parseFenceInfo } from "../../document/language-label.ts"
import type { JsxElement } from "./jsx-attributes.ts"

const TAB_NAMES = new Set(["TabItem", "Tab", "Tabs.Tab", "CodeTab"])

/** Returns true for the name of a component that is one of several tabs. */
export function isTab(name: string): boolean {
  return TAB_NAMES.has(name)
}

/**
 * Sets the labels of tabs that have none, as the site shows them: for Docusaurus, the label in `<Tabs values={[…]}>` or
 * the tab's value; for Nextra and Fumadocs, the name at the same position in `<Tabs items={[…]}>`.
 */
export function labelTabs(tabs: JsxElement): void {
  const labelByValue = labelsOf(tabs)
  const names = namesOf(tabs)
  for (const [index, item] of itemsOf(tabs).entries()) {
    const attributes = new Map(
      item.attributes.flatMap((attribute) =>
        attribute.type === "mdxJsxAttribute" && typeof attribute.value === "string"
          ? [[attribute.name, attribute.value] as const]
          : [],
      ),
    )
    const value = attributes.get("value") ?? (attributes.has("title") ? undefined : names[index])
    if (value === undefined || attributes.has("label") || hasLabel(item)) continue
    item.attributes.push({ type: "mdxJsxAttribute", name: "label", value: labelByValue.get(value) ?? value })
  }
}

/**
 * Sets the labels of tabs in a component of a site's own, whose children are the contents of the tabs in the order of `items`, `options`
 * or `labels`: `<CodeTabs items={["npm", "pnpm"]}>`.
 */
export function labelItems(tabs: JsxElement): void {
  const names = namesOf(tabs)
  if (names.length === 0 || tabs.type !== "mdxJsxFlowElement") return
  if (itemsOf(tabs).length > 0) return labelTabs(tabs)
  const indexes = tabs.children.flatMap((child, index) => (isTabContent(child) ? [index] : []))
  if (indexes.length !== names.length) return
  for (const [at, index] of indexes.entries()) {
    const child = tabs.children[index]
    const name = names[at]
    if (child === undefined || name === undefined) continue
    if (child.type === "code" && !hasOtherTitle(child, name))
      child.meta = `${child.meta ?? ""} title="${name.replaceAll('"', "'")}"`
    else tabs.children.splice(index, 1, tabOf(child, name))
  }
}

/** Returns true if a fence has a title, such as a file name, that does not begin with the name of its tab. */
function hasOtherTitle({ lang, meta }: Code, name: string): boolean {
  const { title } = parseFenceInfo(`${lang ?? ""} ${meta ?? ""}`)
  return title !== undefined && !title.startsWith(name)
}

function isTabContent({ type }: MdxJsxFlowElement["children"][number]): boolean {
  return type === "code" || type === "mdxJsxFlowElement"
}

function tabOf(child: MdxJsxFlowElement["children"][number], label: string): MdxJsxFlowElement {
  return {
    type: "mdxJsxFlowElement",
    name: "Tab",
    attributes: [{ type: "mdxJsxAttribute", name: "label", value: label }],
    children: [child],
    position: child.position,
  }
}

/** Sets the tab labels of the fences in Mintlify's `<CodeGroup>`: all words after the language. */
export function labelCodeGroup(group: JsxElement): void {
  for (const child of group.children) {
    if (child.type !== "code" || parseFenceInfo(`${child.lang ?? ""} ${child.meta ?? ""}`).title !== undefined) continue
    const words = (child.meta ?? "").replaceAll(/\{[^}\n]*\}|[\w-]+=\S+|"/g, " ").trim()
    if (words !== "") child.meta = `title="${words}"`
  }
}

/** Titles fences that follow one another and show variants of the same code. */
export function labelVariants(nodes: readonly Nodes[]): void {
  let run: Code[] = []
  for (const [at, node] of nodes.entries()) {
    if (node.type === "code") run.push(node)
    if (node.type === "code" && at < nodes.length - 1) continue
    if (run.length > 1) titleRun(run)
    run = []
  }
}

function titleRun(run: readonly Code[]): void {
  const infos = titleVariants(run.map(({ lang, meta }) => `${lang ?? ""} ${meta ?? ""}`.trim()))
  for (const [at, node] of run.entries()) {
    const info = infos[at] ?? ""
    const end = info.search(/[ \t]|$/)
    node.lang = info.slice(0, end)
    node.meta = info.slice(end).trim()
  }
}

/** Returns true if an item has a label, even a computed one. */
function hasLabel(item: JsxElement): boolean {
  return item.attributes.some((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "label")
}

function itemsOf(node: Nodes): readonly JsxElement[] {
  if (!("children" in node)) return []
  return node.children.flatMap((child): readonly JsxElement[] => {
    if (child.type === "paragraph") return itemsOf(child)
    const isElement = child.type === "mdxJsxFlowElement" || child.type === "mdxJsxTextElement"
    return isElement && TAB_NAMES.has(child.name ?? "") ? [child] : []
  })
}

function labelsOf(tabs: JsxElement): ReadonlyMap<string, string> {
  const labelByValue = new Map<string, string>()
  for (const entry of listOf(tabs, "values")) {
    const value = memberOf(entry, "value")
    const label = memberOf(entry, "label")
    if (value !== undefined && label !== undefined) labelByValue.set(value, label)
  }
  return labelByValue
}

/** Returns the names in order; undefined for each name that is computed. */
function namesOf(tabs: JsxElement): readonly (string | undefined)[] {
  const lists = ["items", "options", "labels"].map((name) => listOf(tabs, name))
  return (lists.find((list) => list.length > 0) ?? []).map((entry) =>
    entry?.type === "Literal" && typeof entry.value === "string" ? entry.value : undefined,
  )
}

/** Entries of an attribute that is a list. */
function listOf(tabs: JsxElement, name: string): readonly (Expression | SpreadElement | null)[] {
  for (const attribute of tabs.attributes) {
    if (attribute.type !== "mdxJsxAttribute" || attribute.name !== name) continue
    const statement = typeof attribute.value === "object" ? attribute.value?.data?.estree?.body[0] : undefined
    if (statement?.type === "ExpressionStatement" && statement.expression.type === "ArrayExpression") {
      return statement.expression.elements
    }
  }
  return []
}

function memberOf(entry: Expression | SpreadElement | null, name: string): string | undefined {
  if (entry?.type !== "ObjectExpression") return undefined
  for (const property of entry.properties) {
    if (property.type !== "Property" || property.value.type !== "Literal") continue
    const key = property.key.type === "Identifier" ? property.key.name : undefined
    if (key === name && typeof property.value.value === "string") return property.value.value
  }
  return undefined
}
