import { z } from "zod"
import { LibraryIdText } from "../answers/context.ts"
import { CalendarDate, Count, wholeNumber } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Surfaces that requests are counted for. */
export const METRIC_SURFACES = ["page", "txt", "mcp", "cli"] as const
export type MetricSurface = (typeof METRIC_SURFACES)[number]

/** Query of the usage of a library or one of its versions. */
export const MetricsQuery = z.object({
  libraryId: LibraryIdText,
  days: wholeNumber(LIMITS.metricsDaysMin, LIMITS.metricsDaysMax)
    .default(LIMITS.metricsDaysDefault)
    .describe("number of days of daily history; 30 by default"),
})
export type MetricsQuery = z.infer<typeof MetricsQuery>
/** The query as a client sends it. */
export type MetricsQueryInput = Pick<MetricsQuery, "libraryId"> & Partial<MetricsQuery>

const surfaces = { page: Count, txt: Count, mcp: Count, cli: Count }

/** Usage of a library. Days are in UTC. */
export const MetricsResponse = z
  .object({
    total: z.object(surfaces).describe("requests since the library was created"),
    daily: z
      .array(z.object({ date: CalendarDate, ...surfaces, total: Count }))
      .describe("oldest first, without days that had no requests"),
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
  .meta({ id: "MetricsResponse", description: "usage of a library" })
export type MetricsResponse = z.infer<typeof MetricsResponse>

/** Header in which a client names its surface, with its values. */
export const SOURCE_HEADER = "X-Lectern-Source"
/** Surface of each header value. */
export const SOURCE_HEADER_SURFACES = { "mcp-server": "mcp", cli: "cli" } as const satisfies Record<
  string,
  MetricSurface
>
