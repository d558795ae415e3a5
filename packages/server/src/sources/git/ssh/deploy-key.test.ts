import { generateKeyPairSync } from "node:crypto"
import { describe, expect, it } from "vitest"
import { InvalidInput } from "../../../base/errors.ts"
import { isKeyText, readDeployKey } from "./deploy-key.ts"
import { makeKeyPair } from "./ssh-host.testing.ts"

const { private: openSsh, public: publicKey } = makeKeyPair()
const pkcs8 = { publicKeyEncoding: { type: "spki", format: "pem" } } as const
const rsa = generateKeyPairSync("rsa", {
  ...pkcs8,
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
})
const elliptic = generateKeyPairSync("ec", {
  ...pkcs8,
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
})
const locked = generateKeyPairSync("rsa", {
  ...pkcs8,
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "otter" },
})
const lockedOldForm = generateKeyPairSync("rsa", {
  ...pkcs8,
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase: "otter" },
})
const edwards = generateKeyPairSync("ed25519", {
  ...pkcs8,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
})

function refusal(text: string): string {
  try {
    readDeployKey(text)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput)
    return (error as Error).message
  }
  throw new Error("it was taken")
}

describe("a deploy key", () => {
  it.each([
    ["OpenSSH", openSsh],
    ["RSA", rsa.privateKey],
    ["elliptic curve", elliptic.privateKey],
  ])("of the form %s is taken, with the line ends that ssh reads", (_, text) => {
    const pasted = `\n  ${text.trim().replaceAll("\n", "\r\n")}\r\n\r\n`

    expect(readDeployKey(pasted)).toBe(`${text.trim()}\n`)
  })

  it.each([
    ["OpenSSH", makeKeyPair("otter").private],
    ["PKCS 8", locked.privateKey],
    ["PKCS 1", lockedOldForm.privateKey],
  ])("of the form %s with a passphrase is refused, with what to give instead", (_, text) => {
    const message = refusal(text)

    expect(message).toMatch(/with a passphrase: use a key without a passphrase. Create one with: ssh-keygen/)
  })

  it.each([
    ["its public half", publicKey, /not a complete private key/],
    ["a half of it", openSsh.slice(0, openSsh.length / 2), /not a complete private key/],
    ["damaged bytes", rsa.privateKey.replace(/\n.{30}/, "\n"), /is damaged/],
    ["no bytes", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----", /is damaged/],
    ["a type that ssh reads in its own form only", edwards.privateKey, /Ed25519 key in PEM form/],
    ["a key of PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n", /OpenSSH key/],
  ])("that is %s is refused without being quoted", (_, text, expected) => {
    const message = refusal(text)

    expect(message).toMatch(expected)
    for (const line of text.split("\n").filter((part) => part.length > 40)) expect(message).not.toContain(line)
  })

  it.each([openSsh.slice(0, 400), openSsh, locked.privateKey, publicKey, "PuTTY-User-Key-File-2: x"])(
    "is told from a token: %#",
    (text) => {
      expect(isKeyText(text)).toBe(true)
    },
  )

  it.each(["ghp_0123456789", "user:secret", "glpat-abc-----x", "sk-proj-1234"])("is not %s", (token) => {
    expect(isKeyText(token)).toBe(false)
  })
})
