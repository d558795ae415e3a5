import type { FormatProblem } from "../../document/document.ts"
import type { PythonModule } from "../../code/python-api/python-module.ts"

/** An included file, as text or as the outline of its code, or the reason why it cannot be read. */
export type IncludedFile = { readonly text: string } | { readonly outline: PythonModule } | { readonly refused: string }

/**
 * Reads another file of the same source at the same revision; undefined if it does not exist.
 *
 * @param path inside the source, `/`-separated; `**` + `/a/b.java` stands for the only file whose path ends with it.
 * @param form `outline` returns the outline of a Python module instead of its text.
 */
export type ReadIncluded = (path: string, form?: "outline") => IncludedFile | undefined

/** A line of the expanded text, and the line of the page it comes from (from 1); for included lines, the line of the include. */
export interface SourceLine {
  readonly text: string
  readonly at: number
}

/** The file that an include refers to. */
export interface Included {
  readonly path: string
  readonly text: string
}

/** Longer lines are not searched for includes. */
export const MAX_LINE_CHARACTERS = 2000
/** Maximum depth of nested includes. */
const MAX_DEPTH = 16
/** Maximum number of files that a page may include, counting nested ones. */
const MAX_FILES = 2000
/** Maximum number of characters that all included files may add. */
const MAX_CHARACTERS = 4 * 1024 * 1024

/** The state of a page while its includes are expanded: finds files, enforces the limits and collects problems. */
export class IncludeContext {
  readonly problems: FormatProblem[] = []
  readonly #read: ReadIncluded
  readonly #trail: string[]
  #fileCount = 0
  #characterCount = 0

  /** @param path of the page inside its source. */
  constructor(path: string, read: ReadIncluded) {
    this.#trail = [path]
    this.#read = read
  }

  /** Path of the file whose includes are being expanded. */
  get path(): string {
    return this.#trail.at(-1) ?? ""
  }

  problem(message: string, line: number): void {
    if (!this.problems.some((known) => known.message === message)) this.problems.push({ message, line })
  }

  /** Reads a file without including it, such as the site's configuration. */
  peek(path: string): string | undefined {
    return this.peekFile(path)?.text
  }

  /** Reads a file like `peek`. Pages of the same source get the same object. */
  peekFile(path: string): { readonly text: string } | undefined {
    const found = this.#read(path)
    return found !== undefined && "text" in found ? found : undefined
  }

  /** Outlines a Python file; a missing file is not a problem. */
  outline(path: string): PythonModule | undefined {
    const found = this.#read(path, "outline")
    return found !== undefined && "outline" in found ? found.outline : undefined
  }

  /**
   * Finds the first of several files that exists.
   *
   * @param target as written on the page, for messages.
   * @returns undefined if none exists or the file is refused; the reason is then reported as a problem.
   */
  find(candidates: readonly string[], target: string, line: number): Included | undefined {
    for (const path of candidates) {
      const found = this.#read(path)
      if (found === undefined) continue
      if (!("text" in found))
        return this.#refuse("refused" in found ? found.refused : "it is not a text file", target, line)
      if (this.#trail.includes(path)) return this.#refuse("it includes itself", target, line)
      if (this.#trail.length > MAX_DEPTH) return this.#refuse(`more than ${MAX_DEPTH} levels of includes`, target, line)
      this.#fileCount++
      if (this.#fileCount > MAX_FILES)
        return this.#refuse(`the page includes more than ${MAX_FILES} files`, target, line)
      return { path, text: found.text.replace(/\n$/, "") }
    }
    const reason = candidates.length === 0 ? "it is outside the source" : "the file does not exist"
    return this.#refuse(reason, target, line)
  }

  /** Creates lines that all come from one line of the page; one empty line if the page has included too much. */
  linesAt(text: string, at: number, indent = ""): readonly SourceLine[] {
    const lines = text.split("\n").map((line) => ({ text: line === "" ? line : indent + line, at }))
    return this.hasRoomFor(text.length + lines.length * indent.length, at) ? lines : [{ text: "", at }]
  }

  /** Counts text that is inserted into a line. Returns false, and reports it, if the page has included too much. */
  hasRoomFor(characterCount: number, at: number): boolean {
    this.#characterCount += characterCount
    if (this.#characterCount <= MAX_CHARACTERS) return true
    this.problem("the included text exceeds the size limit", at)
    return false
  }

  /** Runs a step inside an included file: targets are resolved against that file, and including an outer file is refused. */
  within<T>(path: string, step: () => T): T {
    this.#trail.push(path)
    try {
      return step()
    } finally {
      this.#trail.pop()
    }
  }

  #refuse(reason: string, target: string, line: number): undefined {
    this.problem(`${target.slice(0, 200)} could not be included: ${reason}`, line)
  }
}
