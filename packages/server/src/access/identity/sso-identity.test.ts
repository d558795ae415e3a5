import { describe, expect, it } from "vitest"
import { identityOf } from "./sso-identity.ts"

const SETTINGS = { LECTERN_OIDC_NAME_CLAIM: "nickname", LECTERN_OIDC_GROUPS_CLAIM: "roles" }
const read = (claims: object) => identityOf({ iss: "https://id.example", sub: "s1", ...claims }, SETTINGS)

describe("the identity of a user of single sign-on", () => {
  it.each([
    [{ nickname: " Ann ", email: "ann@id.example" }, "Ann"],
    [{ nickname: "  ", email: " ann@id.example " }, "ann@id.example"],
    [{ nickname: 7 }, "s1"],
    [{ email: "" }, "s1"],
  ])("of %j has the name %s", (claims, name) => {
    expect(read(claims)).toMatchObject({ issuer: "https://id.example", subject: "s1", name })
  })

  it("has an email address of at most 254 characters", () => {
    const address = (characters: number) => "@id.example".padStart(characters, "a")

    expect(read({ email: address(254) }).email).toBe(address(254))
    expect(read({ email: address(255) }).email).toBeNull()
    expect(read({}).email).toBeNull()
  })

  it.each([
    [
      ["dev", "", 7, "ops"],
      ["dev", "ops"],
    ],
    ["dev", ["dev"]],
    [undefined, []],
    [["g".repeat(200), "g".repeat(201)], ["g".repeat(200)]],
    [Array.from({ length: 501 }, (_, at) => `g${at}`), Array.from({ length: 500 }, (_, at) => `g${at}`)],
  ])("reads groups from %j", (roles, groups) => {
    expect(read({ roles }).groups).toEqual(groups)
  })
})
