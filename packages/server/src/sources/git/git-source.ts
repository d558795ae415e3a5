import { SourceDamaged, SourceTimeout } from "../base/errors.ts"
import { MAX_PROJECT_FILE_BYTES } from "../project-files/project-files.ts"
import { gitHostAddress, type GitPagePatterns } from "../base/git-host-address.ts"
import {
  joinScopes,
  LIBRARY_CONFIG_NAMES,
  readLibraryConfigScope,
  type LibraryConfigScope,
} from "../scope/library-config-scope.ts"
import { filterPaths } from "../scope/filter-paths.ts"
import { chooseReadme, firstText } from "../scope/source-choice.ts"
import { encodePath } from "../scope/path-bytes.ts"
import type { OtherFile, OtherLimits, SourceSnapshot } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS, type SourceLimits } from "../base/source-limits.ts"
import { unchangedSnapshot } from "../base/unchanged-snapshot.ts"
import { openWorkDirectory, removeWorkDirectory } from "../base/work-directory.ts"
import { chooseFiles, fetchMissing } from "./choose-files.ts"
import { openClone, type GitClone } from "./git-clone.ts"
import { gitCode } from "./git-code.ts"
import { connectWeb, secretsOf } from "./git-connect.ts"
import type { GitConnection } from "./git-environment.ts"
import { explainGitFailure, loggableOutput, type GitRemote } from "./git-failure.ts"
import { gitItems } from "./git-items.ts"
import { GitCommandFailed } from "./git-process.ts"
import { openObjectReader, type ObjectReader } from "./git-objects.ts"
import type { GitRemoteRequest, GitSourceRequest } from "./git-request.ts"
import type { SourceEnvironment } from "../kind/source-environment.ts"
import { type LocalCommit, readOtherFiles } from "./git-other-files.ts"
import { countOtherFiles, type GitListing } from "./git-listing.ts"
import { listTree, type GitTree, type TreeFile } from "./git-tree.ts"
import { assertGitVersion } from "./git-version.ts"
import { assertReferenceNames, type RemoteHead } from "./remote-head.ts"
import { isSshAddress, readSshAddress, sshUrlOf } from "./ssh/ssh-address.ts"
import { connectSsh } from "./ssh-connect.ts"

/** A library config is small, so larger files of that name are ignored. */
const MAX_MANIFEST_BYTES = 256 * 1024

/**
 * Fetches a repository's newest commit id, branches and tags without downloading objects.
 *
 * @throws {AddressRefused} @throws {AccessRefused} @throws {NotARepository} @throws {SourceUnreachable}
 * @throws {SourceTimeout} @throws {BranchMissing} @throws {TagMissing} @throws {EmptyRepository} @throws {InvalidInput}
 */
export async function readRemoteHead(
  request: GitRemoteRequest,
  environment: SourceEnvironment,
  signal: AbortSignal,
): Promise<RemoteHead> {
  return await withClone(request, environment, signal, async ({ clone, close, signal: limited }) => {
    const head = await clone.list(request, limited)
    await close()
    return head
  })
}

/**
 * Opens a git repository at one branch or tag, without checking out or executing anything in it.
 *
 * Documentation files are selected by path, fetched in one request, and streamed by `items`. The caller closes the
 * snapshot; if opening fails or is aborted, all temporary files are deleted.
 *
 * @param signal aborts opening; `items` takes its own signal.
 * @throws the errors of `readRemoteHead`, and {SourceTooLarge}, {SourceDamaged}.
 */
export async function openGitSource(
  request: GitSourceRequest,
  environment: SourceEnvironment,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  return await withClone(request, environment, signal, async (context) => {
    const head = await context.clone.list(request, context.signal)
    const isRenamed = hasLostBranch(head, request.knownBranch)
    if (head.revision === request.knownRevision && !isRenamed) {
      await context.close()
      return unchangedRepository(head)
    }
    const snapshot = await readSnapshot(request, head, context)
    // The commit may be the known one, but the URLs of its pages contain the branch.
    return isRenamed ? { ...snapshot, unchanged: false } : snapshot
  })
}

/**
 * Lists the documentation files of a git repository by name. Downloads the trees of one commit and its library config,
 * and no other contents if the host supports that.
 *
 * @throws the errors of `readRemoteHead`, and {SourceTooLarge}, {SourceDamaged}.
 */
export async function listGitFiles(
  request: GitRemoteRequest,
  environment: SourceEnvironment,
  signal: AbortSignal,
): Promise<GitListing> {
  return await withClone(request, environment, signal, async (context) => {
    const head = await context.clone.list(request, context.signal)
    const { commit, branch, notes } = await fetchChosen(request, head, context)
    await context.close()
    const { revision, tree, manifest } = commit
    return {
      revision,
      branch,
      notes,
      paths: [...tree.files.keys()],
      leftOut: tree.leftOut,
      otherFiles: countOtherFiles(tree),
      libraryConfig: manifest === undefined ? undefined : { name: manifest.name, scope: manifest.scope },
    }
  })
}

interface CloneContext {
  readonly remote: GitRemote
  readonly clone: GitClone
  readonly limits: SourceLimits
  readonly gitPages: GitPagePatterns | undefined
  /** Also aborted when the time limit is reached. */
  readonly signal: AbortSignal
  /** Reader of objects, started once the first ones have been fetched. */
  reader?: ObjectReader
  /** Stops everything that was started and deletes all temporary files. Safe to call twice. */
  close(): Promise<void>
}

async function withClone<T>(
  request: GitRemoteRequest,
  environment: SourceEnvironment,
  signal: AbortSignal,
  use: (context: CloneContext) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  assertReferenceNames(request)
  const limits = { ...DEFAULT_SOURCE_LIMITS, ...environment.limits }
  const remote = remoteOf(request, environment)
  const { host } = remote
  const deadline = new AbortController()
  const timer = setTimeout(() => {
    deadline.abort(
      new SourceTimeout(`reading the repository from ${host} took longer than ${limits.timeLimitMs / 1000} seconds`),
    )
  }, limits.timeLimitMs)
  const limited = AbortSignal.any([signal, deadline.signal])
  const directory = await openWorkDirectory(environment.workDirectory)
  let context: CloneContext | undefined
  let connection: GitConnection | undefined
  const close = async () => {
    context?.reader?.close()
    connection?.close?.()
    await removeWorkDirectory(directory)
  }
  // Also rejects pending requests of the reader, which takes no signal.
  const onAbort = () => context?.reader?.close()
  limited.addEventListener("abort", onAbort, { once: true })
  try {
    await assertGitVersion(directory, limited)
    const connect = isSshAddress(request.url) ? connectSsh : connectWeb
    connection = await connect(request, { environment, directory }, limited)
    const clone = await openClone(directory, connection, limits)
    context = { remote, clone, limits, gitPages: environment.gitPages, signal: limited, close }
    return await use(context)
  } catch (error) {
    await close()
    if (limited.aborted) throw limited.reason
    if (error instanceof GitCommandFailed) {
      environment.log.warn({ host, said: loggableOutput(error.stderr, secretsOf(request)) }, "git failed")
    }
    throw explainGitFailure(error, remote)
  } finally {
    limited.removeEventListener("abort", onAbort)
    clearTimeout(timer)
  }
}

/** @throws {AddressRefused} {InvalidInput} if the address itself is not allowed. */
function remoteOf(request: GitRemoteRequest, { guard, knownHosts }: SourceEnvironment): GitRemote {
  const { url, token } = request
  const hasToken = token !== undefined
  if (!isSshAddress(url)) return { host: guard.assertUrlAllowed(url).hostname, hasToken }
  return { host: readSshAddress(url).host, hasToken, ssh: { url, knownHosts } }
}

/** Returns true if the indexed branch was renamed or deleted. */
function hasLostBranch({ branches, tags }: RemoteHead, known: string | undefined): boolean {
  return known !== undefined && ![...branches, ...tags].some(({ name }) => name === known)
}

function unchangedRepository(head: RemoteHead): SourceSnapshot {
  const { revision, branch, branches, tags, movedTo } = head
  return { ...unchangedSnapshot(revision), branch, branches, tags, movedTo }
}

async function readSnapshot(
  request: GitSourceRequest,
  head: RemoteHead,
  context: CloneContext,
): Promise<SourceSnapshot> {
  const { commit, branch, notes } = await fetchChosen(request, head, context)
  const { tree, reader, manifest } = commit
  const scope = joinScopes(request, manifest?.scope)
  const sieved = filterPaths([...tree.files.keys()], scope)
  const besides = [readmeOf(tree)?.file.objectId ?? [], ...tree.projectFiles.values()].flat()
  const { files, leftOut } = await chooseFiles(sieved.kept, besides, { ...context, files: tree.files, reader })
  const page = isSshAddress(request.url) ? sshUrlOf(readSshAddress(request.url)) : request.url
  const forge = gitHostAddress(page, commit.revision, { hostKind: request.hostKind, patterns: context.gitPages })
  const readme = await readReadme(tree, reader)
  const projectTexts = await readProjectTexts(tree, reader)
  const committedAtMs = await readCommitTime(commit.revision, reader)
  const left = { named: [...tree.leftOut, ...sieved.leftOut, ...leftOut], others: tree.others }
  return {
    revision: commit.revision,
    branch,
    branches: head.branches,
    tags: head.tags,
    movedTo: head.movedTo,
    notes: [...notes, ...sieved.notes],
    projectTexts,
    committedAtMs,
    fileCount: files.length,
    manifestText: manifest?.text,
    ...readme,
    ...(tree.code.size === 0
      ? {}
      : {
          code: gitCode({ ...context, tree, scope, reader, forge }),
        }),
    isFileTree: true,
    items: (signal) => gitItems({ files, left, reader, forge }, signal),
    readOther: (paths, signal, wanted) =>
      readOther({ revision: commit.revision, reader, entries: tree.entries }, context, { ...wanted, paths, signal }),
    fileUrl: (path) => forge.urlOf(encodePath(path)),
    close: () => context.close(),
  }
}

/** Fetches the requested branch or tag, or else the branch that the library config names. */
async function fetchChosen(
  request: GitSourceRequest,
  head: RemoteHead,
  context: CloneContext,
): Promise<{ readonly commit: FetchedCommit; readonly branch: string; readonly notes: readonly string[] }> {
  const fetching = fetchCommit(head.reference, context)
  request.onFetching?.()
  const commit = await fetching
  const wanted = commit.manifest?.scope.branch
  if (wanted === undefined || wanted === head.branch || namesReference(request)) {
    return { commit, branch: head.branch, notes: [] }
  }
  if (head.branches.some(({ name }) => name === wanted)) {
    return { commit: await fetchCommit(`refs/heads/${wanted}`, context), branch: wanted, notes: [] }
  }
  const note = `${commit.manifest?.name} names the branch ${wanted}, which does not exist; ${head.branch} was read`
  return { commit, branch: head.branch, notes: [note] }
}

function namesReference({ branch, tag, version }: GitSourceRequest): boolean {
  return branch !== undefined || tag !== undefined || version !== undefined
}

/** Reads further files of the commit, within the time limit for opening it. */
async function readOther(
  commit: Omit<LocalCommit, "clone">,
  { clone, limits, remote }: CloneContext,
  {
    paths,
    signal,
    ...wanted
  }: Partial<OtherLimits> & { readonly paths: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, OtherFile>> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limits.timeLimitMs)])
  try {
    return await readOtherFiles({ ...commit, clone }, paths, { ...wanted, signal: limited })
  } catch (error) {
    signal.throwIfAborted()
    if (limited.aborted) throw new SourceTimeout(`reading included files from ${remote.host} took too long`)
    throw explainGitFailure(error, remote)
  }
}

interface FetchedCommit {
  readonly revision: string
  readonly tree: GitTree
  readonly reader: ObjectReader
  readonly manifest?: { readonly name: string; readonly text: string; readonly scope: LibraryConfigScope }
}

async function fetchCommit(reference: string, context: CloneContext): Promise<FetchedCommit> {
  const { clone, limits, signal } = context
  const fetched = await clone.fetchCommit(reference, signal)
  context.reader ??= openObjectReader(clone.readerDirectory, clone.readerEnvironment)
  const { reader } = context
  const commit = await reader.facts(`${fetched}^{commit}`)
  if (commit === undefined) throw new SourceDamaged(`${reference} does not point to a commit`)
  const where = {
    directory: clone.readerDirectory,
    environment: clone.readerEnvironment,
    maxEntries: limits.maxEntries,
    maxKeptEntries: limits.maxKeptEntries,
  }
  const tree = await listTree(commit.objectId, where, signal)
  const name = LIBRARY_CONFIG_NAMES.find((candidate) => tree.manifests.has(candidate))
  const manifestId = name === undefined ? undefined : tree.manifests.get(name)
  if (name === undefined || manifestId === undefined) return { revision: commit.objectId, tree, reader }
  await fetchMissing([manifestId], { ...context, reader })
  const text = (await readSmall(manifestId, reader, MAX_MANIFEST_BYTES))?.toString("utf8")
  if (text === undefined) return { revision: commit.objectId, tree, reader }
  return { revision: commit.objectId, tree, reader, manifest: { name, text, scope: readLibraryConfigScope(text) } }
}

function readmeOf(tree: GitTree): { readonly path: string; readonly file: TreeFile } | undefined {
  const path = chooseReadme(tree.files.keys())
  const file = path === undefined ? undefined : tree.files.get(path)
  return path === undefined || file === undefined ? undefined : { path, file }
}

async function readReadme(
  tree: GitTree,
  reader: ObjectReader,
): Promise<Pick<SourceSnapshot, "readmePath" | "readmeText">> {
  const readme = readmeOf(tree)
  if (readme === undefined) return {}
  const bytes = await readSmall(readme.file.objectId, reader, DEFAULT_SOURCE_LIMITS.maxFileBytes)
  return bytes === undefined ? {} : { readmePath: readme.path, readmeText: firstText(bytes) }
}

async function readProjectTexts(tree: GitTree, reader: ObjectReader): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [name, objectId] of tree.projectFiles) {
    const bytes = await readSmall(objectId, reader, MAX_PROJECT_FILE_BYTES)
    if (bytes !== undefined) texts.set(name, bytes.toString("utf8"))
  }
  return texts
}

/** Returns the time of a commit, from its line `committer <name> <e-mail> <seconds> <zone>`. */
async function readCommitTime(revision: string, reader: ObjectReader): Promise<number | undefined> {
  const commit = await readSmall(revision, reader, MAX_PROJECT_FILE_BYTES)
  const seconds = /^committer .* (\d{1,11}) [+-]\d{4}$/m.exec(commit?.toString("utf8") ?? "")?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

async function readSmall(objectId: string, reader: ObjectReader, maxBytes: number): Promise<Buffer | undefined> {
  const facts = await reader.facts(objectId)
  return facts === undefined || facts.sizeBytes > maxBytes ? undefined : await reader.contents(objectId)
}
