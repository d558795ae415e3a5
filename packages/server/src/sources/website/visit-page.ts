import { ServiceError } from "../../base/errors.ts"
import { ResponseTooLarge } from "../../net/errors.ts"
import type { LeftOutReason } from "../base/source-file.ts"
import type { CrawlClient, SiteResponse } from "./crawl-client.ts"
import { leadsToLogin, unreadablePage } from "./classify-page.ts"
import { looksLikeHtml, type MarkdownVersions } from "./markdown-versions.ts"
import type { RepositoryFinder } from "./find-repository.ts"
import { isInside, pageAddress, pageKey, type SiteScope } from "./page-address.ts"
import { isIndexPage } from "../scope/document-kind.ts"
import { markdownLinks } from "./markdown-links.ts"
import { MAX_LINKS, scanPage, type PageScan } from "./scan-page.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** A fetched page. */
export interface ReadPage {
  readonly url: URL
  readonly format: "html" | "markdown"
  readonly bytes: Uint8Array
  /** Equal for pages with the same text, even if their markup differs. */
  readonly textHash: string
}

/** The result of a visit, with the links of the page. */
export interface Visit {
  readonly outcome:
    | { readonly kind: "page"; readonly page: ReadPage }
    | { readonly kind: "left-out"; readonly reason: LeftOutReason; readonly detail?: string | undefined }
    | { readonly kind: "failed"; readonly reason: string }
  /** URLs inside the site that the page links to, without duplicates. */
  readonly links: readonly URL[]
  /** New URL of the page inside the site if it has moved, at the same distance from the start page. */
  readonly instead?: URL
  readonly facts?: PageScan
}

/** Context of all visits to one site. */
export interface VisitContext {
  readonly client: CrawlClient
  readonly scope: SiteScope
  readonly markdownVersions: MarkdownVersions
  /** Fingerprint of the site's response to a missing page, if its status is 200. */
  readonly missingPage: string | undefined
  /** Language of the pages to keep; undefined keeps all. */
  readonly language: string | undefined
  /** Receives the links of each page that is fetched. */
  readonly repository?: RepositoryFinder | undefined
}

/** Fetches one URL and classifies the page. Throws only the signal's reason. */
export async function visitPage(context: VisitContext, url: URL): Promise<Visit> {
  try {
    const answer = await context.client.get(url)
    return await classifyAnswer(context, answer)
  } catch (error) {
    context.client.signal.throwIfAborted()
    if (error instanceof ResponseTooLarge) return leftOut("too_large", error.message)
    if (error instanceof ServiceError) return { outcome: { kind: "failed", reason: error.message }, links: [] }
    throw error
  }
}

function leftOut(reason: LeftOutReason, detail?: string, links: readonly URL[] = []): Visit {
  return { outcome: { kind: "left-out", reason, detail }, links }
}

async function classifyAnswer(context: VisitContext, answer: SiteResponse): Promise<Visit> {
  const { status, contentType, url } = answer
  if (status >= 300 && status < 400) return redirected(context.scope, answer)
  if (status === 401 || status === 403 || status === 407) return leftOut("login_wall", `status ${status}`)
  if (status === 404 || status === 410) return leftOut("not_found", `status ${status}`)
  if (status !== 200)
    return { outcome: { kind: "failed", reason: `the site responded with status ${status}` }, links: [] }
  const robots = (answer.headers.get("x-robots-tag") ?? "").toLowerCase()
  if (/\b(?:noindex|none)\b/.test(robots)) return leftOut("noindex", "by the header x-robots-tag")
  const isText = /^text\/(?:(?:x-)?markdown|plain)$/.test(contentType)
  if (isText && !looksLikeHtml(answer.bytes)) return markdownVisit(context.scope, url, answer.bytes)
  const isPage = isText || /^(?:text\/html|application\/xhtml\+xml)$/.test(contentType) || contentType === ""
  if (!isPage) return leftOut("not_documentation", contentType.slice(0, 80))
  return htmlVisit(context, answer)
}

function redirected(scope: SiteScope, { location, url }: SiteResponse): Visit {
  if (location === undefined) return leftOut("redirected", "redirects to an address that is not a page")
  // The target differs only by a trailing slash: it is the same page, requested again at its own URL.
  if (location.href === url.href) return leftOut("redirected", `redirects to ${location.href}`.slice(0, 300))
  return redirectedTo(scope, location)
}

function redirectedTo(scope: SiteScope, target: URL): Visit {
  if (leadsToLogin(target)) return leftOut("login_wall", `redirects to ${target.host}${target.pathname}`.slice(0, 200))
  if (!isInside(scope, target))
    return leftOut("redirected", `redirects out of the site to ${target.href}`.slice(0, 300))
  return { ...leftOut("redirected", `redirects to ${target.href}`.slice(0, 300)), instead: target }
}

/** Returns true for a page that may only lead to others, such as the contents of an API reference. */
function isWayIn(reason: LeftOutReason): boolean {
  return reason === "script_only" || reason === "empty"
}

function markdownVisit(scope: SiteScope, url: URL, bytes: Uint8Array): Visit {
  const text = Buffer.from(bytes).toString("utf8")
  const page: ReadPage = { url, format: "markdown", bytes, textHash: hashOf(text) }
  const targets = markdownLinks(text, MAX_LINKS)
  return { outcome: { kind: "page", page }, links: addressesOf(scope, targets, url.href) }
}

async function htmlVisit(context: VisitContext, { url, bytes }: SiteResponse): Promise<Visit> {
  const { scope } = context
  const facts = scanPage(Buffer.from(bytes).toString("utf8"))
  const baseHref = facts.base !== undefined && URL.canParse(facts.base, url.href) ? facts.base : ""
  const base = new URL(baseHref, url.href).href
  const links = addressesOf(scope, facts.links, base)
  const target = facts.refresh === undefined ? undefined : pageAddress(facts.refresh, base)
  // Checked first, because pages that only redirect are often excluded from search engines.
  if (target !== undefined && pageKey(target) !== pageKey(url)) return { ...redirectedTo(scope, target), facts }
  if (facts.robots.has("noindex") || facts.robots.has("none")) {
    return { ...leftOut("noindex", "by its meta tag robots", links), facts }
  }
  const reason = unreadablePage(facts, context.missingPage)
  if (reason !== undefined) {
    return { ...leftOut(reason, EXPLANATIONS[reason], isWayIn(reason) ? links : []), facts }
  }
  if (context.language !== undefined && facts.language !== "" && facts.language !== context.language) {
    return { ...leftOut("translation", `is written in ${facts.language}`), facts }
  }
  const canonical = canonicalOf(
    scope,
    url,
    facts.canonical === undefined ? undefined : pageAddress(facts.canonical, base),
  )
  if (canonical !== undefined) {
    return {
      ...leftOut("duplicate", `its canonical address is ${canonical.href}`.slice(0, 300), links),
      instead: canonical,
      facts,
    }
  }
  if (isIndexPage(url.pathname.slice(url.pathname.lastIndexOf("/") + 1), facts.generator))
    return { ...leftOut("not_documentation", "a list of names that the documentation tool adds", links), facts }
  context.repository?.addPage(facts.links)
  const twin = await markdownOf(context, url, facts)
  const page: ReadPage =
    twin === undefined
      ? { url, format: "html", bytes, textHash: hashOf(`${facts.title}\n${facts.text}`) }
      : { url, format: "markdown", bytes: twin, textHash: hashOf(Buffer.from(twin).toString("utf8")) }
  return { outcome: { kind: "page", page }, links, facts }
}

const EXPLANATIONS: Partial<Readonly<Record<LeftOutReason, string>>> = {
  script_only: "its text only appears after scripts have run",
  login_wall: "requires a password",
  soft_404: "the page says that it was not found",
}

function markdownOf(context: VisitContext, url: URL, facts: PageScan): Promise<Uint8Array | undefined> {
  const named = facts.markdownUrl === undefined ? undefined : pageAddress(facts.markdownUrl, url.href)
  // A Markdown version on another host does not belong to this site.
  return context.markdownVersions.fetchMarkdownVersion(url, named?.origin === url.origin ? named : undefined)
}

/**
 * Returns the canonical URL if it is another page of the site. Many sites name their front page as the canonical URL of
 * every page.
 */
function canonicalOf(scope: SiteScope, url: URL, canonical: URL | undefined): URL | undefined {
  if (canonical === undefined || !isInside(scope, canonical) || pageKey(canonical) === pageKey(url)) return undefined
  return canonical.pathname.replace(/\/+$/, "") === scope.basePath ? undefined : canonical
}

function addressesOf(scope: SiteScope, targets: readonly string[], base: string): readonly URL[] {
  const byKey = new Map<string, URL>()
  for (const target of targets) {
    const url = target.startsWith("#") ? undefined : pageAddress(target, base)
    if (url !== undefined && isInside(scope, url) && !byKey.has(pageKey(url))) byKey.set(pageKey(url), url)
  }
  return [...byKey.values()]
}

function hashOf(text: string): string {
  return sha256Hex(text)
}
