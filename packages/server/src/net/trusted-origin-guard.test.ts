import { describe, expect, it } from "vitest"

import { AddressRefused } from "./errors.ts"
import { makeTrustedOriginGuard } from "./trusted-origin-guard.ts"

describe("makeTrustedOriginGuard", () => {
  it("lets requests go to the configured origin although it is private", async () => {
    const guard = makeTrustedOriginGuard("http://127.0.0.1:8080/v1")

    expect(guard.assertUrlAllowed("http://127.0.0.1:8080/v1/embeddings").port).toBe("8080")
    expect(await guard.resolveHost("127.0.0.1")).toEqual(["127.0.0.1"])
  })

  it.each(["http://127.0.0.1:8081/v1", "https://127.0.0.1:8080/v1", "http://example.org/"])(
    "refuses every other origin: %s",
    (url) => {
      const guard = makeTrustedOriginGuard("http://127.0.0.1:8080/v1")

      expect(() => guard.assertUrlAllowed(url)).toThrow(AddressRefused)
    },
  )

  it("refuses to look up other hosts", async () => {
    const guard = makeTrustedOriginGuard("http://127.0.0.1:8080/v1")

    await expect(guard.resolveHost("localhost")).rejects.toThrow(AddressRefused)
  })

  it("refuses an address with a password", () => {
    expect(() => makeTrustedOriginGuard("http://user:secret@127.0.0.1/v1")).toThrow(AddressRefused)
  })
})
