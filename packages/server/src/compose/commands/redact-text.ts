import { hideCredentials } from "../../config/hide-credentials.ts"

const REDACTED = "[redacted]"

/** Secrets that are recognised by their format. */
const SECRET_FORMS: readonly RegExp[] = [
  // Keys of Lectern, tokens of GitHub, GitLab, Slack, OpenAI, AWS and npm.
  /\blectern_[\w-]{16,}/g,
  /\bgh[oprsu]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\bsk-[\w-]{16,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\bnpm_\w{20,}/g,
  // JSON Web Tokens, and encrypted secrets from the catalogue.
  /\beyJ[\w.-]{20,}/g,
  /\bv[12]\.(?:[0-9a-f]{8}\.)?[\w-]{40,}/g,
]
/** Secrets that follow a name. The name is the first group, and is kept. */
const NAMED_SECRETS: readonly RegExp[] = [
  /(\bbearer\s{1,4})[\w.~+/=-]{6,}/gi,
  /(\bbasic\s{1,4})[\w+/=]{6,}/gi,
  /("(?:authorization|password|secret|token|key|apiKey|gitToken|cookie|query|question|content|text)"\s{0,4}:\s{0,4})"(?:[^"\\]|\\.){0,5000}"/gi,
  /([?&](?:query|q|key|token|secret|password|api_key|access_token)=)[^&\s"]{1,5000}/gi,
]

/**
 * Removes secrets and questions from a text that leaves the machine: the given values, and everything that looks like a
 * credential.
 *
 * @param knownSecrets values that never appear in the result; values of fewer than 4 characters are ignored.
 */
export function redactText(text: string, knownSecrets: readonly string[]): string {
  let redacted = text
  const known = knownSecrets.filter(({ length }) => length >= 4).toSorted((one, other) => other.length - one.length)
  for (const secret of known) {
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      redacted = redacted.replaceAll(form, REDACTED)
    }
  }
  for (const form of SECRET_FORMS) redacted = redacted.replaceAll(form, REDACTED)
  for (const named of NAMED_SECRETS) {
    redacted = redacted.replaceAll(named, (match, name: string) =>
      match.startsWith('"') ? `${name}"${REDACTED}"` : `${name}${REDACTED}`,
    )
  }
  return hideCredentials(redacted, REDACTED)
}
