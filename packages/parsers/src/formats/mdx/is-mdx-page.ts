import { FenceTracker } from "../../document/fences.ts"
import { isHtmlElement } from "../html/html-names.ts"

/** A line of JavaScript, which MDX accepts only at the start of a block. */
const MODULE_LINE = /^(?:import\s[^'"\n]{1,300}\sfrom\s{1,9}["'][^"'\n]{1,300}["'];?|export const \w[^\n]*)$/
/** The tag of a component without content, or a closing one, alone on a line. Attributes of Vue have other names: `:depth`, `@dig`, `v-if`. */
const COMPONENT_LINE = /^(?:<([A-Z][\w.]{0,80})(?:\s(?!\s{0,9}(?:[:@#]|v-))[^<>]{0,1000})?\/>|<\/([A-Z][\w.]{0,80})>)$/
const SCRIPT = /^\s*<script[\s>]/

/**
 * Returns true if the site of a Markdown page must parse it as MDX, because it contains imports, exports or components as blocks. Pages with
 * a script element belong to Vue or Svelte, whose Markdown has indented code.
 */
export function isMdxPage(text: string): boolean {
  if (!/^(?:import\s|export const |<\/?[A-Z])/m.test(text)) return false
  const fences = new FenceTracker()
  let isMdx = false
  let isBlockStart = true
  for (const written of text.split("\n")) {
    const line = written.trimEnd()
    const wasInside = fences.isInside
    fences.next(line)
    if (wasInside || fences.isInside) continue
    if (SCRIPT.test(line)) return false
    isMdx ||= (isBlockStart && MODULE_LINE.test(line)) || isComponent(line)
    isBlockStart = line === ""
  }
  return isMdx
}

function isComponent(line: string): boolean {
  const [, empty, closed = empty] = COMPONENT_LINE.exec(line) ?? []
  return closed !== undefined && !isHtmlElement(closed.toLowerCase())
}
