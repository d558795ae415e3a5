import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** The part of the record that only a wiki space has. */
export const WikiOptions = z.object({
  /** Teamspace whose account reads the space. */
  teamspaceKey: z.string(),
  siteUrl: z.string(),
  cloudId: z.string(),
  spaceKey: z.string(),
  /** The whole space when undefined. */
  pageIds: z.array(z.string()).optional(),
})
export type WikiOptions = z.infer<typeof WikiOptions>

/** A space of a wiki, or some of its pages. */
export interface WikiSource {
  readonly kind: "wiki"
  /** Address of the space for readers. */
  readonly url: string
  readonly options: WikiOptions
}

/** Reads a wiki space from its record. */
export function wikiSourceOf({ url, options }: SourceRecord): WikiSource {
  return { kind: "wiki", url, options: WikiOptions.parse(options ?? {}) }
}

/** Makes the record of a wiki space. */
export function wikiRecordOf({ kind, url, options }: WikiSource): SourceRecord {
  return recordWith(kind, url, { options })
}
