import type { BlockWriter } from "../block-writer.ts"
import type { LineSpan } from "../document.ts"

/** A longer definition becomes a section, whatever its term. */
export const LONG_DEFINITION_CHARS = 300

/** A list with more text is a reference of its own, whatever the sentence before it. */
const SHORT_LIST_CHARS = 600

/** Returns true if a sentence introduces a short list of definitions: as sections, they would stand apart from it and from the text below. */
export function belongsToSentence(writer: BlockWriter, listCharacters: number): boolean {
  return listCharacters <= SHORT_LIST_CHARS && writer.hasIntroduced
}

/**
 * Opens a list of definitions that are list items. A short one becomes one block, so that it is not cut between its items.
 *
 * @returns a function that ends the list.
 */
export function openDefinitionList(writer: BlockWriter, listCharacters: number): () => void {
  if (listCharacters > SHORT_LIST_CHARS) return () => {}
  writer.openList()
  return () => {
    writer.close()
  }
}

/** A term of a definition list, or several terms that share a definition. */
export interface DefinitionTerm {
  /** Plain text. */
  readonly name: string
  /** Markdown on one line. */
  readonly term: string
  readonly lines: LineSpan
  /** True if the term is the name of a reference entry. Inside a list or a box, it is a list item anyway. */
  readonly isEntry: boolean
}

/**
 * Writes a term, as the heading of an entry or as a list item, and leaves it open for its definition.
 *
 * @returns a function that ends the definition.
 */
export function openDefinition(writer: BlockWriter, { name, term, lines, isEntry }: DefinitionTerm): () => void {
  if (isEntry && !writer.isNested) {
    writer.beginEntry(name, lines)
    return () => writer.endEntry()
  }
  writer.openList()
  writer.openItem("-")
  writer.term(boldTerm(term), lines)
  return () => {
    writer.close()
    writer.close()
  }
}

/** Makes a term bold, unless it has markup of its own. */
export function boldTerm(term: string): string {
  return /[`*]/.test(term) ? term : `**${term}**`
}
