/** Characters that make text between dollars a formula; without them there is nothing to protect. */
const SIGN = /[\\_^{]/
const FORMULA = /\$\$(?!\s*\$)((?:[^$`\\]|\\[^])+)\$\$|\$(?![\s${])((?:[^$`\\\n]|\\[^\n])*[^\s$`\\])\$(?![\w{])/y
/** Longer text is not a formula: it only starts and ends with a dollar. */
const MAX_CHARS = 1_000

/** Finds a formula in a line, `$x_1$` or `$$x_1$$`, with its dollars; undefined when none starts at that index. */
export function formulaAt(text: string, at: number): string | undefined {
  const source = text.slice(at, at + MAX_CHARS)
  FORMULA.lastIndex = 0
  const match = FORMULA.exec(source)
  return match !== null && SIGN.test(match[1] ?? match[2] ?? "") ? match[0] : undefined
}
