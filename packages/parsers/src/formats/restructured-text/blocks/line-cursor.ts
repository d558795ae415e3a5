import type { LineSpan } from "../../../document/document.ts"
import { indentedEnd, isBlank } from "./lines.ts"

/**
 * A position in the lines of one body: a file, the content of a directive, or a list item.
 *
 * A block parser returns true and moves the cursor past the block, or returns false without moving the cursor.
 */
export class LineCursor {
  readonly lines: readonly string[]
  /** Line of the file on which the body starts, from 1. */
  readonly firstLine: number
  /** Nesting level of the body; 0 for a whole file. */
  readonly depth: number
  /** Index of the current line. */
  index = 0

  constructor(lines: readonly string[], firstLine: number, depth = 0) {
    this.lines = lines
    this.firstLine = firstLine
    this.depth = depth
  }

  get isAtEnd(): boolean {
    return this.index >= this.lines.length
  }

  /** Text of the current line; empty at the end. */
  get line(): string {
    return this.lineAt(this.index)
  }

  lineAt(index: number): string {
    return this.lines[index] ?? ""
  }

  /** Returns the lines of the file from the current line up to the line before the index `end`. */
  spanTo(end: number): LineSpan {
    return this.span(this.index, end)
  }

  /** Returns the lines of the file from index `start` up to the line before index `end`. */
  span(start: number, end = start + 1): LineSpan {
    return { start: this.firstLine + start, end: this.firstLine + end - 1 }
  }

  /** Finds the end of the run of lines from `start` that are blank or indented by at least `indent`, without trailing blank lines. */
  indentedEnd(start: number, indent = 1): number {
    return indentedEnd(this.lines, start, indent)
  }

  /** Returns the index of the first line with text, from `start`. */
  nextText(start: number): number {
    let index = start
    while (index < this.lines.length && isBlank(this.lines[index])) index++
    return index
  }

  /** Returns a cursor for lines nested in this body, such as the text of a list item that starts at index `start`. */
  nested(lines: readonly string[], start = this.index): LineCursor {
    return new LineCursor(lines, this.firstLine + start, this.depth + 1)
  }

  /** Returns a cursor for the same body with other lines, one for each line. */
  withLines(lines: readonly string[]): LineCursor {
    return new LineCursor(lines, this.firstLine, this.depth)
  }

  /** Returns a cursor for the same body with one more line before it. */
  withLineBefore(line: string): LineCursor {
    return new LineCursor([line, ...this.lines], this.firstLine - 1, this.depth)
  }
}
