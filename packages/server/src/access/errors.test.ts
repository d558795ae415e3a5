import { expect, it } from "vitest"
import {
  InvalidApiKey,
  RateLimited,
  ServerBusy,
  SignInRefused,
  SpendingLimitExceeded,
  TooManyAttempts,
} from "./errors.ts"

it.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
])("says after too many attempts when to try again: %i seconds as %s", (seconds, wait) => {
  expect(new TooManyAttempts(10, seconds)).toMatchObject({
    message: `too many attempts. Try again in ${wait}`,
    code: "rate_limit_exceeded",
    retryable: true,
    details: { retryAfterSeconds: seconds, rateLimit: { limit: 10, remaining: 0, resetSeconds: seconds } },
  })
})

it("says when a request that was refused can be sent again", () => {
  const rateLimit = { limit: 3, remaining: 0, resetSeconds: 7 }
  const retry = { code: "rate_limit_exceeded", retryable: true }

  expect(new RateLimited(rateLimit)).toMatchObject({
    ...retry,
    message: "too many requests: the limit of 3 is used up. Try again in 7 s",
    details: { retryAfterSeconds: 7, rateLimit },
  })
  expect(new ServerBusy(4_096, 1)).toMatchObject({
    ...retry,
    message: "the server is busy: 4096 requests are waiting. Try again in 1 s",
    details: { retryAfterSeconds: 1 },
  })
})

it("gives errors that cannot be retried the codes of the contract", () => {
  expect(new SignInRefused("")).toMatchObject({ code: "invalid_api_key", retryable: false })
  expect(new InvalidApiKey("")).toMatchObject({ code: "invalid_api_key", retryable: false })
  expect(new SpendingLimitExceeded("")).toMatchObject({ code: "spending_limit_exceeded", retryable: false })
})
