import { createHash } from "node:crypto"
import type { LeftOutReason } from "../base/source-file.ts"
import type { PageScan } from "./scan-page.ts"

/** Words below which a page with scripts is a shell that a browser would fill. */
const SHELL_WORDS = 30
/** A page that asks for a password and says little else stands before what was asked for. */
const LOGIN_WORDS = 250
/** Pages that are not there are short, whatever they answer. */
const MISSING_WORDS = 80
const MISSING =
  /(?:\b404\b|\b(?:page|document|site|url)\s+(?:was\s+|is\s+|could\s+not\s+be\s+|can(?:no|')t\s+be\s+)?(?:not\s+)?found\b|\bnot found\b|page (?:does not|doesn.t) exist)/i
const NEEDS_SCRIPT = /(?:enable|requires?|need to enable|turn on) javascript|javascript (?:is )?(?:required|disabled)/i

/** Path that no site has; what it answers there shows what it answers for pages that are missing. */
export const PROBE_PATH = "lectern-asks-for-a-page-that-is-not-there"

/** Says why a page that was answered with 200 is none, or undefined when it is one. */
export function unreadablePage(facts: PageScan, missingPage: string | undefined): LeftOutReason | undefined {
  const words = facts.text.split(" ").length
  if (facts.text === "" && !facts.hasScripts) return "empty"
  if (facts.hasScripts && (words < SHELL_WORDS || (words < 2 * SHELL_WORDS && NEEDS_SCRIPT.test(facts.text)))) {
    return isMissing(facts, words) ? "soft_404" : "script_only"
  }
  if (facts.hasPasswordField && words < LOGIN_WORDS) return "login_wall"
  if (missingPage !== undefined && fingerprintOf(facts) === missingPage) return "soft_404"
  return isMissing(facts, words) ? "soft_404" : undefined
}

/** Where a redirect leads to when it wants a visitor to sign in. */
export function leadsToLogin(url: URL): boolean {
  return /(?:^|[/._-])(?:log-?in|sign-?in|sso|oauth2?|saml|authorize|auth)(?:[/._-]|$)/i.test(
    `${url.hostname}${url.pathname}`,
  )
}

/** Gives the word that is equal for pages that say the same, numbers and addresses aside. */
export function fingerprintOf({ title, text }: PageScan): string {
  const plain = `${title}\n${text}`.replaceAll(PROBE_PATH, "").replaceAll(/\d+|\S*\/\S*/g, "")
  return createHash("sha256").update(plain).digest("hex")
}

function isMissing(facts: PageScan, words: number): boolean {
  return words < MISSING_WORDS && MISSING.test(facts.title)
}
