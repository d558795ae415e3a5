import { LIBRARY_ID_FORM } from "../identifiers/library-id.ts"

/**
 * All values of the `error` field of an error response, with the condition that each reports. The transports map them
 * to HTTP statuses.
 */
export const ERROR_CODES = {
  validation_error: "the request is malformed or a value is out of range",
  invalid_library_id: `the library identifier is not of the form ${LIBRARY_ID_FORM}`,
  invalid_api_key: "the API key is missing or invalid",
  access_denied: "a policy of the teamspace hides the library",
  forbidden: "the role or the plan does not allow the action",
  password_change_required: "the initial password must be changed first",
  duplicate_repo: "the resource already exists",
  internal_error: "an unexpected error occurred",
  timeout: "processing took too long; the same call may succeed later",
  library_not_found: "the library does not exist, or the caller cannot see it",
  tag_not_found: "the library has no such version",
  branch_not_found: "the source has no such branch",
  no_snippets_found: "the library has no content",
  no_documentation_found: "no library has documentation for the question",
  team_not_found: "the teamspace does not exist",
  job_not_found: "the job does not exist",
  not_found: "the path does not exist",
  method_not_allowed: "the path does not support this method",
  payload_too_large: "the request body is larger than allowed",
  unsupported_media_type: "the content type of the body is not supported",
  library_too_large: "the source exceeds the limits of a library",
  no_code_found: "the source contains no code to generate documentation from",
  rate_limit_exceeded: "too many requests; wait for Retry-After",
  spending_limit_exceeded: "the quota of the plan is used up",
  search_failed: "every selected library failed to answer",
  library_not_finalized: "the library is still queued or being processed",
  library_redirected: "the library has moved to the id in redirectUrl",
} as const satisfies Record<string, string>

/** An error code. */
export type ErrorCode = keyof typeof ERROR_CODES

/**
 * Tells whether a word is an error code of the contract.
 *
 * @param word any text, for example the `error` field of an unknown response.
 */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(ERROR_CODES, word)
}
