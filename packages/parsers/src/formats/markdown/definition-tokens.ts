import type { Token } from "markdown-it"

/** Returns true for a token that opens or closes a definition of a list at some level. */
export function isDefinitionToken(token: Token, level: number): boolean {
  return (token.type === "dd_open" || token.type === "dd_close") && token.level === level
}

/** Returns the index, from `from` on, of the next term or of the end of the definition list whose terms have some level. */
export function definitionEnd(tokens: readonly Token[], from: number, level: number): number {
  let end = from
  while (end < tokens.length && !isTermOrEnd(tokens[end], level)) end++
  return end
}

function isTermOrEnd(token: Token | undefined, level: number): boolean {
  return (
    (token?.type === "dt_open" && token.level === level) || (token?.type === "dl_close" && token.level === level - 1)
  )
}
