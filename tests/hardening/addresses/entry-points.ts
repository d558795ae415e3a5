import { join } from "node:path"
import {
  attemptDelivery,
  canonicalSiteUrl,
  checkAccount,
  apiParser,
  createSso,
  fetchHostMetadata,
  gitHostApiOf,
  grantedSites,
  ModelFailure,
  newWebhookSecret,
  openGitSource,
  openLlmsTxtSource,
  openModelEndpoint,
  openNotesSource,
  openOpenApiSource,
  openWebsiteSource,
  openWikiSource,
  type AddressGuard,
  type OAuthHost,
  type PageCache,
  type SsoSettings,
  readGitAddress,
  readLlmsTxtAddress,
  readOpenApiAddress,
  readWebsiteAddress,
  renewTokens,
  silentLog,
  systemClock,
  isUrl,
} from "../product.ts"

/** A way in which Lectern connects to an address that a user gives it. */
export interface EntryPoint {
  readonly name: string
  /** Inserts a host into an address of this kind. */
  addressOf(host: string): string
  /**
   * Processes the address as Lectern does, from parsing it to the last byte.
   *
   * @returns false if the response is a refusal. @throws the error that users would see.
   */
  reach(address: string): Promise<boolean>
  /** True if operators set the address, which may be private; only redirects are tested. */
  readonly isOperators?: boolean
}

/** Dependencies of entry points. */
export interface EntryPointParts {
  readonly guard: AddressGuard
  readonly workDirectory: string
  /** A private SSH key. */
  readonly sshKey: string
}

const web = (host: string) => `http://${host}/docs/`

/** Returns everything in Lectern that takes an address and connects to it. */
export function entryPoints(parts: EntryPointParts): readonly EntryPoint[] {
  return [...sources(parts), ...gitAddresses(parts), ...accounts(parts), ...services(parts)]
}

const signalOf = () => AbortSignal.timeout(20_000)

function sources({ guard, workDirectory }: EntryPointParts): readonly EntryPoint[] {
  return [
    {
      name: "website",
      addressOf: web,
      async reach(websiteUrl) {
        const { source } = readWebsiteAddress(guard, { websiteUrl, maxPages: 5, maxDepth: 1 })
        const snapshot = await openWebsiteSource(source, { guard, workDirectory }, signalOf())
        await snapshot.close()
        return true
      },
    },
    {
      name: "llms.txt",
      addressOf: (host) => `http://${host}/llms.txt`,
      async reach(address) {
        const snapshot = await openLlmsTxtSource(readLlmsTxtAddress(guard, address).source, { guard }, signalOf())
        await snapshot.close()
        return true
      },
    },
    {
      name: "OpenAPI description",
      addressOf: (host) => `http://${host}/openapi.json`,
      async reach(address) {
        const { source, id } = readOpenApiAddress(guard, address)
        const environment = { guard, reader: apiParser, readBlob: () => Promise.reject(new Error("no upload")) }
        const snapshot = await openOpenApiSource({ libraryId: id, url: source.url }, environment, signalOf())
        await snapshot.close()
        return true
      },
    },
  ]
}

function gitAddresses({ guard, workDirectory, sshKey }: EntryPointParts): readonly EntryPoint[] {
  const knownHosts = { path: join(workDirectory, "known_hosts"), isPinned: false }
  const environment = { guard, workDirectory, knownHosts, log: silentLog }
  const reach = (credential: string | undefined) => async (address: string) => {
    const { url } = readGitAddress(address, guard, credential)
    const snapshot = await openGitSource({ url, token: credential }, environment, signalOf())
    await snapshot.close()
    return true
  }
  const api = (address: string) => {
    const { url } = readGitAddress(address, guard)
    return gitHostApiOf(url, "gitea")
  }
  return [
    { name: "git over HTTP", addressOf: (host) => `http://${host}/owner/repo.git`, reach: reach(undefined) },
    { name: "git with a token", addressOf: (host) => `http://${host}/owner/repo`, reach: reach("token-of-somebody") },
    { name: "git over SSH", addressOf: (host) => `ssh://git@${host}/owner/repo.git`, reach: reach(sshKey) },
    { name: "git over SSH, short form", addressOf: (host) => `git@${host}:owner/repo.git`, reach: reach(sshKey) },
    {
      name: "API of a git host",
      addressOf: (host) => `http://${host}/owner/repo`,
      async reach(address) {
        const gitHost = api(address)
        if (gitHost === undefined) return false
        const owners = { get: () => undefined, set: () => undefined }
        const reachHost = { guard, signal: signalOf(), now: () => Date.now() }
        return (await fetchHostMetadata(gitHost, reachHost, { owners })).kind === "facts"
      },
    },
  ]
}

const NOTHING_KEPT: PageCache = {
  all: () => Promise.resolve(new Map()),
  keep: (_, revision) => Promise.resolve({ revision, hash: "none" }),
  read: () => Promise.resolve(new Uint8Array()),
  retain: () => Promise.resolve(),
}

function accounts({ guard }: EntryPointParts): readonly EntryPoint[] {
  const accountAt = (kind: "git" | "wiki" | "notes", address: string) => ({
    siteUrl: canonicalSiteUrl(kind, guard.assertUrlAllowed(address)),
    accountName: "somebody",
    token: "token-of-somebody",
  })
  const check = (kind: "git" | "wiki" | "notes"): EntryPoint => ({
    name: `account at a ${kind} service`,
    addressOf: web,
    reach: async (address) =>
      (await checkAccount(kind, accountAt(kind, address), { guard, signal: signalOf() })).isAccepted,
  })
  const knownRevision = null
  return [
    check("git"),
    check("wiki"),
    check("notes"),
    {
      name: "wiki",
      addressOf: web,
      async reach(address) {
        const account = accountAt("wiki", address)
        const options = { teamspaceKey: "t", siteUrl: account.siteUrl, cloudId: "c", spaceKey: "S" }
        await openWikiSource({ options, account, knownRevision }, { guard, kept: NOTHING_KEPT }, signalOf())
        return true
      },
    },
    {
      name: "notes",
      addressOf: web,
      async reach(address) {
        const account = accountAt("notes", address)
        const options = { teamspaceKey: "t", siteUrl: account.siteUrl, workspaceId: "w", pageIds: ["p"] }
        const environment = { guard, kept: NOTHING_KEPT, now: () => Date.now() }
        await openNotesSource({ options, account, knownRevision }, environment, signalOf())
        return true
      },
    },
  ]
}

/** Returns settings for single sign-on with a provider at an address. */
export function ssoSettingsOf(issuer: string): SsoSettings {
  return {
    LECTERN_PUBLIC_URL: "https://lectern.example",
    LECTERN_OIDC_ISSUER: issuer,
    LECTERN_OIDC_CLIENT_ID: "lectern",
    LECTERN_OIDC_CLIENT_SECRET: "secret-of-lectern",
    LECTERN_OIDC_SCOPES: "openid",
    LECTERN_OIDC_NAME_CLAIM: "name",
    LECTERN_OIDC_GROUPS_CLAIM: "groups",
    LECTERN_OIDC_AUDIENCE: undefined,
  }
}

function services({ guard }: EntryPointParts): readonly EntryPoint[] {
  return [
    {
      name: "webhook",
      addressOf: web,
      async reach(address) {
        const url = guard.assertUrlAllowed(address).href
        const sending = { guard, clock: systemClock, version: "0.0.0", unseal: (sealed: string) => sealed }
        const delivery = { eventId: "e", body: "{}" }
        return (await attemptDelivery(sending, { url, sealedSecret: newWebhookSecret() }, delivery, signalOf()))
          .isAccepted
      },
    },
    {
      name: "OpenID discovery",
      addressOf: web,
      async reach(issuer) {
        if (!isUrl(issuer)) return false
        const sso = createSso({ settings: ssoSettingsOf(issuer), guard, clock: systemClock, log: silentLog })
        await sso?.begin()
        return true
      },
    },
    {
      name: "OAuth tokens",
      addressOf: web,
      async reach(address) {
        if (!isUrl(address)) return false
        await renewTokens(oauthHostAt(address), guard, "refresh-token-of-somebody")
        return true
      },
    },
    {
      name: "OAuth sites",
      addressOf: web,
      async reach(address) {
        await grantedSites(oauthHostAt(address), guard, { accessToken: "token-of-somebody", facts: {} })
        return true
      },
    },
    {
      name: "model server",
      addressOf: web,
      isOperators: true,
      async reach(address) {
        const model = openModelEndpoint({ url: address, key: "key-of-operator", outgoing: guard.outgoing }, systemClock)
        const bounds = { signal: signalOf(), timeoutMs: 5_000, retries: 0 }
        try {
          await model.ask("embeddings", {}, bounds, (answer) => answer)
          return true
        } catch (error) {
          // Searches continue without the model, and users see no further details.
          if (error instanceof ModelFailure) return false
          throw error
        }
      },
    },
  ]
}

function oauthHostAt(address: string): OAuthHost {
  return {
    kind: "wiki",
    name: "Confluence",
    clientId: "lectern",
    clientSecret: "secret-of-lectern",
    secretSetting: "LECTERN_CONFLUENCE_CLIENT_SECRET",
    authorizeUrl: address,
    tokenUrl: address,
    revokeUrl: undefined,
    parameters: {},
    proof: "body",
    hasPkce: true,
    apiUrl: address,
    returnUrl: "https://lectern.example/back",
  }
}
