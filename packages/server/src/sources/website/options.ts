import { LIMITS } from "@lectern/contract"
import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Record options of a website. */
export const WebsiteOptions = z.object({
  /** Only pages below this URL are indexed; if null, those in the start page's folder. */
  baseUrl: z.string().nullable(),
  maxPages: z.int().min(1).default(LIMITS.websiteMaxPagesDefault),
  maxDepth: z.int().min(0).default(LIMITS.websiteMaxDepthDefault),
  excludePatterns: z.array(z.string()).default([]),
})
export type WebsiteOptions = z.infer<typeof WebsiteOptions>

/** The pages of a website below one URL. */
export interface WebsiteSource {
  readonly kind: "website"
  /** Start page of the crawl. */
  readonly url: string
  readonly options: WebsiteOptions
}

/** Converts a record to a website source. */
export function websiteSourceOf({ url, options }: SourceRecord): WebsiteSource {
  return { kind: "website", url, options: WebsiteOptions.parse(options ?? {}) }
}

/** Converts a website source to a record. */
export function websiteRecordOf({ kind, url, options }: WebsiteSource): SourceRecord {
  return recordWith(kind, url, { options })
}
