import type { LibraryRecord } from "./records.ts"

/**
 * The description that users see. One written by a language model is marked as such, and used only if there is no
 * other.
 */
export interface ShownDescription {
  readonly description: string
  readonly isDescriptionWritten?: true
}

/** Chooses between the description of a library and the one that a language model wrote. */
export function shownDescription({
  description,
  writtenDescription,
}: Pick<LibraryRecord, "description" | "writtenDescription">): ShownDescription {
  if (description !== "" || writtenDescription === null) return { description }
  return { description: writtenDescription, isDescriptionWritten: true }
}
