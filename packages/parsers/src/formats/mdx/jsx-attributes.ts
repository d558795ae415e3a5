import type { Expression, Program } from "estree"
import { isCondition } from "../../document/writers/condition-label.ts"
import { jsxText } from "./jsx-text.ts"
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx"

/** An MDX tag, as a block or inside a line. */
export type JsxElement = MdxJsxFlowElement | MdxJsxTextElement

/**
 * Parses the attributes of a tag whose values are known without running code: strings, templates without variables, numbers and booleans.
 * Other attributes are skipped, as are lists, except for those in conditions: `<If sdk={["nuxt", "astro"]}>`.
 */
export function parseJsxAttributes(element: JsxElement): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const attribute of element.attributes) {
    if (attribute.type !== "mdxJsxAttribute") continue
    const value = attribute.value
    if (typeof value === "string") attributes[attribute.name] = value
    else if (value === null || value === undefined)
      attributes[attribute.name] = attribute.name === "hidden" ? "" : "true"
    else {
      const program = value.data?.estree
      const text = expressionText(program) ?? (isCondition(element.name ?? "") ? listText(program) : undefined)
      if (text !== undefined) attributes[attribute.name] = text
    }
  }
  return attributes
}

/**
 * Returns the text of an expression that is a string, a number or a template; variables in a template stay in the text
 * as `${…}`.
 *
 * @returns undefined for any other expression.
 */
export function expressionText(program: Program | null | undefined): string | undefined {
  const statement = program?.body[0]
  return statement?.type === "ExpressionStatement" ? valueOf(statement.expression) : undefined
}

/** Returns the texts of a list, separated by commas; undefined for any other expression, or if one of them is computed. */
function listText(program: Program | null | undefined): string | undefined {
  const statement = program?.body[0]
  const list = statement?.type === "ExpressionStatement" ? statement.expression : undefined
  if (list?.type !== "ArrayExpression") return undefined
  const texts = list.elements.map((entry) =>
    entry?.type === "Literal" && typeof entry.value === "string" ? entry.value : undefined,
  )
  return texts.includes(undefined) ? undefined : texts.join(", ")
}

function valueOf(expression: Expression): string | undefined {
  if (expression.type === "Literal") {
    const value = expression.value
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined
  }
  if (expression.type === "TemplateLiteral") {
    return expression.quasis
      .map((quasi, index) => (index === 0 ? "" : "${…}") + (quasi.value.cooked ?? quasi.value.raw))
      .join("")
  }
  if (/^JSX(?:Element|Fragment)$/.test(expression.type)) return jsxText(expression).trim()
  if (expression.type === "TaggedTemplateExpression") return valueOf(expression.quasi)
  if (
    expression.type === "CallExpression" &&
    expression.callee.type === "MemberExpression" &&
    expression.callee.object.type !== "Super"
  ) {
    return valueOf(expression.callee.object) // {`…`.trim()}
  }
  return undefined
}
