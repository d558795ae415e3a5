/** Tracks Markdown fences from line to line. */
export class FenceTracker {
  #fence = ""

  /** True inside a fence, after its first line. */
  get isInside(): boolean {
    return this.#fence !== ""
  }

  /** Processes the next line. */
  next(line: string): void {
    const mark = /^[ \t>]*(`{3,}|~{3,})(.*)$/.exec(line)
    if (mark === null) return
    const [, fence = "", rest = ""] = mark
    if (this.#fence === "") {
      if (!(fence.startsWith("`") && rest.includes("`"))) this.#fence = fence
    } else if (fence.startsWith(this.#fence) && rest.trim() === "") this.#fence = ""
  }
}

/** Writes a code block whose fence is longer than any fence inside it. */
export function fenced(code: string, language: string, title = ""): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  const info = title === "" ? language : `${language === "" ? "text" : language} title="${title.replaceAll('"', "'")}"`
  return `${fence}${info}\n${code}\n${fence}`
}
