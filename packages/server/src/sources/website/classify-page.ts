import type { LeftOutReason } from "../base/source-file.ts"
import type { PageScan } from "./scan-page.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** A page with scripts and fewer words is an empty shell that scripts would fill in a browser. */
const SHELL_WORDS = 30
/** A page with a password field and fewer words is a sign-in page. */
const LOGIN_WORDS = 250
/** Error pages are short, whatever their status is. */
const MISSING_WORDS = 80
const MISSING =
  /(?:\b404\b|\b(?:page|document|site|url)\s+(?:was\s+|is\s+|could\s+not\s+be\s+|can(?:no|')t\s+be\s+)?(?:not\s+)?found\b|\bnot found\b|page (?:does not|doesn.t) exist)/i
const NEEDS_SCRIPT = /(?:enable|requires?|need to enable|turn on) javascript|javascript (?:is )?(?:required|disabled)/i

/** A path that does not exist on any site; the response shows how the site responds to missing pages. */
export const PROBE_PATH = "lectern-asks-for-a-page-that-is-not-there"

/** Returns why a page with status 200 is not documentation, or undefined if it is. */
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

/** Returns true for a redirect to a sign-in page. */
export function leadsToLogin(url: URL): boolean {
  return /(?:^|[/._-])(?:log-?in|sign-?in|sso|oauth2?|saml|authorize|auth)(?:[/._-]|$)/i.test(
    `${url.hostname}${url.pathname}`,
  )
}

/** Returns a string that is equal for pages with the same text, apart from numbers and addresses. */
export function fingerprintOf({ title, text }: PageScan): string {
  const plain = `${title}\n${text}`.replaceAll(PROBE_PATH, "").replaceAll(/\d+|\S*\/\S*/g, "")
  return sha256Hex(plain)
}

function isMissing(facts: PageScan, words: number): boolean {
  return words < MISSING_WORDS && MISSING.test(facts.title)
}
