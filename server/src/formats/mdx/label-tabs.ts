import type { Expression, SpreadElement } from "estree"
import type { Nodes } from "mdast"
import type { JsxElement } from "./jsx-attributes.ts"

/**
 * Gives the tabs of a Docusaurus page that have no label of their own the one that `<Tabs values={[…]}>` holds for them, else
 * their value, as the site shows it.
 */
export function labelTabs(tabs: JsxElement): void {
  const labelByValue = labelsOf(tabs)
  for (const item of itemsOf(tabs)) {
    const attributes = new Map(
      item.attributes.flatMap((attribute) =>
        attribute.type === "mdxJsxAttribute" && typeof attribute.value === "string"
          ? [[attribute.name, attribute.value] as const]
          : [],
      ),
    )
    const value = attributes.get("value")
    if (value === undefined || attributes.has("label") || hasLabel(item)) continue
    item.attributes.push({ type: "mdxJsxAttribute", name: "label", value: labelByValue.get(value) ?? value })
  }
}

/** A label that has to be computed is one, too. */
function hasLabel(item: JsxElement): boolean {
  return item.attributes.some((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "label")
}

function itemsOf(node: Nodes): readonly JsxElement[] {
  if (!("children" in node)) return []
  return node.children.flatMap((child): readonly JsxElement[] => {
    if (child.type === "paragraph") return itemsOf(child)
    const isElement = child.type === "mdxJsxFlowElement" || child.type === "mdxJsxTextElement"
    return isElement && child.name === "TabItem" ? [child] : []
  })
}

function labelsOf(tabs: JsxElement): ReadonlyMap<string, string> {
  const labelByValue = new Map<string, string>()
  for (const attribute of tabs.attributes) {
    if (attribute.type !== "mdxJsxAttribute" || attribute.name !== "values") continue
    const statement = typeof attribute.value === "object" ? attribute.value?.data?.estree?.body[0] : undefined
    if (statement?.type !== "ExpressionStatement" || statement.expression.type !== "ArrayExpression") continue
    for (const entry of statement.expression.elements) {
      const value = memberOf(entry, "value")
      const label = memberOf(entry, "label")
      if (value !== undefined && label !== undefined) labelByValue.set(value, label)
    }
  }
  return labelByValue
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
