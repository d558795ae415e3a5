import { LIMITS } from "@lectern/contract"
import { z } from "zod"

/** What only a web site has among the sources, as the catalogue keeps it. */
export const WebsiteOptions = z.object({
  /** Only pages below this address are read; the start page's own folder when null. */
  baseUrl: z.string().nullable(),
  maxPages: z.int().min(1).default(LIMITS.websiteMaxPagesDefault),
  maxDepth: z.int().min(0).default(LIMITS.websiteMaxDepthDefault),
  excludePatterns: z.array(z.string()).default([]),
})
export type WebsiteOptions = z.infer<typeof WebsiteOptions>
