import { createHmac, timingSafeEqual } from "node:crypto"
import type { HookHost } from "@lectern/contract"
import { isSameSecret } from "./same-secret.ts"

/** Headers of a request, names in lower case. */
export type HookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Which header holds the HMAC-SHA-256 of the body in hexadecimal digits, and what stands before them. */
const SIGNATURES = {
  github: { header: "x-hub-signature-256", prefix: "sha256=" },
  gitea: { header: "x-gitea-signature", prefix: "" },
  bitbucket: { header: "x-hub-signature", prefix: "sha256=" },
} as const satisfies Partial<Record<HookHost, { header: string; prefix: string }>>

/**
 * Tells whether a webhook was sent by someone who knows the secret, in a time that says nothing about it. GitHub, Gitea
 * and Bitbucket sign the body; GitLab sends the secret itself.
 *
 * @param body bytes as they arrived.
 */
export function isSigned(
  forge: HookHost,
  { headers, body }: { readonly headers: HookHeaders; readonly body: Uint8Array },
  secret: string,
): boolean {
  if (forge === "gitlab") return isSameSecret(textOf(headers["x-gitlab-token"]), secret)
  const { header, prefix } = SIGNATURES[forge]
  const given = textOf(headers[header])
  const digits = given.startsWith(prefix) ? given.slice(prefix.length) : ""
  const expected = createHmac("sha256", secret).update(body).digest()
  const sent = Buffer.from(/^[0-9a-f]{64}$/i.test(digits) ? digits : "", "hex")
  return sent.byteLength === expected.byteLength && timingSafeEqual(sent, expected)
}

/** A header that came twice is nobody's signature. */
function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === "string" ? header : ""
}
