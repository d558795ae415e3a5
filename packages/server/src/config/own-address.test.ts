import { describe, expect, it } from "vitest"
import { ownAddress } from "./own-address.ts"
import { readSettings } from "./settings.ts"

const local = { LECTERN_HOST: "127.0.0.1", LECTERN_PORT: 3000, LECTERN_PUBLIC_URL: undefined }

describe("the server's own address", () => {
  it("is the public one, with its path and without a trailing slash", () => {
    const settings = readSettings({ LECTERN_PUBLIC_URL: "https://docs.example/lectern//" })

    expect(ownAddress(settings)).toBe("https://docs.example/lectern")
  })

  it("is the one that it listens on", () => {
    expect(ownAddress(local)).toBe("http://127.0.0.1:3000")
    expect(ownAddress({ ...local, LECTERN_HOST: "::1" })).toBe("http://[::1]:3000")
  })

  it("is unknown when it listens on all addresses, or on any port", () => {
    expect(ownAddress({ ...local, LECTERN_HOST: "0.0.0.0" })).toBe("")
    expect(ownAddress({ ...local, LECTERN_PORT: 0 })).toBe("")
  })
})
