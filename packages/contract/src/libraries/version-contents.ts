import { z } from "zod"
import { Count, Timestamp } from "../limits/fields.ts"
import { LibraryBenchmark } from "./benchmark.ts"
import { FileReport } from "./libraries.ts"

/** What an indexed version of a library contains. */
export const VersionContents = z
  .object({
    libraryId: z.string(),
    version: z.string().describe("its tag"),
    branch: z.string(),
    revision: z.string().nullable().describe("commit, or another identifier of the state of the source"),
    lastUpdateDate: Timestamp,
    totalSnippets: Count,
    totalTokens: Count,
    files: FileReport.nullable(),
    benchmark: LibraryBenchmark.describe("without questions if policies exclude the version"),
  })
  .meta({ id: "VersionContents", description: "what an indexed version of a library contains" })
export type VersionContents = z.infer<typeof VersionContents>
