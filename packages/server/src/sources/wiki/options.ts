import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Record options of a wiki space. */
export const WikiOptions = z.object({
  /** Teamspace whose account is used. */
  teamspaceKey: z.string(),
  siteUrl: z.string(),
  cloudId: z.string(),
  spaceKey: z.string(),
  /** If undefined, the whole space. */
  pageIds: z.array(z.string()).optional(),
})
export type WikiOptions = z.infer<typeof WikiOptions>

/** A space of a wiki, or some of its pages. */
export interface WikiSource {
  readonly kind: "wiki"
  /** URL of the space for readers. */
  readonly url: string
  readonly options: WikiOptions
}

/** Converts a record to a wiki source. */
export function wikiSourceOf({ url, options }: SourceRecord): WikiSource {
  return { kind: "wiki", url, options: WikiOptions.parse(options ?? {}) }
}

/** Converts a wiki source to a record. */
export function wikiRecordOf({ kind, url, options }: WikiSource): SourceRecord {
  return recordWith(kind, url, { options })
}
