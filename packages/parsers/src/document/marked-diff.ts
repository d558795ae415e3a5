/** A mark for a removed or an added line, and for lines after it: `// [!code --]`, `<!-- [!code ++:3] -->`. */
const MARK =
  /(?:\/\/|\/\*|\{\/\*|<!--|#|--|;|%)[ \t]{0,4}\[!code (--|\+\+)(?::(\d{1,3}))?\][ \t]{0,4}(?:\*\/\}?|-->)?[ \t]*$/

/** Returns true if marks say that lines of the code were removed, so that the code is not current as a whole. */
export function hasRemovedLines(code: string): boolean {
  return code.includes("[!code --") && code.split("\n").some((line) => MARK.exec(line)?.[1] === "--")
}

/** Converts the marks of Shiki for removed and added lines to the signs of a diff at the start of every line. */
export function toDiff(code: string): string {
  let sign = " "
  let remaining = 0
  const shown = code.split("\n").flatMap((line) => {
    const [mark, change, count = "1"] = MARK.exec(line) ?? []
    const text = mark === undefined ? line : line.slice(0, line.length - mark.length).trimEnd()
    if (mark !== undefined) {
      sign = change === "--" ? "-" : "+"
      remaining = Number(count)
      // A mark on a line of its own applies to the lines below it.
      if (text === "") return []
    }
    return remaining-- > 0 ? [sign + text] : [text === "" ? "" : ` ${text}`]
  })
  return shown.join("\n")
}
