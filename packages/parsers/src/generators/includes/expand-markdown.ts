import { FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "./include-context.ts"
import type { BlockCursor, BlockMacro, ExpandPage, LineMacro, MarkdownMacros } from "./markdown-macros.ts"

/** Expands the includes of a Markdown page. */
export type ExpandMarkdown = (lines: readonly SourceLine[], context: IncludeContext) => readonly SourceLine[]

/**
 * Creates the function that expands the includes of several documentation tools in one pass, including those of included pages. A page
 * rarely shows which tool it is written for, so the includes of all tools are expanded on every page whose text may contain them.
 */
export function markdownExpander(tools: readonly MarkdownMacros[]): ExpandMarkdown {
  const expand: ExpandMarkdown = (lines, context) => new MarkdownPage(tools, context).expand(lines)
  return expand
}

class MarkdownPage {
  readonly #tools: readonly MarkdownMacros[]
  readonly #context: IncludeContext

  constructor(tools: readonly MarkdownMacros[], context: IncludeContext) {
    this.#tools = tools
    this.#context = context
  }

  expand(lines: readonly SourceLine[]): readonly SourceLine[] {
    const text = lines.map((line) => line.text).join("\n")
    const tools = this.#tools.filter((tool) => tool.isUsedIn(text))
    if (tools.length === 0) return lines
    const lineMacros = tools.flatMap((tool) => tool.lines ?? [])
    const blockMacros = tools.flatMap((tool) => tool.blocks ?? [])
    const fences = new FenceTracker()
    // Added one by one: a file can have more lines than a call can have arguments.
    const out: SourceLine[] = []
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]
      if (line === undefined) break
      const block = this.#expandBlock(blockMacros, { lines, index, isInFence: fences.isInside })
      if (block !== undefined) {
        for (const added of block.lines) out.push(added)
        index = block.end
        continue
      }
      const expanded = this.#expandLine(lineMacros, line, fences.isInside)
      fences.next(line.text)
      if (expanded === undefined) out.push(line)
      else for (const added of expanded) out.push(added)
    }
    return out
  }

  #expandBlock(macros: readonly BlockMacro[], at: Pick<BlockCursor, "lines" | "index" | "isInFence">) {
    if (macros.length === 0) return undefined
    const cursor = { ...at, context: this.#context, expandPage: this.#expandPage }
    for (const macro of macros) {
      const block = macro.expand(cursor)
      if (block !== undefined) return block
    }
    return undefined
  }

  #expandLine(macros: readonly LineMacro[], line: SourceLine, isInFence: boolean): readonly SourceLine[] | undefined {
    if (line.text.length > MAX_LINE_CHARACTERS) return undefined
    for (const { pattern, worksInFences, expand } of macros) {
      if (isInFence && worksInFences !== true) continue
      const match = pattern.exec(line.text)
      if (match === null) continue
      const expanded = expand({ match, line, isInFence, context: this.#context, expandPage: this.#expandPage })
      if (expanded !== undefined) return expanded
    }
    return undefined
  }

  readonly #expandPage: ExpandPage = (path, lines) => this.#context.within(path, () => this.expand(lines))
}
