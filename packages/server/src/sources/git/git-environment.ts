import { homeDirectoryIn } from "../base/work-directory.ts"
import { MAX_OBJECT_BYTES } from "./git-limits.ts"

/** One line of git's configuration. */
export type GitSetting = readonly [key: string, value: string]

/** Where git is looked for. Fixed, so that a directory in somebody's PATH cannot put another program in its place. */
const PROGRAM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin"

/** Variables of our own environment that git may see: certificates of a company's own authority. */
const PASSED_ON = ["GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSL_CERT_FILE", "SSL_CERT_DIR"] as const

/** Everything that git could run, ask for, follow or read besides what it is told, switched off. */
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
  // Throw-away copies: nothing has to survive a power cut, and no index of commits is worth its time.
  ["core.fsync", "none"],
  ["fetch.writeCommitGraph", "false"],
  ["fetch.unpackLimit", "1"],
  // Larger blobs are streamed to disk instead of held in memory.
  ["core.bigFileThreshold", "8m"],
  // Memory per thread and of mapped packs counts against the limit of the process: see `git-limits.ts`.
  ["pack.threads", "1"],
  ["core.packedGitWindowSize", "32m"],
  ["core.packedGitLimit", "256m"],
  ["core.deltaBaseCacheLimit", "64m"],
  // git verifies hashes always. Its further checks of objects protect check-outs, which never happen here, and refuse
  // many real repositories over ancient trees with zero-padded modes.
  ["transfer.fsckObjects", "false"],
]

const NETWORK: readonly GitSetting[] = [
  ["protocol.version", "2"],
  // An object is asked for by its id: nothing is to be negotiated about.
  ["fetch.negotiationAlgorithm", "noop"],
]

const WEB: readonly GitSetting[] = [
  ["protocol.http.allow", "always"],
  ["protocol.https.allow", "always"],
  // Redirects are followed by us, through the guard, before git starts.
  ["http.followRedirects", "false"],
  ["http.proxy", ""],
  ["http.sslVerify", "true"],
  // A host that sends nothing for a minute is stuck. While it packs it sends a sign of life every few seconds.
  ["http.lowSpeedLimit", "1"],
  ["http.lowSpeedTime", "60"],
]

/** Environment variables for one git process. */
export type GitEnvironmentVariables = Readonly<Record<string, string>>

/** How git may reach one repository. */
export interface GitConnection {
  /** Address after redirects. */
  readonly url: string
  /** True when the host says that the repository has moved there for good. */
  readonly hasMoved?: boolean
  /** Where remote `origin` is, and by which protocol it may be reached. */
  readonly settings: readonly GitSetting[]
  /** Further variables of the process. */
  readonly variables?: GitEnvironmentVariables
}

/** A repository behind a web server. */
export interface HttpRemote {
  readonly url: string
  /** Addresses that the host name was resolved to, all of them allowed; git uses these and asks no name server. */
  readonly addresses: readonly string[]
  /** Value of the `Authorization` header. */
  readonly authorization?: string
}

/**
 * Composes the environment of a git process that works on local objects only.
 *
 * @param directory empty directory that stands for the home.
 */
export function localGitEnvironment(directory: string): GitEnvironmentVariables {
  return compose(directory, LOCKED_DOWN)
}

/**
 * Composes the environment of a git process that reaches one repository, as remote `origin`, and nothing else.
 *
 * Secrets travel here and not in arguments, because arguments are readable by every user of the machine.
 *
 * @param directory empty directory that stands for the home.
 */
export function remoteGitEnvironment(directory: string, connection: GitConnection): GitEnvironmentVariables {
  const { settings, variables } = connection
  return { ...compose(directory, [...LOCKED_DOWN, ...NETWORK, ...settings]), ...variables }
}

/** Writes what git needs to reach a repository over http or https, and nothing by another protocol. */
export function webSettings({ url: text, addresses, authorization }: HttpRemote): readonly GitSetting[] {
  const url = new URL(text)
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port
  const settings: GitSetting[] = [...WEB, ["remote.origin.url", url.href]]
  const isName = !addresses.includes(url.hostname.replace(/^\[|\]$/g, ""))
  if (isName) settings.push(["http.curloptResolve", `${url.hostname}:${port}:${addresses.join(",")}`])
  if (authorization !== undefined) settings.push(["http.extraHeader", `Authorization: ${authorization}`])
  return settings
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
