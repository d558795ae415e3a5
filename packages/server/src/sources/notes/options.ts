import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Record options of notes. */
export const NotesOptions = z.object({
  /** Teamspace whose account is used. */
  teamspaceKey: z.string(),
  /** Site URL of the connected account. */
  siteUrl: z.string(),
  workspaceId: z.string(),
  /** Pages or databases to fetch, with everything below them. */
  pageIds: z.array(z.string()),
})
export type NotesOptions = z.infer<typeof NotesOptions>

/** Pages of notes with everything below them. */
export interface NotesSource {
  readonly kind: "notes"
  /** Address that identifies the workspace and the selected pages. */
  readonly url: string
  readonly options: NotesOptions
}

/** Converts a record to a notes source. */
export function notesSourceOf({ url, options }: SourceRecord): NotesSource {
  return { kind: "notes", url, options: NotesOptions.parse(options ?? {}) }
}

/** Converts a notes source to a record. */
export function notesRecordOf({ kind, url, options }: NotesSource): SourceRecord {
  return recordWith(kind, url, { options })
}
