import type { StateBlock } from "markdown-it"

/** Returns a line of the current block without its indentation. */
export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0)
}

/** Adds a paragraph. @param map the first line, and the line after the last one. */
export function pushParagraph(state: StateBlock, content: string, map: [number, number]): void {
  state.push("paragraph_open", "p", 1).map = map
  const inline = state.push("inline", "", 0)
  inline.content = content
  inline.map = map
  inline.children = []
  state.push("paragraph_close", "p", -1)
}
