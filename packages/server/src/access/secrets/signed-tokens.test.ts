import { randomBytes } from "node:crypto"
import { beforeEach, describe, expect, it } from "vitest"
import { ringKey, ringOf } from "./key-ring.ts"
import { createTokenSigner, type TokenSigner } from "./signed-tokens.ts"

const [first, second] = [ringKey(randomBytes(32)), ringKey(randomBytes(32))]

describe("a signed token", () => {
  let signer: TokenSigner
  beforeEach(() => {
    signer = createTokenSigner(ringOf([first, second]), "session")
  })

  it("has a random text and a signature of 128 bits", () => {
    expect(signer.make()).toMatch(/^[\w-]{43}\.[\w-]{22}$/)
    expect(signer.make().split(".")[0]).not.toBe(signer.make().split(".")[0])
  })

  it("is recognised as long as the ring contains its key, and new ones have the first key", () => {
    const old = createTokenSigner(ringOf([second]), "session")

    expect(signer.isOwn(signer.make())).toBe(true)
    expect(signer.isOwn(old.make())).toBe(true)
    expect(old.isOwn(signer.make())).toBe(false)
  })

  it("is recognised after an update of Lectern", () => {
    const fixed = createTokenSigner(ringOf([ringKey(new Uint8Array(32))]), "session")

    expect(fixed.isOwn(`${"a".repeat(43)}.MpCr5zEM53FrLU8I0FIBKA`)).toBe(true)
  })

  it("is not valid for another purpose", () => {
    expect(createTokenSigner(ringOf([first]), "consent").isOwn(signer.make())).toBe(false)
  })

  it.each<[string, (token: string) => string]>([
    ["another text", (token) => `x${token}`],
    ["another signature", (token) => `${token.split(".")[0]}.${Buffer.alloc(16).toString("base64url")}`],
    ["a shorter signature", (token) => token.slice(0, -2)],
    ["no signature", (token) => token.split(".")[0]!],
    ["one part too many", (token) => `${token}.`],
    ["nothing in it", () => ""],
  ])("with %s is not recognised", (_, change) => {
    expect(signer.isOwn(change(signer.make()))).toBe(false)
  })
})
