import { z } from "zod"
import { Count, wholeNumber } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Selects pages of a library. */
export const ListPagesQuery = z.object({
  version: z
    .string()
    .max(LIMITS.branchMaxCharacters)
    .default("")
    .describe("tag of an indexed version; empty for the default version"),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0).describe("pages to skip"),
  limit: wholeNumber(1, LIMITS.pagesListMaxCount).default(LIMITS.pagesListDefaultCount).describe("most pages"),
})
export type ListPagesQuery = z.infer<typeof ListPagesQuery>
/** The query as a client sends it. */
export type ListPagesQueryInput = Partial<ListPagesQuery>

/** A page of a library with the number of answers that contained it. */
export const LibraryPage = z
  .object({
    path: z.string().describe("path of the page in its source"),
    title: z.string(),
    url: z.string(),
    answerCount: Count.describe("answers that contained the page"),
  })
  .meta({ id: "LibraryPage", description: "a page of a library, with the number of answers that contained it" })
export type LibraryPage = z.infer<typeof LibraryPage>

/** The pages of a library version. */
export const ListPagesResponse = z
  .object({
    libraryId: z.string(),
    version: z.string().describe("tag of the version; empty for the default version"),
    countsAnswers: z.boolean().describe("false if this server does not count usage (LECTERN_USAGE=off)"),
    answerCount: Count.describe("answers from this version since its pages have been counted"),
    total: Count.describe("pages of this version"),
    neverReturnedCount: Count.describe("pages that no answer contained"),
    pages: z.array(LibraryPage).describe("least often returned first, then by path"),
  })
  .meta({ id: "ListPagesResponse", description: "pages of a library and how often answers contained them" })
export type ListPagesResponse = z.infer<typeof ListPagesResponse>
