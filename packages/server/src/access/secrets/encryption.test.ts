import { createCipheriv, randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { canUnseal, createSecretBox, SecretUnreadable } from "./encryption.ts"
import { ringKey, ringOf } from "./key-ring.ts"

const [current, old, foreign] = [ringKey(randomBytes(32)), ringKey(randomBytes(32)), ringKey(randomBytes(32))]
const openBox = () => createSecretBox(ringOf([current, old]))
const sealedWith = (key: typeof current) => createSecretBox(ringOf([key])).seal("a token")

/** Encrypts as before there was a key ring: without the id of the key. */
function sealedBefore(key: typeof current): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce)
  const body = Buffer.concat([cipher.update("a token", "utf8"), cipher.final()])
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
}

/** Changes the last byte of an encrypted text. */
function modified(sealed: string): string {
  const at = sealed.lastIndexOf(".") + 1
  const bytes = Buffer.from(sealed.slice(at), "base64url")
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  return sealed.slice(0, at) + bytes.toString("base64url")
}

describe("a stored secret", () => {
  it.each([
    ["the first key", sealedWith(current), true],
    ["another key of the ring", sealedWith(old), false],
    ["the first key, before there was a ring", sealedBefore(current), false],
    ["another key, before there was a ring", sealedBefore(old), false],
  ])("is read with %s", (_, sealed, isCurrent) => {
    const box = openBox()
    expect(box.unseal(sealed)).toBe("a token")
    expect(box.isCurrent(sealed)).toBe(isCurrent)
    expect(canUnseal(box, sealed)).toBe(true)
  })

  it.each([
    ["names the key that is missing", sealedWith(foreign), `the key ${foreign.id} is neither`],
    ["names no key where none is stored", sealedBefore(foreign), "its encryption key is neither"],
    ["says that it was modified", modified(sealedWith(current)), "it was modified"],
    ["has no key", sealedWith(current).replace(`.${current.id}.`, "."), "it is damaged"],
    ["has one part too many", `${sealedWith(current)}.x`, "it is damaged"],
    ["has a key, before there was a ring", `${sealedBefore(current)}.x`, "it is damaged"],
    ["is too short", `v2.${current.id}.${Buffer.alloc(27).toString("base64url")}`, "it is damaged"],
    ["has another version", sealedWith(current).replace("v2", "v3"), "it is damaged"],
    ["is empty", "", "it is damaged"],
  ])("is refused when it %s", (_, sealed, message) => {
    const box = openBox()
    expect(() => box.unseal(sealed)).toThrow(SecretUnreadable)
    expect(() => box.unseal(sealed)).toThrow(message)
    expect(canUnseal(box, sealed)).toBe(false)
  })

  it("does not count as unreadable if the keys cannot be read", () => {
    const keys = () => {
      throw new Error("cannot read the key file")
    }

    const box = createSecretBox({ ...ringOf([current]), keys })
    expect(() => canUnseal(box, sealedWith(current))).toThrow("cannot read the key file")
  })

  it("is never read with a key that has another length", () => {
    expect(() => ringKey(randomBytes(16))).toThrow("must be 32 bytes, got 16")
  })
})
