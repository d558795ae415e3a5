import { choiceWord } from "../base/choice-word.ts"
import type { NotesOptions } from "./options.ts"

/** Gives the address of a workspace, with a mark for the choice of pages. */
export function notesAddress({ siteUrl, workspaceId, pageIds }: NotesOptions): string {
  return `${new URL(siteUrl).origin}/${encodeURIComponent(workspaceId)}${choiceWord(pageIds)}`
}
