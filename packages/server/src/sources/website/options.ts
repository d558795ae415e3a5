import { LIMITS } from "@lectern/contract"
import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** The part of the record that only a website has. */
export const WebsiteOptions = z.object({
  /** Only pages below this address are read; the start page's own folder when null. */
  baseUrl: z.string().nullable(),
  maxPages: z.int().min(1).default(LIMITS.websiteMaxPagesDefault),
  maxDepth: z.int().min(0).default(LIMITS.websiteMaxDepthDefault),
  excludePatterns: z.array(z.string()).default([]),
})
export type WebsiteOptions = z.infer<typeof WebsiteOptions>

/** The pages of a website below one address. */
export interface WebsiteSource {
  readonly kind: "website"
  /** Page that the crawl starts at. */
  readonly url: string
  readonly options: WebsiteOptions
}

/** Reads a website from its record. */
export function websiteSourceOf({ url, options }: SourceRecord): WebsiteSource {
  return { kind: "website", url, options: WebsiteOptions.parse(options ?? {}) }
}

/** Makes the record of a website. */
export function websiteRecordOf({ kind, url, options }: WebsiteSource): SourceRecord {
  return recordWith(kind, url, { options })
}
