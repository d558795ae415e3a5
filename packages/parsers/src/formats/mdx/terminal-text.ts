import type { PhrasingContent } from "mdast"
import { expressionText, type JsxElement } from "./jsx-attributes.ts"
import { renderLines } from "./render-phrasing.ts"

/** Components that show what a terminal or the console of a browser shows. */
const TERMINAL = /^(?:terminal|console)(?:block|line|logline|log|output|window)?$/i

/** The text of a terminal, as a code block. */
export interface TerminalText {
  readonly language: "bash" | "text"
  readonly code: string
}

/**
 * Returns the text of a component for a terminal or a console, which its page does not write as a code block.
 *
 * @returns undefined for other components, and if the component contains other blocks than paragraphs.
 */
export function terminalText(element: JsxElement): TerminalText | undefined {
  const name = element.name ?? ""
  if (!TERMINAL.test(name)) return undefined
  const paragraphs: string[] = []
  let hasText = false
  for (const child of element.children) {
    if (child.type === "mdxFlowExpression") paragraphs.push(expressionText(child.data?.estree) ?? "")
    else if (child.type === "paragraph" || child.type === "text" || child.type === "inlineCode") {
      hasText = true
      const nodes: readonly PhrasingContent[] = child.type === "paragraph" ? child.children : [child]
      paragraphs.push(linesOf(renderLines(nodes)))
    } else return undefined
  }
  const code = paragraphs.filter((text) => text.trim() !== "").join("\n\n")
  return hasText && code !== "" ? { language: /^terminal/i.test(name) ? "bash" : "text", code } : undefined
}

/** Drops the line break of the page after one that is written as an expression, `{'\n'}`. */
function linesOf(text: string): string {
  return text
    .replaceAll(/\n(\n+)/g, "$1")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd()
}
