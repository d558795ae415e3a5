/** Signs that make a formula of what stands between dollars; without them there is nothing to protect. */
const SIGN = /[\\_^{]/
const FORMULA = /\$\$(?!\s*\$)((?:[^$`\\]|\\[^])+)\$\$|\$(?![\s${])((?:[^$`\\\n]|\\[^\n])*[^\s$`\\])\$(?![\w{])/y
/** What is longer is text with a dollar at either end. */
const MAX_CHARS = 1_000

/** Reads a formula in a line, `$x_1$` or `$$x_1$$`, with its dollars; undefined when there is none at that place. */
export function formulaAt(text: string, at: number): string | undefined {
  const source = text.slice(at, at + MAX_CHARS)
  FORMULA.lastIndex = 0
  const match = FORMULA.exec(source)
  return match !== null && SIGN.test(match[1] ?? match[2] ?? "") ? match[0] : undefined
}
