import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { InvalidInput } from "../../base/errors.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { FetchTimeout, HostUnreachable, TooManyRedirects } from "../../net/errors.ts"
import { guardedFetch, mayCarryCredentials } from "../../net/guarded-fetch.ts"
import { SourceTimeout, SourceUnreachable } from "../base/errors.ts"
import { webSettings, type GitConnection, type GitEnvironmentVariables, type WebRoute } from "./git-environment.ts"
import { accessRefused, notARepository } from "./git-failure.ts"
import type { GitRemoteRequest } from "./git-request.ts"
import type { SourceEnvironment } from "../kind/source-environment.ts"
import { isSshAddress } from "./ssh/ssh-address.ts"

const ADVERTISEMENT = "application/x-git-upload-pack-advertisement"
const SERVICE_PATH = "/info/refs?service=git-upload-pack"
/** Name of the file with the trusted certificate authorities while the repository is fetched. */
const AUTHORITIES_FILE = "authorities.pem"
/** Time for a host to respond, in milliseconds. */
const ADVERTISEMENT_TIMEOUT_MS = 30_000

/** User names that git hosts expect beside a token; other hosts accept any. */
const TOKEN_USERS: readonly (readonly [host: RegExp, user: string])[] = [
  [/(^|\.)github\.com$/, "x-access-token"],
  [/(^|\.)bitbucket\.org$/, "x-token-auth"],
  [/gitlab/, "oauth2"],
]

/**
 * Finds the URL of a repository over http or https: follows redirects, checks every address on the way, and fixes the
 * addresses that git connects to.
 *
 * @param directory work directory of this run.
 * @throws {AddressRefused} @throws {AccessRefused} @throws {NotARepository} @throws {SourceUnreachable}
 * @throws {SourceTimeout}
 */
export async function connectWeb(
  request: GitRemoteRequest,
  { environment, directory }: { readonly environment: SourceEnvironment; readonly directory: string },
  signal: AbortSignal,
): Promise<GitConnection> {
  const url = environment.guard.assertUrlAllowed(request.url)
  if (url.search !== "" || url.hash !== "") {
    throw new InvalidInput("the repository address has a query or fragment: use the address that git clones from")
  }
  const start = url.href.replace(/\/+$/, "")
  const authorization = authorizationOf(request, url.hostname)
  try {
    const found =
      (await requestAdvertisement(start, authorization)) ??
      (start.endsWith(".git") ? undefined : await requestAdvertisement(`${start}.git`, authorization))
    if (found === undefined) throw notARepository(url.hostname, authorization !== undefined)
    const reached = new URL(found.url)
    const isTrusted = mayCarryCredentials(url, reached)
    const secret = authorization === undefined || !isTrusted ? {} : { authorization }
    const variables = await trustVariables(environment.guard, directory)
    const { close, ...route }: WebRoute & Pick<GitConnection, "close"> = await findRoute(
      reached,
      environment.guard,
      signal,
    )
    return { ...found, settings: webSettings({ url: found.url, route, ...secret }), variables, close }
  } catch (error) {
    throw explainNetFailure(error)
  }

  /** Requests the repository's reference advertisement; undefined if this URL has none. */
  async function requestAdvertisement(address: string, header: string | undefined): Promise<Found | undefined> {
    const response = await guardedFetch(address + SERVICE_PATH, {
      guard: environment.guard,
      signal,
      timeoutMs: Math.min(ADVERTISEMENT_TIMEOUT_MS, environment.limits?.timeLimitMs ?? ADVERTISEMENT_TIMEOUT_MS),
      ignoreBody: true,
      headers: {
        "git-protocol": "version=2",
        accept: "*/*",
        "user-agent": "git/2 lectern",
        ...(header === undefined ? {} : { authorization: header }),
      },
    })
    const answered = new URL(response.url)
    if (response.status === 401 || response.status === 403) throw accessRefused(answered.hostname, header !== undefined)
    if (response.status === 429 || response.status >= 500) {
      throw new SourceUnreachable(`${answered.hostname} responded with status ${response.status}. Try again later`)
    }
    const isAdvertised = response.headers.get("content-type")?.startsWith(ADVERTISEMENT) === true
    if (response.status !== 200 || !isAdvertised || !answered.pathname.endsWith("/info/refs")) return undefined
    const place = answered.origin + answered.pathname.slice(0, -"/info/refs".length)
    return { url: place, hasMoved: response.hasMoved }
  }
}

/**
 * Determines how git connects. Without a proxy, git gets the checked addresses. With one, it gets a local proxy, which
 * checks each connection and forwards it.
 */
async function findRoute(
  url: URL,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<WebRoute & Pick<GitConnection, "close">> {
  const proxy = guard.outgoing.proxyFor(url)
  if (proxy === undefined) return { addresses: await guard.resolveHost(url.hostname, signal) }
  const { openLocalProxy } = await import("../../net/local-proxy.ts")
  return await openLocalProxy(url, proxy, guard)
}

/**
 * Returns variables for the trusted authorities. git accepts one file of authorities, which replaces those of the
 * system.
 */
async function trustVariables({ outgoing }: AddressGuard, directory: string): Promise<GitEnvironmentVariables> {
  if (outgoing.trust === undefined) return {}
  const path = join(directory, AUTHORITIES_FILE)
  await writeFile(path, outgoing.trust.pem)
  return { GIT_SSL_CAINFO: path }
}

type Found = Pick<GitConnection, "url" | "hasMoved">

/** Returns strings that must not be logged: the token in every form in which it is sent, and the lines of a key. */
export function secretsOf(request: GitRemoteRequest): readonly string[] {
  if (isSshAddress(request.url)) return (request.token ?? "").split(/\s+/).filter((line) => line.length >= 8)
  const authorization = authorizationOf(request, new URL(request.url).hostname)
  if (request.token === undefined || authorization === undefined) return []
  return [
    authorization.slice("Basic ".length),
    request.token,
    ...request.token.split(":").filter((part) => part.length >= 8),
  ]
}

function authorizationOf({ token }: GitRemoteRequest, hostname: string): string | undefined {
  if (token === undefined || token === "") return undefined

  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(token))
    throw new InvalidInput("the token contains a line break or control character")
  const user = TOKEN_USERS.find(([host]) => host.test(hostname))?.[1] ?? "git"
  return `Basic ${Buffer.from(token.includes(":") ? token : `${user}:${token}`).toString("base64")}`
}

function explainNetFailure(error: unknown): unknown {
  if (error instanceof HostUnreachable || error instanceof TooManyRedirects) {
    return new SourceUnreachable(error.message, { cause: error })
  }
  return error instanceof FetchTimeout ? new SourceTimeout(error.message, { cause: error }) : error
}
