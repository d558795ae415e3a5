import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { isSigned } from "./incoming-hook-signature.ts"

const SECRET = "a secret"
const body = Buffer.from('{"ref":"refs/heads/main"}')
const digits = createHmac("sha256", SECRET).update(body).digest("hex")

describe("the signature of an incoming hook", () => {
  it.each([
    ["github", { "x-hub-signature-256": `sha256=${digits}` }],
    ["github", { "x-hub-signature-256": `sha256=${digits.toUpperCase()}` }],
    ["gitea", { "x-gitea-signature": digits }],
    ["bitbucket", { "x-hub-signature": `sha256=${digits}` }],
    ["gitlab", { "x-gitlab-token": SECRET }],
  ] as const)("of %s is valid in %j", (host, headers) => {
    expect(isSigned(host, { headers, body }, SECRET)).toBe(true)
    expect(isSigned(host, { headers, body }, "another secret")).toBe(false)
    expect(isSigned(host, { headers: {}, body }, SECRET)).toBe(false)
    const repeated = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    expect(isSigned(host, { headers: repeated, body }, SECRET)).toBe(false)
  })

  it.each([
    ["github", { "x-hub-signature-256": digits }],
    ["github", { "x-hub-signature-256": "sha256=" }],
    ["github", { "x-hub-signature-256": `sha256=${digits}00` }],
    ["github", { "x-hub-signature-256": `sha256=00${digits}` }],
    ["github", { "x-hub-signature-256": `sha256=${digits.slice(0, -2)}` }],
    ["github", { "x-hub-signature": `sha256=${digits}` }],
    ["gitea", { "x-gitea-signature": `sha256=${digits}` }],
    ["gitlab", { "x-gitlab-token": digits }],
  ] as const)("of %s is invalid in %j", (host, headers) => {
    expect(isSigned(host, { headers, body }, SECRET)).toBe(false)
  })

  it("covers the body", () => {
    const headers = { "x-gitea-signature": digits }

    expect(isSigned("gitea", { headers, body: Buffer.from("{}") }, SECRET)).toBe(false)
  })
})
