import { InvalidInput } from "../../base/errors.ts"
import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import type { ResponseArchiveFiles } from "../../sources/page-cache/response-archive.ts"
import { openFolderSource } from "../../sources/folder/folder-source.ts"
import type { GitEnvironment } from "../../sources/git/git-request.ts"
import { openGitSource } from "../../sources/git/git-source.ts"
import type { SourceSnapshot } from "../../sources/source-file.ts"
import { openUploadSource } from "../../sources/upload/upload-source.ts"
import type { CrawlProgress } from "../../sources/website/crawl-site.ts"
import { type ConnectedEnvironment, connectedGitToken, openNotes, openWiki } from "./open-connected.ts"
import type { DescriptionEnvironment } from "./open-openapi.ts"

/** Which source, at which tag, and what is known of it already. */
export interface SourceRequest {
  readonly library: Pick<LibraryRecord, "id" | "key" | "source">
  /** Version to read: a tag or branch, with `_` for every `/`; empty for the branch. */
  readonly tag: string
  /** Revision that is indexed; a source that still stands there need not fetch anything but its revision. */
  readonly knownRevision: string | null
  /** Where answers of hosts are kept between runs; without it everything is sent whole. */
  readonly archive?: ResponseArchiveFiles
  /** Hears how far a crawl has come. */
  onProgress?(progress: CrawlProgress): void
  /** Called when a source has changed and its files are on their way: time to get ready for them. */
  onFetching?(): void
}

/**
 * Opens a source for reading.
 *
 * @throws a ServiceError that says why it cannot be read, and whether a later try may succeed.
 */
export type OpenSource = (request: SourceRequest, signal: AbortSignal) => Promise<SourceSnapshot>

/** What opening sources needs from its surroundings. */
export interface SourceEnvironment extends GitEnvironment, DescriptionEnvironment, ConnectedEnvironment {
  /** Turns a stored access token back into the one that was given. */
  unseal(sealedToken: string): string
}

/** Makes the function that opens every kind of source. */
export function createSourceOpener(environment: SourceEnvironment): OpenSource {
  return (request, signal) => {
    const { source } = request.library
    switch (source.type) {
      case "git":
        return openGit(environment, request, signal)
      case "folder":
        // A folder of the program itself: its pages get the addresses that uploads have.
        return openFolderSource(
          { path: source.url, urlPrefix: `upload:/${request.library.id}/`, ...scopeOf(source) },
          signal,
        )
      case "upload":
        return Promise.resolve(
          openUploadSource({
            libraryId: request.library.id,
            files: source.files ?? [],
            knownRevision: request.knownRevision,
            readBlob: (hash) => environment.readBlob(hash),
          }),
        )
      case "import":
        return Promise.reject(
          new InvalidInput(`${request.library.id} was imported and has no source to read again: import it again`),
        )
      case "website":
        return openWebsite(environment, request, signal)
      case "llmstxt":
        return openLlmsTxt(environment, request, signal)
      case "openapi":
        return openDescription(environment, request, signal)
      case "wiki":
        return openWiki(environment, request, signal)
      case "notes":
        return openNotes(environment, request, signal)
    }
  }
}

// Kinds that are read less often than git are loaded with the first one of theirs.

async function openWebsite(environment: SourceEnvironment, request: SourceRequest, signal: AbortSignal) {
  const [{ openWebsiteSource }, { WebsiteOptions }] = await Promise.all([
    import("../../sources/website/website-source.ts"),
    import("../../sources/website/options.ts"),
  ])
  const options = WebsiteOptions.parse(request.library.source.options ?? {})
  return openWebsiteSource({ ...crawlOf(request), options }, environment, signal)
}

async function openLlmsTxt(environment: SourceEnvironment, request: SourceRequest, signal: AbortSignal) {
  const { openLlmsTxtSource } = await import("../../sources/llmstxt/llmstxt-source.ts")
  return openLlmsTxtSource(crawlOf(request), environment, signal)
}

async function openDescription(environment: SourceEnvironment, request: SourceRequest, signal: AbortSignal) {
  const { openOpenApi } = await import("./open-openapi.ts")
  return openOpenApi(environment, request, signal)
}

function crawlOf({ library, archive, onProgress }: SourceRequest) {
  return {
    url: library.source.url,
    ...(archive === undefined ? {} : { archive }),
    ...(onProgress === undefined ? {} : { onProgress }),
  }
}

async function openGit(
  environment: SourceEnvironment,
  { library, tag, knownRevision, onFetching }: SourceRequest,
  signal: AbortSignal,
) {
  const { source } = library
  const { url, branch, hostKind, sealedToken } = source
  const token = sealedToken === null ? await connectedGitToken(environment, source) : environment.unseal(sealedToken)
  const request = {
    url,
    ...scopeOf(source),
    ...(tag !== "" ? { version: tag } : branch === null ? {} : { branch }),
    ...(token === undefined ? {} : { token }),
    ...(knownRevision === null ? {} : { knownRevision }),
    ...(onFetching === undefined ? {} : { onFetching }),
    ...(hostKind === null || hostKind === "git" ? {} : { hostKind }),
  }
  return openGitSource(request, environment, signal)
}

function scopeOf({ folders, excludeFolders, excludeFiles, skipVersionFiltering }: SourceRecord) {
  return { folders, excludeFolders, excludeFiles, skipVersionFiltering }
}
