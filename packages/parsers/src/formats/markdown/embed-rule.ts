import type { StateBlock } from "markdown-it"
import { lineAt, pushParagraph } from "./block-lines.ts"

/** The tag that begins an embed; its caption may follow on the same line. The destination of a link cannot contain angle brackets. */
const OPENER = /^\{%-?[ \t]{0,9}embed[ \t]+url=(["'])(https?:\/\/[^\s"'<>]{1,1000})\1(?:(?!%\})[^\n]){0,300}%\}/
const CLOSER = /\{%-?[ \t]{0,9}endembed[ \t]{0,9}-?%\}$/
/** A caption is one paragraph. */
const MAX_LINES = 20

/**
 * Block rule for an embed of GitBook with a caption, which becomes a link to what is embedded: `{% embed url="…" %}Koi{% endembed %}`. Other
 * embeds show nothing, or a caption that already contains links.
 */
export function embedRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const first = lineAt(state, startLine)
  const [opener, , url = ""] = first.startsWith("{%") ? (OPENER.exec(first) ?? []) : []
  if (opener === undefined) return false
  const lines: string[] = []
  for (let line = startLine; line < Math.min(endLine, startLine + MAX_LINES); line++) {
    const text = (line === startLine ? first.slice(opener.length) : lineAt(state, line)).trim()
    const caption = text.replace(CLOSER, "")
    lines.push(caption.trim())
    if (caption === text) continue
    const label = lines.join("\n").trim()
    if (label === "" || /\n\n|[[\]]|\{%/.test(label)) return false
    if (isSilent) return true
    state.line = line + 1
    pushParagraph(state, `[${label}](<${url}>)`, [startLine, line + 1])
    return true
  }
  return false
}
