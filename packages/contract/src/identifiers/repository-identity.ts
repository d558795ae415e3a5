import { isSourceSegment, libraryIdOf, type LibraryId } from "./library-id.ts"
import { LIMITS } from "../limits/limits.ts"

/** What an address of a git repository says, in one spelling. */
export interface RepositoryIdentity {
  /** Identifier the repository gets when it is free. */
  readonly id: LibraryId
  /** Host in lower case, without `www.`. */
  readonly host: string
  /** Port, when it is not the scheme's own. */
  readonly port?: number
  /** Address that git clones from: the credentials-free repository itself, no branch or folder. */
  readonly cloneUrl: string
  /** Equal for every spelling of the same repository: `host[:port]/path`, lower case, no scheme, no `.git`. */
  readonly sourceKey: string
  /** First segment of `id` before any `git_` is put in front. */
  readonly owner: string
  /** Second segment of `id`; subgroups are joined with `_`. */
  readonly repo: string
  /** Branch or tag that the address names (`tree/<branch>`). */
  readonly branch?: string
  /** Folder that the address names, no slash at either end. */
  readonly path?: string
}

/** Why an address cannot be a git repository's. */
export interface AddressProblem {
  readonly problem: "malformed" | "scheme" | "credentials" | "no_repository"
  readonly message: string
}

/** Hosts whose repositories are always `/owner/repo.git` and answer without `www.`. */
const TWO_SEGMENT_HOSTS: ReadonlySet<string> = new Set(["github.com", "bitbucket.org"])
/** Hosts that send a clone without `.git` through a redirect, or answer with and without alike. */
const DOT_GIT_HOSTS: ReadonlySet<string> = new Set([...TWO_SEGMENT_HOSTS, "gitlab.com", "codeberg.org"])

/** Path words after which a forge puts the branch: GitHub, GitLab and Gitea `tree`, Bitbucket `src`. */
const BRANCH_WORDS: ReadonlySet<string> = new Set(["tree", "blob", "src"])

const SCP_FORM = /^([A-Za-z0-9][A-Za-z0-9._-]*)@([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)(.+)$/
/** What may not stand in an owner, a repository or a branch: it would break identifiers or be read as something else. */
// oxlint-disable-next-line no-control-regex
const REFUSED_IN_SEGMENT = /[\u0000-\u0020\u007f@\\/:?*"<>|[\]^]/
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "ssh:": 22, "http:": 80, "https:": 443 }

interface Address {
  readonly prefix: string
  readonly host: string
  readonly port?: number
  readonly segments: readonly string[]
}

/**
 * Reads the address of a git repository in any of its usual spellings: `.git`, trailing slashes, `www.`, query and
 * fragment do not matter; `tree/<branch>/<path>` (GitLab: `/-/tree/`) gives branch and folder; `git@host:owner/repo.git`
 * and `ssh://` are read; GitLab subgroups are joined with `_`. A branch in the address ends at the first slash.
 *
 * @param url the address as someone pasted it.
 * @returns the identity, or the problem with a message for the caller (test with `"problem" in result`). Reading
 *   `cloneUrl` again gives the same identity, without branch and path.
 */
export function repositoryIdentity(url: string): RepositoryIdentity | AddressProblem {
  const text = url.trim()
  if (text === "" || text.length > LIMITS.urlMaxCharacters) {
    return problem("malformed", `a repository URL has 1 to ${LIMITS.urlMaxCharacters} characters, got ${text.length}`)
  }
  const address = readScp(text) ?? readUrl(text)
  if ("problem" in address) return address
  return identify(address)
}

/**
 * Gives the identifier of a repository whose own one already belongs to a repository of another host.
 *
 * @returns `/<host>/<owner>_<repo>`, dots and colons of host and port as `_`.
 */
export function alternateRepositoryId(identity: RepositoryIdentity): LibraryId {
  return libraryIdOf(guardOwner(hostSegment(identity.host, identity.port)), `${identity.owner}_${identity.repo}`)
}

function readScp(text: string): Address | undefined {
  const [, user, host, path] = SCP_FORM.exec(text) ?? []
  if (user === undefined || host === undefined || path === undefined) return undefined
  const withoutFragment = path.replace(/[?#].*$/, "")
  // A path from the root is another than one from the home of the user.
  const root = path.startsWith("/") ? "/" : ""
  return {
    prefix: `${user}@${host.toLowerCase()}:${root}`,
    host: host.toLowerCase(),
    segments: withoutFragment.split("/"),
  }
}

function readUrl(text: string): Address | AddressProblem {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) {
    return problem("malformed", `${quote(text)} is not a repository URL, give one like https://github.com/owner/repo`)
  }
  const scheme = text.slice(0, text.indexOf(":") + 1).toLowerCase()
  const defaultPort = DEFAULT_PORTS[scheme]
  if (defaultPort === undefined) return problem("scheme", `scheme ${scheme} cannot be cloned, use https, http or ssh`)
  if (!URL.canParse(text))
    return problem("malformed", "the repository URL cannot be read, give one like https://github.com/owner/repo")
  const parsed = new URL(text)
  const isSsh = scheme === "ssh:"
  if (parsed.password !== "" || (parsed.username !== "" && !isSsh)) {
    return problem("credentials", "a repository URL must not hold credentials, send the token as gitToken")
  }
  const host = parsed.hostname.toLowerCase()
  if (host === "") return problem("malformed", "the repository URL has no host")
  const port = parsed.port === "" || Number(parsed.port) === defaultPort ? undefined : Number(parsed.port)
  const user = isSsh ? `${parsed.username === "" ? "git" : parsed.username}@` : ""
  const prefix = `${scheme}//${user}${host}${port === undefined ? "" : `:${port}`}/`
  return { prefix, host, segments: parsed.pathname.split("/"), ...(port === undefined ? {} : { port }) }
}

function identify(address: Address): RepositoryIdentity | AddressProblem {
  const segments = decodeSegments(address.segments)
  const host = address.host.replace(/^www\./, "")
  const place = segments && splitPlace(segments)
  if (place === undefined) {
    return problem("no_repository", "the URL holds characters that no repository path has")
  }
  const repositoryPath = [...place.repositoryPath]
  const last = repositoryPath.pop()
  const name = last?.replace(/(\.git)+$/i, "")
  if (last === undefined || name === undefined || name === "") {
    return problem("no_repository", `the URL names no repository on ${host}, give one like https://${host}/owner/repo`)
  }
  if (TWO_SEGMENT_HOSTS.has(host) && repositoryPath.length !== 1) {
    return problem(
      "no_repository",
      `the URL is not a repository's on ${host}, give one like https://${host}/owner/repo`,
    )
  }
  const plainPath = [...repositoryPath, name]
  // A server without owners (https://go.googlesource.com/tools): the host stands for the owner.
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
    ...(address.port === undefined ? {} : { port: address.port }),
    ...(place.branch === undefined ? {} : { branch: place.branch }),
    ...(place.path === undefined ? {} : { path: place.path }),
  }
}

function cloneUrlOf(address: Address, host: string, path: readonly string[], hadDotGit: boolean): string {
  const isKnownHost = DOT_GIT_HOSTS.has(host)
  const prefix = isKnownHost ? address.prefix.replace(/(^|[/@])www\./, "$1") : address.prefix
  return `${prefix}${path.map(encodeURIComponent).join("/")}${isKnownHost || hadDotGit ? ".git" : ""}`
}

interface Place {
  readonly repositoryPath: readonly string[]
  readonly branch?: string
  readonly path?: string
}

/** Cuts `owner/repo/tree/<branch>/<path>` into its parts; undefined when a part holds what it may not. */
function splitPlace(segments: readonly string[]): Place | undefined {
  const dash = segments.indexOf("-", 2)
  const word = segments.findIndex((segment, at) => at >= 2 && BRANCH_WORDS.has(segment) && at + 1 < segments.length)
  const end = dash >= 0 ? dash : word >= 0 ? word : trailingWord(segments)
  const repositoryPath = segments.slice(0, end)
  if (repositoryPath.some((segment) => REFUSED_IN_SEGMENT.test(segment) || segment === ".." || segment === "."))
    return undefined
  if (word < 0) return { repositoryPath }
  const branch = segments[word + 1]
  const isFile = segments[word] === "blob"
  const path = segments.slice(word + 2, isFile ? -1 : undefined).join("/")
  return { repositoryPath, ...(branch === undefined ? {} : { branch }), ...(path === "" ? {} : { path }) }
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
    // A stray percent sign: no forge has it in a path.
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
