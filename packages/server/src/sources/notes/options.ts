import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** The part of the record that only notes have. */
export const NotesOptions = z.object({
  /** Teamspace whose account reads the pages. */
  teamspaceKey: z.string(),
  /** Address that the account is connected at. */
  siteUrl: z.string(),
  workspaceId: z.string(),
  /** Pages or databases, read with everything below them. */
  pageIds: z.array(z.string()),
})
export type NotesOptions = z.infer<typeof NotesOptions>

/** Pages of notes with everything below them. */
export interface NotesSource {
  readonly kind: "notes"
  /** Address that identifies the workspace and the choice of pages. */
  readonly url: string
  readonly options: NotesOptions
}

/** Reads notes from their record. */
export function notesSourceOf({ url, options }: SourceRecord): NotesSource {
  return { kind: "notes", url, options: NotesOptions.parse(options ?? {}) }
}

/** Makes the record of notes. */
export function notesRecordOf({ kind, url, options }: NotesSource): SourceRecord {
  return recordWith(kind, url, { options })
}
