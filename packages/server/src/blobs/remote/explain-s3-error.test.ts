import { expect, it } from "vitest"
import { RemoteRefused, RemoteUnavailable } from "../errors.ts"
import { explainS3Error } from "./explain-s3-error.ts"

const withCode = (code: string) => Object.assign(new Error("failed"), { code })

it.each(["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT"])("says what to do about %s", (code) => {
  const explained = explainS3Error(withCode(code), "docs")

  expect(explained).toBeInstanceOf(RemoteRefused)
  expect(explained.message).toContain("LECTERN_CA_FILE")
})

it("says that a lost connection may be temporary", () => {
  expect(explainS3Error(withCode("ECONNRESET"), "docs")).toBeInstanceOf(RemoteUnavailable)
})
