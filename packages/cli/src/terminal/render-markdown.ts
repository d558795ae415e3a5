import type { Terminal } from "./terminal.ts"

/** Line between the snippets of an answer. */
const SEPARATOR = /^-{32}$/
const MAX_RULE_CHARACTERS = 60
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w#+.-]*)/

/**
 * Renders the Markdown of an answer for a terminal: bold headings, dim sources, indented code without fences.
 *
 * Removes control characters, because documentation is untrusted and terminals interpret some of them.
 *
 * @returns lines without line endings.
 */
export function renderMarkdown(text: string, terminal: Pick<Terminal, "style" | "columns">): string[] {
  const lines: string[] = []
  let fence: string | undefined
  for (const raw of text.split(/\r?\n/)) {
    const line = withoutControls(raw)
    const [, mark, language = ""] = FENCE.exec(line) ?? []
    if (fence !== undefined) {
      const closes = mark !== undefined && mark.startsWith(fence) && line.trim() === mark
      if (closes) fence = undefined
      else lines.push(line === "" ? "" : `    ${terminal.style("cyan", line)}`)
    } else if (mark !== undefined) {
      fence = mark
      if (language !== "") lines.push(terminal.style("dim", `    ${language}`))
    } else {
      lines.push(renderLine(line, terminal))
    }
  }
  return lines
}

function renderLine(line: string, terminal: Pick<Terminal, "style" | "columns">): string {
  if (SEPARATOR.test(line)) return terminal.style("dim", "─".repeat(Math.min(MAX_RULE_CHARACTERS, terminal.columns)))
  const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
  if (heading !== undefined) return terminal.style("bold", heading)
  if (/^(?:Source|Library): \S+$/.test(line)) return terminal.style("dim", line)
  return renderInline(line, terminal)
}

/** Renders a line in one pass from left to right, so that marks inside code are not interpreted. */
function renderInline(line: string, { style }: Pick<Terminal, "style">): string {
  return line.replaceAll(
    /(`+)(.+?)\1(?!`)|\*\*(?=\S)([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g,
    (_whole, _ticks: string | undefined, code?: string, strong?: string, label?: string, address?: string) => {
      if (code !== undefined) return style("cyan", code)
      if (strong !== undefined) return style("bold", strong)
      return `${label ?? ""} ${style("dim", `(${address ?? ""})`)}`
    },
  )
}

function withoutControls(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, "")
}
