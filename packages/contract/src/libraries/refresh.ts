import { z } from "zod"
import { LibraryIdText } from "../answers/context.ts"
import { boundedText, GitReferenceName, Message } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** The message of every accepted refresh. */
export const REFRESH_STARTED = "Refresh started successfully"

/** Requests a refresh of a library. */
export const RefreshRequest = z
  .object({
    libraryName: LibraryIdText,
    branch: GitReferenceName.optional().describe("defaults to the branch of the library"),
    gitToken: boundedText(1, LIMITS.gitTokenMaxCharacters).optional().describe("replaces the stored token or key"),
  })
  .meta({ id: "RefreshRequest", description: "a library to refresh" })
export type RefreshRequest = z.infer<typeof RefreshRequest>

/** Response to an accepted refresh; the message is `REFRESH_STARTED`. */
export const RefreshResponse = z
  .object({ message: Message })
  .meta({ id: "RefreshResponse", description: "the refresh started" })
export type RefreshResponse = z.infer<typeof RefreshResponse>
