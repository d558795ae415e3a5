import { StringDecoder } from "node:string_decoder"
import { versionTagOf } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import { BranchMissing, EmptyRepository, SourceTooLarge, TagMissing } from "../base/errors.ts"
import type { SourceReference } from "../base/source-file.ts"
import { runGit } from "./git-process.ts"
import { readNewAddress } from "./ssh/detect-renamed-repository.ts"
import type { GitRemoteRequest } from "./git-request.ts"
import type { GitEnvironmentVariables } from "./git-environment.ts"

/** The references of a repository. */
export interface RemoteHead {
  /** Commit of the requested branch or tag, or of the default branch. */
  readonly revision: string
  /** Name of that branch or tag; empty if the default is not a branch. */
  readonly branch: string
  /** Full name of the reference, for fetching. */
  readonly reference: string
  readonly branches: readonly SourceReference[]
  /** The revision of an annotated tag is the commit that it points to. */
  readonly tags: readonly SourceReference[]
  /** New URL of the repository, if the host redirects permanently. */
  readonly movedTo?: string | undefined
}

/** Maximum size of the reference list; git hosts keep a reference for each pull request in addition to branches. */
const MAX_REFERENCE_BYTES = 256 * 1024 * 1024
/** Maximum number of branches and tags. */
const MAX_REFERENCES = 100_000
const FULL_BRANCH = "refs/heads/"
const FULL_TAG = "refs/tags/"
/** Characters that git does not allow in the name of a reference. */
// oxlint-disable-next-line no-control-regex
const REFUSED_NAME = /^[-/.]|[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|[/.]$|\.lock$/

/**
 * Rejects names that cannot be a branch or tag before they are passed to a command.
 *
 * @throws {InvalidInput}
 */
export function assertReferenceNames(request: GitRemoteRequest): void {
  const names = [request.branch, request.tag, request.version]
  if (names.filter((name) => name !== undefined).length > 1)
    throw new InvalidInput("send only one of branch, tag and version")
  for (const name of names) {
    if (name !== undefined && (name === "" || name.length > 1_000 || REFUSED_NAME.test(name))) {
      throw new InvalidInput(`${JSON.stringify(name.slice(0, 100))} is not a valid branch or tag name`)
    }
  }
}

/**
 * Lists the references of `origin`.
 *
 * @param directory repository directory; nothing is written to it.
 * @throws {BranchMissing} @throws {TagMissing} @throws {EmptyRepository} @throws {GitCommandFailed}
 */
export async function listRemote(
  request: GitRemoteRequest,
  directory: string,
  environment: GitEnvironmentVariables,
  signal: AbortSignal,
): Promise<RemoteHead> {
  const reader = referenceReader()
  const said = await runGit(["ls-remote", "--quiet", "--symref", "--", "origin"], {
    directory,
    environment,
    signal,
    onOutput: reader.read,
  })
  const movedTo = readNewAddress(said, request.url)
  return { ...chooseReference(request, reader), movedTo }
}

interface ReferenceReader {
  readonly branches: Map<string, string>
  readonly tags: Map<string, string>
  readonly head: { target?: string; revision?: string }
  read(chunk: Buffer): void
}

function referenceReader(): ReferenceReader {
  const branches = new Map<string, string>()
  const tags = new Map<string, string>()
  const head: ReferenceReader["head"] = {}
  const decoder = new StringDecoder("utf8")
  let rest = ""
  let byteCount = 0
  function readLine(line: string): void {
    const [value = "", name = ""] = line.split("\t")
    if (name === "HEAD" && value.startsWith("ref: ")) head.target = value.slice("ref: ".length)
    else if (name === "HEAD") head.revision = value
    else if (name.startsWith(FULL_BRANCH)) branches.set(name.slice(FULL_BRANCH.length), value)
    // The line `^{}` follows that of an annotated tag and contains its commit.
    else if (name.startsWith(FULL_TAG)) tags.set(name.slice(FULL_TAG.length).replace(/\^\{\}$/, ""), value)
  }
  return {
    branches,
    tags,
    head,
    read(chunk) {
      byteCount += chunk.length
      if (byteCount > MAX_REFERENCE_BYTES || branches.size + tags.size > MAX_REFERENCES) {
        throw new SourceTooLarge(`the repository has more than ${MAX_REFERENCES} branches and tags`)
      }
      const lines = (rest + decoder.write(chunk)).split("\n")
      rest = lines.pop() ?? ""
      lines.forEach(readLine)
    },
  }
}

function chooseReference(request: GitRemoteRequest, { branches, tags, head }: ReferenceReader): RemoteHead {
  const lists = { branches: asReferences(branches), tags: asReferences(tags) }
  if (branches.size === 0 && tags.size === 0 && head.revision === undefined) {
    throw new EmptyRepository("the repository has no commits yet")
  }
  if (request.tag !== undefined) {
    const revision = tags.get(request.tag)
    if (revision === undefined) throw new TagMissing(`the repository has no tag ${request.tag}`)
    return { revision, branch: request.tag, reference: FULL_TAG + request.tag, ...lists }
  }
  if (request.version !== undefined) return { ...chooseVersion(request.version, branches, tags), ...lists }
  const branch = request.branch ?? defaultBranch(branches, head)
  const revision = branch === undefined ? head.revision : branches.get(branch)
  if (revision === undefined) {
    if (branch === undefined) throw new EmptyRepository("the repository has no branches")
    throw new BranchMissing(`the repository has no branch ${branch}${hint(branches)}`)
  }
  return { revision, branch: branch ?? "", reference: branch === undefined ? "HEAD" : FULL_BRANCH + branch, ...lists }
}

/** Chooses the tag of a version, or else its branch. An exact name takes precedence over one whose `/` became `_`. */
function chooseVersion(
  version: string,
  branches: ReadonlyMap<string, string>,
  tags: ReadonlyMap<string, string>,
): Pick<RemoteHead, "revision" | "branch" | "reference"> {
  for (const isMeant of [(name: string) => name === version, (name: string) => versionTagOf(name) === version]) {
    for (const [prefix, revisionByName] of [
      [FULL_TAG, tags],
      [FULL_BRANCH, branches],
    ] as const) {
      const found = [...revisionByName].find(([name]) => isMeant(name))
      if (found !== undefined) return { revision: found[1], branch: found[0], reference: prefix + found[0] }
    }
  }
  throw new TagMissing(`the repository has no tag or branch ${version}`)
}

/** Returns the branch that HEAD points to; if that does not exist, a common name or the only branch. */
function defaultBranch(branches: ReadonlyMap<string, string>, head: ReferenceReader["head"]): string | undefined {
  const named = head.target?.startsWith(FULL_BRANCH) === true ? head.target.slice(FULL_BRANCH.length) : undefined
  if (named !== undefined && branches.has(named)) return named
  if (head.revision !== undefined) return undefined
  return ["main", "master", ...branches.keys()].find((name) => branches.has(name))
}

function hint(branches: ReadonlyMap<string, string>): string {
  const names = [...branches.keys()].slice(0, 10)
  return names.length === 0 ? "" : `; it has ${names.join(", ")}${branches.size > names.length ? ", …" : ""}`
}

function asReferences(revisionByName: ReadonlyMap<string, string>): readonly SourceReference[] {
  return [...revisionByName].map(([name, revision]) => ({ name, revision }))
}
