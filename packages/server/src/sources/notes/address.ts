import { choiceWord } from "../base/choice-word.ts"
import type { NotesOptions } from "./options.ts"

/** Returns the address of a workspace, with a hash of the selected pages. */
export function notesAddress({ siteUrl, workspaceId, pageIds }: NotesOptions): string {
  return `${new URL(siteUrl).origin}/${encodeURIComponent(workspaceId)}${choiceWord(pageIds)}`
}
