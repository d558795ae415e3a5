import { ApiError } from "@lectern/client"
import { expect, it } from "vitest"
import { explainFailure } from "./exit-codes.ts"

it.each([
  ["too many requests: the limit of 60 is used up. Try again in 9 s", undefined],
  ["slow down", "try again in 9 s"],
])("says once when to try again: %s", (message, hint) => {
  const thrown = new ApiError(message, { status: 429, code: "rate_limit_exceeded", retryAfterSeconds: 9 })

  expect(explainFailure(thrown)).toMatchObject({ message, hint })
})
