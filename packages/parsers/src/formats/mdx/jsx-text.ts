import { isRecord } from "../../generators/site/config-data.ts"

const MAX_DEPTH = 12

/**
 * Returns the literal text of an expression on one line: strings, numbers, templates, tags; empty for everything else.
 */
export function jsxText(node: unknown, depth = 0): string {
  if (!isRecord(node) || depth > MAX_DEPTH) return ""
  const inner = (list: unknown) => listOf(list).map((child) => jsxText(child, depth + 1))
  switch (node["type"]) {
    case "Literal":
      return node["value"] === null ? "null" : oneLine(String(node["value"]))
    case "UnaryExpression":
      return `${String(node["operator"])}${jsxText(node["argument"], depth + 1)}`
    case "TemplateLiteral":
      return oneLine(inner(node["quasis"]).join("${…}"))
    case "TemplateElement":
      return isRecord(node["value"]) ? String(node["value"]["cooked"] ?? "") : ""
    case "ArrayExpression":
      return inner(node["elements"]).filter(Boolean).join(" | ")
    case "JSXElement":
    case "JSXFragment": {
      const text = inner(node["children"]).join("")
      return isCodeTag(node) ? `\`${text}\`` : text
    }
    case "JSXText":
      return String(node["value"]).replaceAll(/\s+/g, " ")
    case "JSXExpressionContainer":
      return jsxText(node["expression"], depth + 1)
    default:
      return ""
  }
}

function isCodeTag(node: Readonly<Record<string, unknown>>): boolean {
  const opening = node["openingElement"]
  const name = isRecord(opening) ? opening["name"] : undefined
  return isRecord(name) && /^(?:code|Code|InlineCode)$/.test(String(name["name"]))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").trim()
}

/** Returns the members of a list in a tree; empty if it is not a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
