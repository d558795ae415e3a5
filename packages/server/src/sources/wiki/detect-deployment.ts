import { AccessRefused, SiteUnreadable, SourceDamaged } from "../base/errors.ts"
import { isWikiCloud } from "../../accounts/account-site.ts"
import { openCloudSpace } from "./cloud-space.ts"
import { openDataCenterSpace } from "./data-center-space.ts"
import type { WikiClient } from "./wiki-client.ts"
import type { WikiRequest, WikiSpace } from "./wiki-request.ts"

/** The gateway for OAuth tokens and scoped tokens. */
const GATEWAY = "https://api.atlassian.com/ex/confluence"

/** An API through which a space can be fetched. */
export interface WikiDeployment {
  readonly api: "cloud" | "data-center"
  readonly baseUrl: string
}

/**
 * Lists the APIs to try for a site, the most likely one first. The host shows whether a site is Confluence Cloud on its
 * default domain. On other hosts, only the responses show it, because Data Center does not serve the Cloud's paths.
 */
function apisToTry({ options, account }: Pick<WikiRequest, "options" | "account">): readonly WikiDeployment[] {
  const { siteUrl, cloudId } = options
  if (account.oauth !== undefined) return [{ api: "cloud", baseUrl: `${account.oauth.apiUrl}/wiki` }]
  if (!isWikiCloud(new URL(siteUrl))) {
    return [
      { api: "cloud", baseUrl: `${siteUrl}/wiki` },
      { api: "data-center", baseUrl: siteUrl },
    ]
  }
  const throughGateway: WikiDeployment = { api: "cloud", baseUrl: `${GATEWAY}/${encodeURIComponent(cloudId)}/wiki` }
  // A token without an account name is an OAuth token, which the site itself does not accept.
  if (account.accountName === null) return [throughGateway]
  return [{ api: "cloud", baseUrl: `${siteUrl}/wiki` }, throughGateway]
}

/**
 * Opens a space with the first API that the site responds to.
 *
 * @throws {AccessRefused} {SiteUnreadable} {SourceDamaged} of the last API, if none works. Other network errors.
 */
export async function openSpace(client: WikiClient, request: WikiRequest): Promise<WikiSpace> {
  return withFirstApi(request, ({ api, baseUrl }) => {
    const open = api === "cloud" ? openCloudSpace : openDataCenterSpace
    return open(client, baseUrl, request.options.spaceKey)
  })
}

/**
 * Sends requests to a site through each API until one of them responds.
 *
 * @throws as `openSpace` does.
 */
export async function withFirstApi<Answer>(
  request: Pick<WikiRequest, "options" | "account">,
  ask: (deployment: WikiDeployment) => Promise<Answer>,
): Promise<Answer> {
  let refusal: unknown
  for (const deployment of apisToTry(request)) {
    try {
      return await ask(deployment)
    } catch (error) {
      const isRefusal =
        error instanceof AccessRefused || error instanceof SiteUnreadable || error instanceof SourceDamaged
      if (!isRefusal) throw error
      refusal = error
    }
  }
  throw refusal
}
