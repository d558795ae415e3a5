import { createHmac, timingSafeEqual } from "node:crypto"
import type { HookHost } from "@lectern/contract"
import { isSameSecret } from "./same-secret.ts"

/** Headers of a request, names in lower case. */
export type HookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** The header with the HMAC-SHA-256 of the body in hexadecimal digits, and its prefix. */
const SIGNATURES = {
  github: { header: "x-hub-signature-256", prefix: "sha256=" },
  gitea: { header: "x-gitea-signature", prefix: "" },
  bitbucket: { header: "x-hub-signature", prefix: "sha256=" },
} as const satisfies Partial<Record<HookHost, { header: string; prefix: string }>>

/**
 * Returns true if the sender of a webhook has the secret; compares in constant time. GitHub, Gitea and Bitbucket sign
 * the body; GitLab sends the secret itself.
 *
 * @param body the received bytes.
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

/** A repeated header is not a valid signature. */
function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === "string" ? header : ""
}
