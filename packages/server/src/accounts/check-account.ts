import { isUrl } from "@lectern/contract"
import { z } from "zod"
import { ServiceError } from "../base/errors.ts"
import type { AddressGuard } from "../net/address-guard.ts"
import { guardedFetch } from "../net/guarded-fetch.ts"
import { type Account, type AccountKind, isWikiCloud, notesApiUrl } from "./account-site.ts"
import { requestAsAccount } from "./request-as-account.ts"
import { parseJson } from "../base/parse-json.ts"

/** The result of checking an account. */
export interface AccountCheckResult {
  readonly isAccepted: boolean
  /** User name of the account, if the service returns one. */
  readonly accountName: string | null
  /** One sentence for the user; never contains the token. */
  readonly message: string
}

interface Reach {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
}

/** An endpoint that returns who is signed in. */
interface AccountEndpoint {
  readonly url: string
  /** The account in the form that the endpoint expects. */
  readonly account: Account
  readonly headers: Readonly<Record<string, string>>
}

/** Limit for a response about an account. */
const MAX_BYTES = 1024 * 1024
const NOTES_VERSION = "2025-09-03"

const nameParts = z.object({
  login: z.string().optional().catch(undefined),
  username: z.string().optional().catch(undefined),
  name: z.string().nullish().catch(undefined),
  displayName: z.string().optional().catch(undefined),
  display_name: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  bot: z
    .object({ workspace_name: z.string().nullish().catch(undefined) })
    .optional()
    .catch(undefined),
})

const accessibleSites = z.array(z.object({ url: z.string(), name: z.string().catch("") }))

/**
 * Checks whether a service accepts an account, without changing anything there. Problems are part of the result and
 * never thrown.
 */
export async function checkAccount(kind: AccountKind, account: Account, reach: Reach): Promise<AccountCheckResult> {
  const { host } = new URL(account.siteUrl)
  try {
    for (const endpoint of endpointsOf(kind, account)) {
      const answer = await requestAccount(endpoint, account, reach)
      if (answer !== undefined) return answer
    }
  } catch (error) {
    if (reach.signal.aborted) return refused(`${host} did not respond in time`)
    if (error instanceof ServiceError) return refused(error.message)
    throw error
  }
  return refused(`cannot check the account: ${host} does not respond like a ${kind} service. Check the address`)
}

/** @returns undefined if the service does not have the endpoint. */
async function requestAccount(
  endpoint: AccountEndpoint,
  account: Account,
  { guard, signal }: Reach,
): Promise<AccountCheckResult | undefined> {
  const { host } = new URL(account.siteUrl)
  const answer = await requestAsAccount(endpoint.account, (authorization) => {
    const headers = { accept: "application/json", ...endpoint.headers, authorization }
    return guardedFetch(endpoint.url, { guard, signal, headers, maxBytes: MAX_BYTES, retries: 0 })
  })
  if (answer.status === 401 || answer.status === 403) {
    return refused(`${host} rejected the account: status ${answer.status}. Check the token`)
  }
  if (answer.status === 429 || answer.status >= 500)
    return refused(`cannot check the account: ${host} responded with status ${answer.status}. Try again later`)
  const body = answer.status === 200 ? parseJson(answer.bytes) : undefined
  const sites = accessibleSites.safeParse(body)
  if (sites.success) return answerOfSites(sites.data, account)
  const parts = nameParts.safeParse(body)
  if (!parts.success) return undefined
  const { login, username, displayName, display_name: shownName, name, bot, type } = parts.data
  const accountName = login ?? username ?? displayName ?? bot?.workspace_name ?? shownName ?? name ?? null
  if (type === "anonymous")
    return refused(`${host} rejected the account: it treats the request as anonymous. Check the name and the token`)
  if (accountName === null && bot === undefined) return undefined
  return accepted(host, accountName)
}

function answerOfSites(sites: z.infer<typeof accessibleSites>, { siteUrl }: Account): AccountCheckResult {
  const { host } = new URL(siteUrl)
  const site = sites.find(({ url }) => isUrl(url) && new URL(url).host === host)
  return site === undefined ? refused(`the token has no access to ${host}`) : accepted(host, site.name || null)
}

function endpointsOf(kind: AccountKind, account: Account): readonly AccountEndpoint[] {
  const url = new URL(account.siteUrl)
  const headers = {}
  if (kind === "notes") {
    const api = account.oauth?.apiUrl ?? notesApiUrl(account.siteUrl)
    const asToken = { ...account, accountName: null }
    return [{ url: `${api}/v1/users/me`, account: asToken, headers: { "notion-version": NOTES_VERSION } }]
  }
  if (kind === "git") return gitEndpoints(url).map((endpoint) => ({ url: endpoint, account, headers }))
  if (account.oauth !== undefined || (isWikiCloud(url) && account.accountName === null)) {
    const { origin } = new URL(account.oauth?.apiUrl ?? "https://api.atlassian.com")
    return [{ url: `${origin}/oauth/token/accessible-resources`, account, headers }]
  }
  const user = "rest/api/user/current"
  const endpoints = isWikiCloud(url) ? [`wiki/${user}`] : [user, `wiki/${user}`]
  return endpoints.map((path) => ({ url: `${account.siteUrl}/${path}`, account, headers }))
}

/** Self-hosted services are tried as GitLab, as Gitea or Forgejo, and as GitHub Enterprise. */
function gitEndpoints({ origin, hostname }: URL): readonly string[] {
  if (hostname === "github.com") return ["https://api.github.com/user"]
  if (hostname === "gitlab.com") return ["https://gitlab.com/api/v4/user"]
  if (hostname === "bitbucket.org") return ["https://api.bitbucket.org/2.0/user"]
  return [`${origin}/api/v4/user`, `${origin}/api/v1/user`, `${origin}/api/v3/user`]
}

function accepted(host: string, accountName: string | null): AccountCheckResult {
  const who = accountName === null ? "" : ` as ${accountName}`
  return { isAccepted: true, accountName, message: `${host} accepts the account${who}` }
}

function refused(message: string): AccountCheckResult {
  return { isAccepted: false, accountName: null, message }
}
