import type { BlockWriter } from "../../../document/block-writer.ts"
import type { Block } from "../../../document/document.ts"
import type { InlineTargets } from "./inline.ts"
import type { LineCursor } from "./line-cursor.ts"

/** State and functions that the block parsers share while they parse a file. */
export interface Scope extends InlineTargets {
  readonly writer: BlockWriter
  /** Title adornments in order of first occurrence: the index determines the heading level. */
  readonly adornments: string[]
  /** Language of code blocks without one; set by `.. highlight::`. */
  language: string
  /** Parses a body and writes its blocks. */
  body(body: LineCursor): void
  /** Parses a body into separate blocks without writing them. */
  blocksOf(body: LineCursor): readonly Block[]
  /** Leaves the last entry open, so that the text up to the next title or object at this depth belongs to it. */
  leaveEntryOpen(depth: number): void
  /** Ends the entry that was left open, if any. */
  closeEntry(): void
  /** Renders inline markup as Markdown. */
  inline(text: string): string
}
