/**
 * Every word that may stand in the `error` field of an error answer, with the condition it reports. The HTTP status
 * belonging to each is the doors' business.
 */
export const ERROR_CODES = {
  validation_error: "the input does not have the form or range asked for",
  invalid_library_id: "the library identifier is not of the form /owner/repo or /<source>/<id>",
  invalid_api_key: "the API key is missing or not valid",
  access_denied: "a policy of the teamspace hides the library",
  forbidden: "the role or the plan does not allow the action",
  password_change_required: "the default password has to be changed first",
  duplicate_repo: "the resource exists already",
  internal_error: "the service failed",
  timeout: "processing took too long; the same call may succeed later",
  library_not_found: "there is no such library, or the caller may not know of it",
  tag_not_found: "the library has no such version",
  branch_not_found: "the source has no such branch",
  no_snippets_found: "the library holds nothing that can be served",
  no_documentation_found: "no library has documentation for the question",
  team_not_found: "there is no such teamspace",
  job_not_found: "there is no such job",
  not_found: "there is nothing at this path",
  method_not_allowed: "the path does not know this method",
  payload_too_large: "the request body is larger than allowed",
  unsupported_media_type: "the content type of the body is not one the path reads",
  library_too_large: "the source is larger than a library may be",
  no_code_found: "the source holds no code to generate documentation from",
  rate_limit_exceeded: "too many requests; wait for Retry-After",
  spending_limit_exceeded: "the quota of the plan is used up",
  search_failed: "every selected library failed to answer",
  library_not_finalized: "the library is queued or being processed",
  library_redirected: "the library has moved to the id in redirectUrl",
} as const satisfies Record<string, string>

/** A word of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES

/**
 * Tells whether a word is an error code of the contract.
 *
 * @param word any text, for instance the `error` field of a foreign answer.
 */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(ERROR_CODES, word)
}
