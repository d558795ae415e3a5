import { describe, expect, it } from "vitest"
import { ERROR_CODES, isErrorCode } from "./error-codes.ts"
import { ErrorBody, LibraryRedirectedBody } from "./errors.ts"

describe("error codes", () => {
  it("are those of the interface and of the decisions, no more and no less", () => {
    const ofTheInterface = [
      "validation_error",
      "invalid_library_id",
      "invalid_api_key",
      "access_denied",
      "forbidden",
      "duplicate_repo",
      "internal_error",
      "timeout",
    ]
    const ofTheDecisions = [
      "library_not_found",
      "tag_not_found",
      "branch_not_found",
      "no_snippets_found",
      "no_documentation_found",
      "team_not_found",
      "job_not_found",
      "not_found",
      "method_not_allowed",
      "payload_too_large",
      "unsupported_media_type",
      "library_too_large",
      "no_code_found",
      "rate_limit_exceeded",
      "spending_limit_exceeded",
      "search_failed",
      "library_not_finalized",
      "library_redirected",
      "password_change_required",
    ]

    expect(Object.keys(ERROR_CODES).sort()).toEqual([...ofTheInterface, ...ofTheDecisions].sort())
  })

  it("are told from other words, inherited ones included", () => {
    expect([isErrorCode("timeout"), isErrorCode("toString"), isErrorCode("")]).toEqual([true, false, false])
  })

  it("stand in a body with a message, both required", () => {
    expect(ErrorBody.parse({ error: "timeout", message: "too long" })).toEqual({
      error: "timeout",
      message: "too long",
    })
    expect(ErrorBody.safeParse({ error: "timeout" }).success).toBe(false)
    expect(ErrorBody.safeParse({ error: "broken", message: "x" }).success).toBe(false)
  })

  it("come with the new identifier when a library has moved", () => {
    expect(LibraryRedirectedBody.safeParse({ error: "library_redirected", message: "moved" }).success).toBe(false)
  })
})
