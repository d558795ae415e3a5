/** Characters that distinguish a formula from other text between dollar signs; text without them needs no protection. */
const SIGN = /[\\_^{]/
const FORMULA = /\$\$(?!\s*\$)((?:[^$`\\]|\\[^])+)\$\$|\$(?![\s${])((?:[^$`\\\n]|\\[^\n])*[^\s$`\\])\$(?![\w{])/y
/** Longer text is not a formula and merely starts and ends with a dollar sign. */
const MAX_CHARS = 1_000

/** Finds the formula that starts at an index of a line, `$x_1$` or `$$x_1$$`, including its dollar signs; undefined if there is none. */
export function formulaAt(text: string, at: number): string | undefined {
  const source = text.slice(at, at + MAX_CHARS)
  FORMULA.lastIndex = 0
  const match = FORMULA.exec(source)
  return match !== null && SIGN.test(match[1] ?? match[2] ?? "") ? match[0] : undefined
}
