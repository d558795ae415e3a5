import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import type { BeginConsentRequest, BeginConsentResponse, Connection } from "@lectern/contract"
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
import { HostTimeout, NothingThere } from "../errors.ts"
import { ownTeamspaceOf } from "../libraries/lookup/ownership.ts"
import { allow } from "../service-context.ts"
import type { ConnectionServices } from "./connection-services.ts"

/** Time that somebody may take until the account is connected. */
export const CONSENT_SECONDS = 600
/** Path that a consent is opened at, below the public address. */
export const CONSENT_PATH = "/api/auth/connections"
const TICKET_BYTES = 32

/** What the browser keeps, sealed, on its way to a service and back. */
interface Kept {
  readonly ticketHash: string
  readonly untilMs: number
  /** Of the page that asks whether to go on; before that page was answered. */
  readonly nonce?: string
  /** Of the way to the service. */
  readonly pending?: PendingConsent
}

/**
 * Begins to connect an account by consent at its service.
 *
 * @throws {InvalidInput} when there is no client for the service in the settings. @throws {AddressRefused}
 */
export async function beginConsent(
  context: ConnectionServices,
  caller: Caller,
  { kind, siteUrl }: BeginConsentRequest,
): Promise<BeginConsentResponse> {
  allow(context, caller, "manageConnections")
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const host = hostOf(context, kind)
  const ticket = randomBytes(TICKET_BYTES).toString("base64url")
  const expiresAtMs = context.clock.now() + CONSENT_SECONDS * 1000
  await context.catalogue.consents.add({
    ticketHash: hashOf(ticket),
    teamspaceKey,
    ...startedBy(caller),
    kind,
    siteUrl: siteUrl === undefined || kind === "notes" ? null : siteUrlOf(context, kind, siteUrl),
    expiresAtMs,
  })
  const url = `${new URL(host.returnUrl).href.replace(/\/callback$/, "")}?ticket=${ticket}`
  return { url, expiresAt: timestamp(expiresAtMs) }
}

/** A consent as its page shows it, before anybody goes to the service. */
export interface ConsentQuestion {
  readonly serviceName: string
  readonly siteUrl: string | null
  readonly teamspaceName: string
  /** Name of who asks for it; null for the key of the instance. */
  readonly askedBy: string | null
  /** Query of the page that goes on. */
  readonly goOn: string
}

/** What a browser that opens a consent gets: the question, or the address of the service. */
export type OpenedConsent = { readonly sealed: string } & (
  | { readonly question: ConsentQuestion }
  | { readonly url: string }
)

/**
 * Opens a consent in a browser. One that was begun in this browser's session leads on at once; one that was begun with a
 * key asks first, so that nobody is led by a link of somebody else into giving them their pages.
 *
 * @throws {NothingThere} when the ticket is unknown, used or over. @throws {SignInRefused} when it was begun in another
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
  const kept = unsealKept(context, sealed)
  const isConfirmed = kept?.ticketHash === ticketHash && kept.nonce !== undefined && kept.nonce === confirm
  if (consent.via !== "session" && !isConfirmed) return ask(context, consent, { ticket, host })
  const { beginConsent: goThere } = await import("../../accounts/oauth/oauth-client.ts")
  const { url, pending } = await goThere(host, context.guard)
  return { url, sealed: seal(context, { ticketHash, pending, untilMs: consent.expiresAtMs }) }
}

async function ask(
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
  return { question, sealed: seal(context, { ticketHash, nonce, untilMs: expiresAtMs }) }
}

/** A browser that has come back from a service. */
export interface ConsentReturn {
  readonly query: URLSearchParams
  /** What the browser kept; undefined when it has nothing. */
  readonly sealed: string | undefined
}

/**
 * Connects the account that a service sends a browser back for. A consent counts once, whichever way it ends.
 *
 * @throws {NothingThere} when the consent is over, used, or was opened in another browser. @throws {SignInRefused} when the
 *   session or key that it was begun with is over. @throws {Forbidden} when who began it may not connect accounts any more.
 * @throws {ConsentRefused} when the person said no. @throws {InvalidInput} when it opens several sites and none was named,
 *   or not the one that was. @throws {HostTimeout} when the service issues no token for now.
 */
export async function finishConsent(
  context: ConnectionServices,
  caller: Caller,
  { query, sealed }: ConsentReturn,
): Promise<Connection> {
  const kept = unsealKept(context, sealed)
  if (kept?.pending === undefined || !isSame(query.get("state"), kept.pending.state)) throw isOver()
  const consent = await context.catalogue.consents.take(kept.ticketHash)
  if (consent === undefined) throw isOver()
  assertSameBrowser(consent, caller)
  const acting = await callerOfConsent(context, consent, caller)
  allow(context, acting, "manageConnections")
  try {
    return await connect(context, acting, { consent, query, pending: kept.pending })
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
  const { kind, teamspaceKey } = consent
  const host = hostOf(context, kind as OAuthKind)
  const { takeConsent, revokeToken } = await import("../../accounts/oauth/oauth-client.ts")
  const { grantedSites } = await import("../../accounts/oauth/granted-sites.ts")
  const issued = await takeConsent(host, context.guard, { query, pending })
  const site = await grantedSites(host, context.guard, issued)
    .then((sites) => chooseSite(sites, consent.siteUrl))
    .catch(async (error: unknown) => {
      // Nobody keeps the token, so it goes back where that can be done.
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
  context.log.info({ connectionId: connection.key, kind, siteUrl: site.siteUrl }, "account connected by consent")
  const subject = `${kind} ${site.siteUrl}, by consent`
  await recordAuditEntry(context, acting, { action: "connection.create", subject, teamspaceKey })
  return describeConnection(connection)
}

function chooseSite(sites: readonly [GrantedSite, ...GrantedSite[]], wanted: string | null): GrantedSite {
  const [first, ...others] = sites
  const listed = sites.map(({ siteUrl }) => siteUrl).join(", ")
  if (wanted === null) {
    if (others.length === 0) return first
    throw new InvalidInput(`siteUrl: the consent opens several sites (${listed}): begin again and name one of them`)
  }
  const site = sites.find(({ siteUrl }) => siteUrl === wanted)
  if (site !== undefined) return site
  throw new InvalidInput(`siteUrl: the consent does not open ${wanted}, but ${listed}: begin again and choose it there`)
}

function hostOf(context: ConnectionServices, kind: OAuthKind): OAuthHost {
  const host = context.oauthHosts.get(kind)
  if (host !== undefined) return host
  const service = kind === "wiki" ? "CONFLUENCE" : "NOTION"
  throw new InvalidInput(
    `kind: accounts for ${kind} are connected with a token here; for consent set LECTERN_${service}_CLIENT_ID, LECTERN_${service}_CLIENT_SECRET and LECTERN_PUBLIC_URL`,
  )
}

function hashOf(ticket: string): string {
  return createHash("sha256").update(ticket).digest("hex")
}

function isSame(given: string | null, wanted: string): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function seal({ sealer }: ConnectionServices, kept: Kept): string {
  return sealer.seal(JSON.stringify(kept))
}

/** @returns undefined when the browser has kept nothing that this instance gave it, or it is over. */
function unsealKept({ sealer, clock }: ConnectionServices, sealed: string | undefined): Kept | undefined {
  if (sealed === undefined || sealed === "") return undefined
  try {
    // Written by this instance: the seal says so.
    const kept = JSON.parse(sealer.unseal(sealed)) as Kept
    return kept.untilMs > clock.now() ? kept : undefined
  } catch {
    return undefined
  }
}

function isOver(): NothingThere {
  return new NothingThere("this consent is over, was used, or began in another browser: begin again")
}
