import { isSourceSegment, libraryIdOf, type LibraryId } from "./library-id.ts"
import { LIMITS } from "../limits/limits.ts"
import { completeAddress } from "./complete-address.ts"
import { isUrl } from "../text/is-url.ts"

/** The parts of a git repository address, normalised. */
export interface RepositoryIdentity {
  /** Identifier of the repository if it is not taken. */
  readonly id: LibraryId
  /** Host in lower case, without `www.`. */
  readonly host: string
  /** Port, if it is not the default of the scheme. */
  readonly port?: number | undefined
  /** Address to clone from, without credentials, branch or folder. */
  readonly cloneUrl: string
  /** Equal for all spellings of the same repository: `host[:port]/path`, lower case, no scheme, no `.git`. */
  readonly sourceKey: string
  /** First segment of `id`, before the prefix `git_` is added. */
  readonly owner: string
  /** Second segment of `id`; subgroups are joined with `_`. */
  readonly repo: string
  /** Branch or tag in the address (`tree/<branch>`). */
  readonly branch?: string | undefined
  /** Folder in the address, without slashes at the ends. */
  readonly path?: string | undefined
}

/** Why an address is not the address of a git repository. */
export interface AddressProblem {
  readonly problem: "malformed" | "scheme" | "credentials" | "no_repository"
  readonly message: string
}

/** Hosts whose repositories are always `/owner/repo.git` and that respond without `www.`. */
const TWO_SEGMENT_HOSTS: ReadonlySet<string> = new Set(["github.com", "bitbucket.org"])
/** Hosts that redirect clones without `.git`, or accept both. */
const DOT_GIT_HOSTS: ReadonlySet<string> = new Set([...TWO_SEGMENT_HOSTS, "gitlab.com", "codeberg.org"])

/** Path words before the branch: `tree` on GitHub, GitLab and Gitea, `src` on Bitbucket. */
const BRANCH_WORDS: ReadonlySet<string> = new Set(["tree", "blob", "src"])

const SCP_FORM = /^([A-Za-z0-9][A-Za-z0-9._-]*)@([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)(.+)$/
/**
 * Characters that are not allowed in an owner, repository or branch, because they would break identifiers or change
 * their meaning.
 */
// oxlint-disable-next-line no-control-regex
const REFUSED_IN_SEGMENT = /[\u0000-\u0020\u007f@\\/:?*"<>|[\]^]/
/** Programs parse arguments that begin with `-` as options; no host, user, owner or repository needs such a name. */
const HOST = /^(?:[a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])$/
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "ssh:": 22, "http:": 80, "https:": 443 }

interface Address {
  readonly prefix: string
  readonly host: string
  readonly port?: number | undefined
  readonly segments: readonly string[]
}

/**
 * Parses the address of a git repository in any common spelling: `owner/repo` on GitHub, a host without a scheme, `.git`, trailing slashes, `www.`, query and fragment
 * are ignored; `tree/<branch>/<path>` (GitLab: `/-/tree/`) gives branch and folder; `git@host:owner/repo.git` and
 * `ssh://` are supported; GitLab subgroups are joined with `_`. A branch in the address ends at the first slash.
 *
 * @param url the address as pasted.
 * @returns the identity, or the problem with a message for the caller (test with `"problem" in result`). Parsing
 *   `cloneUrl` gives the same identity, without branch and path.
 */
export function repositoryIdentity(url: string): RepositoryIdentity | AddressProblem {
  const text = completeAddress(url)
  if (text === "" || text.length > LIMITS.urlMaxCharacters) {
    return problem(
      "malformed",
      `invalid repository URL: must be 1 to ${LIMITS.urlMaxCharacters} characters, got ${text.length}`,
    )
  }
  const address = readScp(text) ?? readUrl(text)
  if ("problem" in address) return address
  return identify(address)
}

/**
 * Returns the identifier of a repository whose own identifier already belongs to a repository on another host.
 *
 * @returns `/<host>/<owner>_<repo>`, with `_` for dots and colons of host and port.
 */
export function alternateRepositoryId(identity: RepositoryIdentity): LibraryId {
  return libraryIdOf(guardOwner(hostSegment(identity.host, identity.port)), `${identity.owner}_${identity.repo}`)
}

function readScp(text: string): Address | undefined {
  const [, user, host, path] = SCP_FORM.exec(text) ?? []
  if (user === undefined || host === undefined || path === undefined) return undefined
  const withoutFragment = path.replace(/[?#].*$/, "")
  // An absolute path differs from one relative to the user's home.
  const root = path.startsWith("/") ? "/" : ""
  return {
    prefix: `${user}@${host.toLowerCase()}:${root}`,
    host: host.toLowerCase(),
    segments: withoutFragment.split("/"),
  }
}

function readUrl(text: string): Address | AddressProblem {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) {
    return problem("malformed", `invalid repository URL: ${quote(text)}. Use a URL like https://github.com/owner/repo`)
  }
  const scheme = text.slice(0, text.indexOf(":") + 1).toLowerCase()
  const defaultPort = DEFAULT_PORTS[scheme]
  if (defaultPort === undefined)
    return problem("scheme", `invalid repository URL: the scheme ${scheme} is not supported. Use https, http or ssh`)
  if (!isUrl(text)) return problem("malformed", "invalid repository URL. Use a URL like https://github.com/owner/repo")
  const parsed = new URL(text)
  const isSsh = scheme === "ssh:"
  if (parsed.password !== "" || (parsed.username !== "" && !isSsh)) {
    return problem("credentials", "invalid repository URL: it must not contain credentials. Send the token as gitToken")
  }
  const host = parsed.hostname.toLowerCase()
  if (host === "") return problem("malformed", "invalid repository URL: the host is missing")
  if (!HOST.test(host)) return problem("malformed", `invalid repository URL: ${quote(host)} is not a host name`)
  if (isSsh && parsed.username !== "" && !USER.test(parsed.username)) {
    return problem("malformed", `invalid repository URL: ${quote(parsed.username)} is not a user name`)
  }
  const port = parsed.port === "" || Number(parsed.port) === defaultPort ? undefined : Number(parsed.port)
  const user = isSsh ? `${parsed.username === "" ? "git" : parsed.username}@` : ""
  const prefix = `${scheme}//${user}${host}${port === undefined ? "" : `:${port}`}/`
  return { prefix, host, segments: parsed.pathname.split("/"), port }
}

function identify(address: Address): RepositoryIdentity | AddressProblem {
  const segments = decodeSegments(address.segments)
  const host = address.host.replace(/^www\./, "")
  const parts = segments && splitRepositoryPath(segments)
  if (parts === undefined) {
    return problem("no_repository", "invalid repository URL: its path contains characters that are not allowed")
  }
  const repositoryPath = [...parts.repositoryPath]
  const last = repositoryPath.pop()
  const name = last?.replace(/(\.git)+$/i, "")
  if (last === undefined || name === undefined || name === "") {
    return problem(
      "no_repository",
      `invalid repository URL: the path of a repository on ${host} is missing. Use a URL like https://${host}/owner/repo`,
    )
  }
  if (TWO_SEGMENT_HOSTS.has(host) && repositoryPath.length !== 1) {
    return problem(
      "no_repository",
      `invalid repository URL: it does not point to a repository on ${host}. Use a URL like https://${host}/owner/repo`,
    )
  }
  const plainPath = [...repositoryPath, name]
  // On a server without owners (https://go.googlesource.com/tools), the host is used as the owner.
  const [owner = "", ...rest] = plainPath.length === 1 ? [hostSegment(host, address.port), name] : plainPath
  const repo = rest.join("_")
  const hostAndPort = address.port === undefined ? host : `${host}:${address.port}`
  return {
    id: libraryIdOf(guardOwner(owner), repo),
    host,
    cloneUrl: cloneUrlOf(address, host, plainPath, /\.git$/i.test(last)),
    sourceKey: `${hostAndPort}/${plainPath.join("/")}`.toLowerCase(),
    owner,
    repo,
    port: address.port,
    branch: parts.branch,
    path: parts.path,
  }
}

function cloneUrlOf(address: Address, host: string, path: readonly string[], hadDotGit: boolean): string {
  const isKnownHost = DOT_GIT_HOSTS.has(host)
  const prefix = isKnownHost ? address.prefix.replace(/(^|[/@])www\./, "$1") : address.prefix
  return `${prefix}${path.map(encodeURIComponent).join("/")}${isKnownHost || hadDotGit ? ".git" : ""}`
}

interface RepositoryParts {
  readonly repositoryPath: readonly string[]
  readonly branch?: string | undefined
  readonly path?: string | undefined
}

/** Splits `owner/repo/tree/<branch>/<path>` into its parts; undefined if a part contains invalid characters. */
function splitRepositoryPath(segments: readonly string[]): RepositoryParts | undefined {
  const dash = segments.indexOf("-", 2)
  const word = segments.findIndex((segment, at) => at >= 2 && BRANCH_WORDS.has(segment) && at + 1 < segments.length)
  const end = dash >= 0 ? dash : word >= 0 ? word : trailingWord(segments)
  const repositoryPath = segments.slice(0, end)
  if (repositoryPath.some((segment) => REFUSED_IN_SEGMENT.test(segment) || segment === ".." || segment === "."))
    return undefined
  if (repositoryPath.some((segment) => segment.startsWith("-"))) return undefined
  if (word < 0) return { repositoryPath }
  const branch = segments[word + 1]
  const isFile = segments[word] === "blob"
  const path = segments.slice(word + 2, isFile ? -1 : undefined).join("/")
  return { repositoryPath, branch, path: path === "" ? undefined : path }
}

/** `owner/repo/tree` without a branch still names the repository. */
function trailingWord(segments: readonly string[]): number {
  const last = segments.length - 1
  return last >= 2 && BRANCH_WORDS.has(segments[last] ?? "") ? last : segments.length
}

function decodeSegments(segments: readonly string[]): readonly string[] | undefined {
  try {
    return segments.filter((segment) => segment !== "").map(decodeURIComponent)
  } catch {
    // A stray percent sign never occurs in the path of a repository.
    return undefined
  }
}

function guardOwner(owner: string): string {
  return isSourceSegment(owner) ? `git_${owner}` : owner
}

function hostSegment(host: string, port: number | undefined): string {
  const text = port === undefined ? host : `${host}:${port}`
  return text.replaceAll(/[.:]/g, "_").replaceAll(/[[\]]/g, "")
}

function problem(kind: AddressProblem["problem"], message: string): AddressProblem {
  return { problem: kind, message }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
