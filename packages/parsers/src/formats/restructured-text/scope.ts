import type { BlockWriter } from "../../document/block-writer.ts"
import type { Block } from "../../document/document.ts"

/** What the parts of the reStructuredText parser share while they read one file. */
export interface Scope {
  readonly writer: BlockWriter
  /** Title of the section that stands under a label. */
  titleOfLabel(label: string): string | undefined
  /** Title of a page that is named by its path. */
  titleOfPage(target: string): string | undefined
  /** Replacement text by substitution name. */
  readonly substitutions: ReadonlyMap<string, string>
  /** Adornments in the order in which they first occurred: the place is the level. */
  readonly adornments: string[]
  /** Language of code without one, set by `.. highlight::`. */
  language: string
  /**
   * Reads lines that form a body of their own, dedented.
   *
   * @param first line of the file on which they start.
   */
  body(lines: readonly string[], first: number, depth: number): void
  /** Reads lines that form a body of their own, apart from what is being written. */
  blocksOf(lines: readonly string[], first: number, depth: number): readonly Block[]
  /** Lets the text up to the next title or object of the body at a depth stand under the entry that was begun last. */
  leaveEntryOpen(depth: number): void
  /** Ends such an entry, if there is one. */
  closeEntry(): void
  /** Renders inline markup as Markdown. */
  inline(text: string): string
}

/** A block that was recognised: index of the first line after it. */
export type BlockEnd = number | undefined
