import { z } from "zod"
import { ERROR_CODES, type ErrorCode } from "./error-codes.ts"

const codes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]

/** Wire schema of an error code. */
export const ErrorCodeWord = z.enum(codes).meta({ id: "ErrorCode", description: "machine-readable error code" })

/** Terms and headings of a library that come closest to a question that nothing matches. */
export const QuestionSuggestions = z
  .object({
    terms: z.array(z.string()).describe("similar words of the library, most similar first"),
    headings: z.array(z.string()).describe("headings about these words, or the titles of the first pages"),
  })
  .meta({
    id: "QuestionSuggestions",
    description: "terms and headings of a library that come closest to a question that nothing matches",
  })
export type QuestionSuggestions = z.infer<typeof QuestionSuggestions>

/** The body of every error response. */
export const ErrorBody = z
  .object({
    error: ErrorCodeWord,
    message: z.string().describe("human-readable explanation"),
    suggestions: QuestionSuggestions.optional().describe("only with no_snippets_found"),
  })
  .meta({ id: "ErrorResponse", description: "the body of every error response" })
export type ErrorBody = z.infer<typeof ErrorBody>

/** The body of a 301 response: the library has moved. There is no `Location` header. */
export const LibraryRedirectedBody = z
  .object({
    error: z.literal("library_redirected"),
    message: z.string(),
    redirectUrl: z.string().describe("identifier of the library that replaces the requested one"),
  })
  .meta({ id: "LibraryRedirected", description: "library moved" })
export type LibraryRedirectedBody = z.infer<typeof LibraryRedirectedBody>
