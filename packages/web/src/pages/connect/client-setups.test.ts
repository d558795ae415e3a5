import { describe, expect, it } from "vitest"
import { clientSetups } from "./client-setups.ts"

describe("how clients are connected", () => {
  it("uses the address of the server, behind a path prefix too", () => {
    for (const { code, name } of clientSetups("https://docs.example/lectern/", false)) {
      expect(`${name}: ${code}`).toContain("https://docs.example/lectern")
      expect(code).not.toContain("API key")
    }
  })

  it("contains a placeholder for the key if one is required", () => {
    for (const { code } of clientSetups("https://docs.example/", true)) expect(code).toContain("<your API key>")
  })
})
