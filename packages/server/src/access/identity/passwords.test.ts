import { beforeEach, describe, expect, it, vi } from "vitest"
import { hashPassword, isPasswordOf } from "./passwords.ts"

// Other tests hash at a lower cost (`scripts/quick-passwords.mjs`).
beforeEach(() => vi.doUnmock("@node-rs/argon2"))

describe("a hash of a password", () => {
  it("has the cost that OWASP recommends, and fits one password", async () => {
    const hash = await hashPassword("correct horse battery staple")

    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await isPasswordOf(hash, "correct horse battery staple")).toBe(true)
    expect(await isPasswordOf(hash, "wrong")).toBe(false)
    expect(await isPasswordOf("no hash", "wrong")).toBe(false)
  })
})
