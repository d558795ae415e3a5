import { randomBytes, timingSafeEqual } from "node:crypto"
import type { BeginConsentRequest, BeginConsentResponse, Connection } from "@lectern/contract"
import { authorize, type Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { ConsentRecord } from "../../catalogue/consents/records.ts"
import { ConsentRefused, TokensUnavailable } from "../../accounts/oauth/errors.ts"
import type { GrantedSite } from "../../accounts/oauth/granted-sites.ts"
import type { PendingConsent } from "../../accounts/oauth/oauth-client.ts"
import type { OAuthHost, OAuthKind } from "../../accounts/oauth/oauth-hosts.ts"
import { expiryOf, writeTokens } from "../../accounts/oauth/encrypted-tokens.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { describeConnection, siteUrlOf } from "./connections.ts"
import { assertSameBrowser, callerOfConsent, startedBy } from "./consent-caller.ts"
import { timestamp } from "../../base/timestamp.ts"
import { HostTimeout, NotFound } from "../errors.ts"
import { ownTeamspaceOf } from "../libraries/lookup/ownership.ts"
import type { ConnectionServices } from "./connection-services.ts"
import { SeveralSites } from "./several-sites.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Time to complete a consent. */
export const CONSENT_SECONDS = 600
/** Path of the consent page, below the public URL. */
export const CONSENT_PATH = "/api/auth/connections"
const TICKET_BYTES = 32
/** Maximum number of sites that are offered. Users with more sites name one when they start. */
const MAX_OFFERED_SITES = 50

/**
 * The content of the encrypted cookie that the browser keeps between the start of a consent and its return from the
 * service.
 */
interface PendingConsentCookie {
  readonly ticketHash: string
  readonly untilMs: number
  /** Nonce of the confirmation page, until it is confirmed. */
  readonly nonce?: string
  /** State of the OAuth request at the service. */
  readonly pending?: PendingConsent
}

/**
 * Starts to connect an account with OAuth.
 *
 * @throws {InvalidInput} if the settings contain no OAuth client for the service. @throws {AddressRefused}
 */
export async function beginConsent(
  context: ConnectionServices,
  caller: Authorized<"manageConnections">,
  { kind, siteUrl }: BeginConsentRequest,
): Promise<BeginConsentResponse> {
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const isForSite = siteUrl !== undefined && kind !== "notes"
  return addConsent(context, caller, {
    teamspaceKey,
    kind,
    siteUrl: isForSite ? siteUrlOf(context, kind, siteUrl) : null,
  })
}

/** Stores a new consent of a caller. @returns the URL to open, and when it expires. */
async function addConsent(
  context: ConnectionServices,
  caller: Caller,
  { teamspaceKey, kind, siteUrl }: Pick<ConsentRecord, "teamspaceKey" | "siteUrl"> & { readonly kind: OAuthKind },
): Promise<BeginConsentResponse> {
  const host = hostOf(context, kind)
  const ticket = randomBytes(TICKET_BYTES).toString("base64url")
  const expiresAtMs = context.clock.now() + CONSENT_SECONDS * 1000
  await context.catalogue.consents.add({
    ticketHash: hashOf(ticket),
    teamspaceKey,
    ...startedBy(caller),
    kind,
    siteUrl,
    expiresAtMs,
  })
  const url = `${new URL(host.returnUrl).href.replace(/\/callback$/, "")}?ticket=${ticket}`
  return { url, expiresAt: timestamp(expiresAtMs) }
}

/** The content of the confirmation page, which is shown before the browser goes to the service. */
export interface ConsentQuestion {
  readonly serviceName: string
  readonly siteUrl: string | null
  readonly teamspaceName: string
  /** Name of the account that started the consent; null for the instance's key. */
  readonly askedBy: string | null
  /** Query of the link that continues. */
  readonly goOn: string
}

/** The response to a browser that opens a consent: the confirmation page, or the URL of the service. */
export type OpenedConsent = { readonly sealed: string } & (
  | { readonly question: ConsentQuestion }
  | { readonly url: string }
)

/**
 * Opens a consent in a browser. A consent that was started in this browser's session continues immediately. One that
 * was started with a key requires confirmation, so that a link from someone else cannot trick users into sharing their
 * pages.
 *
 * @throws {NotFound} if the ticket is unknown, used or expired. @throws {SignInRefused} if it was started in another
 *   session.
 */
export async function openConsent(
  context: ConnectionServices,
  caller: Caller,
  {
    ticket,
    confirm,
    sealed,
  }: { readonly ticket: string; readonly confirm?: string | undefined; readonly sealed: string | undefined },
): Promise<OpenedConsent> {
  const ticketHash = hashOf(ticket)
  const consent = await context.catalogue.consents.find(ticketHash)
  if (consent === undefined) throw isOver()
  assertSameBrowser(consent, caller)
  const host = hostOf(context, consent.kind as OAuthKind)
  const cookie = decryptConsentCookie(context, sealed)
  const isConfirmed = cookie?.ticketHash === ticketHash && cookie.nonce !== undefined && cookie.nonce === confirm
  if (consent.via !== "session" && !isConfirmed) return askForConfirmation(context, consent, { ticket, host })
  const { beginConsent: goThere } = await import("../../accounts/oauth/oauth-client.ts")
  const { url, pending } = await goThere(host, context.guard)
  return { url, sealed: encryptConsentCookie(context, { ticketHash, pending, untilMs: consent.expiresAtMs }) }
}

async function askForConfirmation(
  context: ConnectionServices,
  { ticketHash, expiresAtMs, siteUrl, teamspaceKey, userKey }: ConsentRecord,
  { ticket, host }: { readonly ticket: string; readonly host: OAuthHost },
): Promise<OpenedConsent> {
  const { teamspaces, users } = context.catalogue
  const nonce = randomBytes(TICKET_BYTES).toString("base64url")
  const teamspace = await teamspaces.byKey(teamspaceKey)
  const user = userKey === null ? undefined : await users.byKey(userKey)
  const question: ConsentQuestion = {
    serviceName: host.name,
    siteUrl,
    teamspaceName: teamspace?.name ?? teamspaceKey,
    askedBy: user?.name ?? null,
    goOn: `?${new URLSearchParams({ ticket, confirm: nonce }).toString()}`,
  }
  return { question, sealed: encryptConsentCookie(context, { ticketHash, nonce, untilMs: expiresAtMs }) }
}

/** The request of a browser that returns from a service. */
export interface ConsentReturn {
  readonly query: URLSearchParams
  /** The browser's cookie; undefined if it has none. */
  readonly sealed: string | undefined
}

/**
 * Connects the account for which a service sends the browser back. A consent can be completed only once, whatever the
 * outcome.
 *
 * @throws {NotFound} if the consent has expired, was used, or was opened in another browser. @throws {SignInRefused} if
 *   the session or key that started it is no longer valid. @throws {Forbidden} if its caller is no longer allowed to
 *   connect accounts. @throws {ConsentRefused} if the user declined. @throws {InvalidInput} if it covers several sites
 *   and the request named none, or a different one. @throws {HostTimeout} if the service issues no token at the moment.
 */
export async function finishConsent(
  context: ConnectionServices,
  caller: Caller,
  { query, sealed }: ConsentReturn,
): Promise<Connection> {
  const cookie = decryptConsentCookie(context, sealed)
  if (cookie?.pending === undefined || !isSame(query.get("state"), cookie.pending.state)) throw isOver()
  const consent = await context.catalogue.consents.take(cookie.ticketHash)
  if (consent === undefined) throw isOver()
  assertSameBrowser(consent, caller)
  const acting = await callerOfConsent(context, consent, caller)
  authorize(context, acting, "manageConnections")
  try {
    return await connect(context, acting, { consent, query, pending: cookie.pending })
  } catch (error) {
    if (error instanceof ConsentRefused) {
      const subject = `${consent.kind} ${consent.siteUrl ?? ""}`.trim()
      const { teamspaceKey } = consent
      await recordAuditEntry(context, acting, {
        action: "connection.refused",
        subject,
        outcome: "refused",
        teamspaceKey,
      })
    }
    throw error instanceof TokensUnavailable ? new HostTimeout(error.message, { cause: error }) : error
  }
}

async function connect(
  context: ConnectionServices,
  acting: Caller,
  {
    consent,
    query,
    pending,
  }: { readonly consent: ConsentRecord; readonly query: URLSearchParams; readonly pending: PendingConsent },
): Promise<Connection> {
  const { teamspaceKey } = consent
  const kind = consent.kind as OAuthKind
  const host = hostOf(context, kind)
  const { takeConsent, revokeToken } = await import("../../accounts/oauth/oauth-client.ts")
  const { grantedSites } = await import("../../accounts/oauth/granted-sites.ts")
  const issued = await takeConsent(host, context.guard, { query, pending })
  const site = await grantedSites(host, context.guard, issued)
    .then(async (sites) => chooseSite(sites, consent.siteUrl) ?? (await offerSites(context, acting, consent, sites)))
    .catch(async (error: unknown) => {
      // The token is not stored, so it is revoked if the service supports that.
      await revokeToken(host, context.guard, issued.accessToken).catch(() => false)
      throw error
    })
  const connection = await context.catalogue.connections.put({
    teamspaceKey,
    kind,
    siteUrl: site.siteUrl,
    accountName: site.name,
    sealedToken: context.sealer.seal(writeTokens(issued)),
    grant: { apiUrl: site.apiUrl, expiresAtMs: expiryOf(issued, context.clock.now()) },
  })
  context.log.info({ connectionId: connection.key, kind, siteUrl: site.siteUrl }, "account connected with OAuth")
  const subject = `${kind} ${site.siteUrl}, by consent`
  await recordAuditEntry(context, acting, { action: "connection.create", subject, teamspaceKey })
  return describeConnection(connection)
}

/** Returns the requested site, or the only one; undefined if the user has to choose between several. */
function chooseSite(sites: readonly [GrantedSite, ...GrantedSite[]], wanted: string | null): GrantedSite | undefined {
  if (wanted === null) return sites.length === 1 ? sites[0] : undefined
  const site = sites.find(({ siteUrl }) => siteUrl === wanted)
  if (site !== undefined) return site
  const listed = sites.map(({ siteUrl }) => siteUrl).join(", ")
  throw new InvalidInput(`siteUrl: the consent covers ${listed}, not ${wanted}. Start again and select that site`)
}

/** Starts a consent for each site, so that the user can choose one on the page. @throws {SeveralSites} always. */
async function offerSites(
  context: ConnectionServices,
  acting: Caller,
  { teamspaceKey, kind }: ConsentRecord,
  sites: readonly GrantedSite[],
): Promise<never> {
  const choices = await Promise.all(
    sites.slice(0, MAX_OFFERED_SITES).map(async ({ siteUrl, name }) => {
      const { url } = await addConsent(context, acting, { teamspaceKey, kind: kind as OAuthKind, siteUrl })
      return { siteUrl, name, url }
    }),
  )
  throw new SeveralSites(choices)
}

function hostOf(context: ConnectionServices, kind: OAuthKind): OAuthHost {
  const host = context.oauthHosts.get(kind)
  if (host !== undefined) return host
  const service = kind === "wiki" ? "CONFLUENCE" : "NOTION"
  throw new InvalidInput(
    `kind: this instance connects ${kind} accounts with a token. To use consent, set LECTERN_${service}_CLIENT_ID, LECTERN_${service}_CLIENT_SECRET and LECTERN_PUBLIC_URL`,
  )
}

function hashOf(ticket: string): string {
  return sha256Hex(ticket)
}

function isSame(given: string | null, wanted: string): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function encryptConsentCookie({ sealer }: ConnectionServices, cookie: PendingConsentCookie): string {
  return sealer.seal(JSON.stringify(cookie))
}

/** Returns undefined if the browser has no cookie of this instance, or it has expired. */
function decryptConsentCookie(
  { sealer, clock }: ConnectionServices,
  sealed: string | undefined,
): PendingConsentCookie | undefined {
  if (sealed === undefined || sealed === "") return undefined
  try {
    // Decryption succeeds only for cookies that this instance wrote.
    const cookie = JSON.parse(sealer.unseal(sealed)) as PendingConsentCookie
    return cookie.untilMs > clock.now() ? cookie : undefined
  } catch {
    return undefined
  }
}

function isOver(): NotFound {
  return new NotFound(
    "invalid consent: it has expired, was already used, or was started in another browser. Start again",
  )
}
