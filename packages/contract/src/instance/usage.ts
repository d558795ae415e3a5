import { z } from "zod"
import { Count, Timestamp, wholeNumber } from "../limits/fields.ts"
import { MetricsResponse } from "../libraries/metrics.ts"
import { QUESTION_KINDS } from "../libraries/questions.ts"
import { LIMITS } from "../limits/limits.ts"

/** Query of the usage of the whole instance. */
export const InstanceUsageQuery = z.object({
  days: wholeNumber(LIMITS.metricsDaysMin, LIMITS.metricsDaysMax)
    .default(LIMITS.metricsDaysDefault)
    .describe("number of days of daily history, and of requests by library; 30 by default"),
})
export type InstanceUsageQuery = z.infer<typeof InstanceUsageQuery>

const NamedLibrary = z.object({ libraryId: z.string(), title: z.string(), private: z.boolean() })

/** Usage of the whole instance. Days are in UTC. */
export const InstanceUsage = z
  .object({
    countsUsage: z.boolean().describe("false if this server does not count usage (LECTERN_USAGE=off)"),
    ...MetricsResponse.shape,
    total: MetricsResponse.shape.total.describe("requests since the instance started counting"),
    topics: MetricsResponse.shape.topics.describe(
      "of questions to public libraries that enough people asked, most frequent first",
    ),
    libraries: z
      .array(NamedLibrary.extend({ count: Count }))
      .max(LIMITS.usageLibrariesMaxCount)
      .describe("libraries with the most requests in these days that you can see"),
    otherLibrariesCount: Count.describe(
      "requests to libraries that are not listed, including those that you cannot see",
    ),
    weakLibraries: z
      .array(NamedLibrary.extend({ unansweredCount: Count, wrongCount: Count }))
      .max(LIMITS.usageLibrariesMaxCount)
      .describe("libraries with the most questions that found nothing or were reported as wrong"),
    questions: z
      .array(
        z.object({
          libraryId: z.string(),
          kind: z.enum(QUESTION_KINDS),
          question: z.string(),
          version: z.string().describe("empty for the default version"),
          count: Count,
          lastAskedAt: Timestamp,
        }),
      )
      .max(LIMITS.usageQuestionsMaxCount)
      .describe("the most frequent of these questions, from libraries that you may change and that keep their text"),
  })
  .meta({ id: "InstanceUsage", description: "usage of the whole instance" })
export type InstanceUsage = z.infer<typeof InstanceUsage>
