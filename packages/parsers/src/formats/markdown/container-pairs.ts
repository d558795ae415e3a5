import type { Token } from "markdown-it"
import { VOID_ELEMENTS } from "../html/html-names.ts"
import { markerOf } from "./marker-rules.ts"

/**
 * Pairs the container markers that enclose each other.
 *
 * @returns indexes of the openers that have a closer, and of those closers; all others are unpaired.
 */
export function pairMarkers(tokens: readonly Token[]): ReadonlySet<number> {
  const paired = new Set<number>()
  const open = new Map<string, number[]>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "marker_open" && token.type !== "marker_close") continue
    const key = `${token.level}${markerOf(token).sign}`
    const stack = open.get(key) ?? []
    open.set(key, stack)
    if (token.type === "marker_open") stack.push(index)
    else {
      const opener = stack.pop()
      if (opener !== undefined) paired.add(opener).add(index)
    }
  }
  return paired
}

const TAG = /<(\/?)([A-Za-z][\w.:-]*)((?:\s[^<>]*?)?)(\/?)>/g
const HIDING = /\shidden(?=[\s=]|$)|\sv-for\s*=|style\s*=\s*["'][^"']*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Tags nested more deeply across blocks are ignored. */
const MAX_OPEN_TAGS = 200

/**
 * Finds Markdown between HTML blocks that hide it: `<div hidden>` … `</div>`.
 *
 * @returns indexes of the hidden tokens.
 */
export function hiddenTokens(tokens: readonly Token[]): ReadonlySet<number> {
  const hidden = new Set<number>()
  const open: { name: string; isHiding: boolean; index: number }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "html_block" || token.content.startsWith("<!--")) continue
    for (const [, slash, name = "", attributes = "", selfClosing] of token.content.matchAll(TAG)) {
      if (selfClosing === "/" || VOID_ELEMENTS.has(name.toLowerCase())) continue
      if (slash !== "/") {
        if (open.length < MAX_OPEN_TAGS) open.push({ name, isHiding: HIDING.test(attributes), index })
        continue
      }
      const at = open.findLastIndex((tag) => tag.name === name)
      const opener = open[at]
      if (opener === undefined) continue
      open.length = at
      if (opener.isHiding) for (let i = opener.index + 1; i < index; i++) hidden.add(i)
    }
  }
  return hidden
}
