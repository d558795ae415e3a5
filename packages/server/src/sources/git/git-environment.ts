import { portOf } from "../../net/choose-proxy.ts"
import { homeDirectoryIn } from "../base/work-directory.ts"
import { MAX_OBJECT_BYTES } from "./git-limits.ts"

/** One git configuration setting. */
export type GitSetting = readonly [key: string, value: string]

/** Search path for git. Fixed, so that a directory in a user's PATH cannot replace programs. */
const PROGRAM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin"

/** Environment variables that are passed on to git: the certificates of a company's own authority. */
const PASSED_ON = ["GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSL_CERT_FILE", "SSL_CERT_DIR"] as const

/** Disables everything that git could run, prompt for, follow or read on its own. */
const LOCKED_DOWN: readonly GitSetting[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.attributesFile", "/dev/null"],
  ["core.excludesFile", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.askPass", ""],
  ["core.sshCommand", "false"],
  ["credential.helper", ""],
  ["init.templateDir", ""],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["protocol.allow", "never"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["advice.detachedHead", "false"],
  // Temporary clones do not have to survive a power failure and do not need an index of commits.
  ["core.fsync", "none"],
  ["fetch.writeCommitGraph", "false"],
  ["fetch.unpackLimit", "1"],
  // Larger blobs are streamed to disk instead of being kept in memory.
  ["core.bigFileThreshold", "8m"],
  // Memory per thread and memory of mapped packs count towards the limit of the process: see `git-limits.ts`.
  ["pack.threads", "1"],
  ["core.packedGitWindowSize", "32m"],
  ["core.packedGitLimit", "256m"],
  ["core.deltaBaseCacheLimit", "64m"],
  // git always verifies hashes. Its further checks of objects protect checkouts, which never happen here, and reject
  // many real repositories because of old trees with zero-padded modes.
  ["transfer.fsckObjects", "false"],
]

const NETWORK: readonly GitSetting[] = [
  ["protocol.version", "2"],
  // Objects are requested by id, so there is nothing to negotiate.
  ["fetch.negotiationAlgorithm", "noop"],
]

const WEB: readonly GitSetting[] = [
  ["protocol.http.allow", "always"],
  ["protocol.https.allow", "always"],
  // Lectern follows redirects itself, through the address guard, before git starts.
  ["http.followRedirects", "false"],
  ["http.proxy", ""],
  ["http.sslVerify", "true"],
  // A host that sends nothing for a minute hangs. While it packs, it sends progress every few seconds.
  ["http.lowSpeedLimit", "1"],
  ["http.lowSpeedTime", "60"],
]

/** Environment variables for one git process. */
export type GitEnvironmentVariables = Readonly<Record<string, string>>

/** How git reaches one repository. */
export interface GitConnection {
  /** URL after redirects. */
  readonly url: string
  /** True if the host redirected permanently. */
  readonly hasMoved?: boolean | undefined
  /** Settings for the remote `origin` and the allowed protocol. */
  readonly settings: readonly GitSetting[]
  /** Additional environment variables. */
  readonly variables?: GitEnvironmentVariables
  /** Stops what was started for this connection. */
  readonly close?: (() => void) | undefined
}

/** Allowed addresses of the host, or the URL of a proxy that connects only to allowed addresses. */
export type WebRoute = { readonly addresses: readonly string[] } | { readonly proxyUrl: string }

/** A repository on a web server. */
export interface HttpRemote {
  readonly url: string
  /** Where git connects to; it makes no DNS request. */
  readonly route: WebRoute
  /** Value of the `Authorization` header. */
  readonly authorization?: string
}

/**
 * Returns the environment of a git process that uses only local objects.
 *
 * @param directory empty directory that serves as home.
 */
export function localGitEnvironment(directory: string): GitEnvironmentVariables {
  return compose(directory, LOCKED_DOWN)
}

/**
 * Returns the environment of a git process that can reach only one repository, as remote `origin`.
 *
 * Secrets are passed in the environment instead of as arguments, because every user of the machine can read arguments.
 *
 * @param directory empty directory that serves as home.
 */
export function remoteGitEnvironment(directory: string, connection: GitConnection): GitEnvironmentVariables {
  const { settings, variables } = connection
  return { ...compose(directory, [...LOCKED_DOWN, ...NETWORK, ...settings]), ...variables }
}

/** Returns the git settings for a repository over http or https; other protocols are disabled. */
export function webSettings({ url: text, route, authorization }: HttpRemote): readonly GitSetting[] {
  const url = new URL(text)
  const settings: GitSetting[] = [...WEB, ["remote.origin.url", url.href], ...routeSettings(url, route)]
  if (authorization !== undefined) settings.push(["http.extraHeader", `Authorization: ${authorization}`])
  return settings
}

function routeSettings(url: URL, route: WebRoute): readonly GitSetting[] {
  if ("proxyUrl" in route) {
    return [
      ["http.proxy", route.proxyUrl],
      ["http.proxyAuthMethod", "basic"],
    ]
  }
  const { addresses } = route
  const isName = !addresses.includes(url.hostname.replace(/^\[|\]$/g, ""))
  return isName ? [["http.curloptResolve", `${url.hostname}:${portOf(url)}:${addresses.join(",")}`]] : []
}

function compose(directory: string, settings: readonly GitSetting[]): GitEnvironmentVariables {
  const variables: Record<string, string> = {
    PATH: PROGRAM_PATH,
    HOME: homeDirectoryIn(directory),
    XDG_CONFIG_HOME: homeDirectoryIn(directory),
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "false",
    SSH_ASKPASS: "false",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_ALLOC_LIMIT: String(MAX_OBJECT_BYTES),
    GIT_CONFIG_COUNT: String(settings.length),
  }
  settings.forEach(([key, value], at) => {
    variables[`GIT_CONFIG_KEY_${at}`] = key
    variables[`GIT_CONFIG_VALUE_${at}`] = value
  })
  for (const name of PASSED_ON) {
    const value = process.env[name]
    if (value !== undefined) variables[name] = value
  }
  return variables
}
