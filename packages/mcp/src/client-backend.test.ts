import { ApiError, LecternClient } from "@lectern/client"
import { expect, it } from "vitest"
import { clientBackend } from "./client-backend.ts"

it.each([
  [
    "too many requests: the limit of 60 is used up. Try again in 9 s",
    "too many requests: the limit of 60 is used up. Try again in 9 s",
  ],
  ["slow down", "slow down; try again in 9 s"],
])("says once when to try again: %s", (message, explained) => {
  const backend = clientBackend(
    new LecternClient({ url: "http://127.0.0.1:9" }),
    AbortSignal.timeout(1000),
    () => undefined,
  )

  const thrown = new ApiError(message, { status: 429, code: "rate_limit_exceeded", retryAfterSeconds: 9 })

  expect(backend.explainFailure(thrown)).toBe(explained)
})
