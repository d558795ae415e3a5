import { z } from "zod"
import { LibraryIdText } from "../answers/context.ts"
import { CalendarDate, Count, wholeNumber } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Surfaces that requests are counted by. */
export const METRIC_SURFACES = ["page", "txt", "mcp", "cli"] as const
export type MetricSurface = (typeof METRIC_SURFACES)[number]

/** Query of the usage of a library, or of one version of it. */
export const MetricsQuery = z.object({
  libraryId: LibraryIdText,
  days: wholeNumber(LIMITS.metricsDaysMin, LIMITS.metricsDaysMax)
    .default(LIMITS.metricsDaysDefault)
    .describe("days of daily history; 30 when left out"),
})
export type MetricsQuery = z.infer<typeof MetricsQuery>
/** The query as a client gives it. */
export type MetricsQueryInput = Pick<MetricsQuery, "libraryId"> & Partial<MetricsQuery>

const surfaces = { page: Count, txt: Count, mcp: Count, cli: Count }

/** How a library is used. Days are UTC. */
export const MetricsResponse = z
  .object({
    total: z.object(surfaces).describe("requests since the library exists"),
    daily: z
      .array(z.object({ date: CalendarDate, ...surfaces, total: Count }))
      .describe("oldest first, days without a request left out"),
    mcpClients: z.object({
      dailyData: z.array(
        z.object({ date: CalendarDate, uniqueUsersByClient: z.record(z.string(), Count), totalUniqueUsers: Count }),
      ),
    }),
    topics: z.array(z.object({ topic: z.string(), count: Count })).describe("most frequent first"),
    countries: z
      .array(
        z.object({
          country: z
            .string()
            .regex(/^[A-Z]{2}$/)
            .describe("ISO 3166-1 alpha-2"),
          count: Count,
        }),
      )
      .describe("most frequent first"),
  })
  .meta({ id: "MetricsResponse", description: "how a library is used" })
export type MetricsResponse = z.infer<typeof MetricsResponse>

/** Header with which a client names its surface, and its words. */
export const SOURCE_HEADER = "X-Lectern-Source"
/** Surface that each word of the header stands for. */
export const SOURCE_HEADER_SURFACES = { "mcp-server": "mcp", cli: "cli" } as const satisfies Record<
  string,
  MetricSurface
>
