import { openAsBlob } from "node:fs"
import { basename } from "node:path"
import { type AddableKind, type AddGitRequest, type AddLibraryResponse, recogniseSource } from "@lectern/contract"
import type { Session } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { showUpload } from "../../terminal/show-upload.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { type ConnectedOptions, notesRequestOf, wikiRequestOf } from "./connected-requests.ts"
import { findUploads } from "./find-uploads.ts"

/** A source with the options that apply to it. */
export interface SubmittedSource extends ConnectedOptions {
  /** Address or path. */
  readonly source: string
  /** Further files and folders of the same library. */
  readonly more: readonly string[]
  readonly wiki?: boolean | undefined
  readonly notes?: boolean | undefined
  readonly kind?: AddableKind | undefined
  readonly branch?: string | undefined
  readonly folder?: readonly string[] | undefined
  readonly excludeFolder?: readonly string[] | undefined
  readonly excludeFile?: readonly string[] | undefined
  readonly private?: boolean | undefined
  /** Reads the access token of a repository, where the options name one. @throws {CliFailure} it is not set. */
  readonly gitToken: () => string | undefined
}

type SubmittedKind = AddableKind | "openapi-file" | "wiki" | "notes"
type Submit = (session: Session, source: SubmittedSource, terminal: Terminal) => Promise<AddLibraryResponse>

/** The request that adds a source, by its kind. */
const SUBMIT: Readonly<Record<SubmittedKind, Submit>> = {
  git: ({ client, signal }, source) => client.addRepository(gitRequestOf(source), { signal }),
  website: ({ client, signal }, { source, force }) =>
    client.addWebsite({ websiteUrl: source, force: forced(force) }, { signal }),
  llmstxt: ({ client, signal }, { source, force }) =>
    client.addLlmsTxt({ llmstxtUrl: source, force: forced(force) }, { signal }),
  openapi: ({ client, signal }, { source, force }) =>
    client.addOpenApi({ openApiUrl: source, force: forced(force) }, { signal }),
  "openapi-file": uploadDescription,
  files: uploadFiles,
  wiki: ({ client, signal }, source) => client.addWiki(wikiRequestOf(source.source, source), { signal }),
  notes: ({ client, signal }, source) => client.addNotes(notesRequestOf(source.source, source), { signal }),
}

/**
 * Adds a source of any kind; files are uploaded.
 *
 * @throws {CliFailure} the source is invalid, a file does not exist, or several sources are given that are not files.
 */
export function submitSource(
  session: Session,
  source: SubmittedSource,
  terminal: Terminal,
): Promise<AddLibraryResponse> {
  const kind = kindOf(source)
  if (kind !== "files" && source.more.length > 0) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `only files can be added together, and ${source.source} is not a file: add one source at a time`,
    )
  }
  return SUBMIT[kind](session, source, terminal)
}

function kindOf({ source, wiki, notes, kind: given }: SubmittedSource): SubmittedKind {
  if (wiki === true) return "wiki"
  if (notes === true) return "notes"
  const { kind, isFile } = recogniseSource(source, given)
  return kind === "openapi" && isFile ? "openapi-file" : kind
}

function gitRequestOf({ source, folder, excludeFolder, excludeFile, ...options }: SubmittedSource): AddGitRequest {
  const { gitToken, branch, force } = options
  return {
    docsRepoUrl: source,
    gitToken: gitToken(),
    private: options.private === true ? true : undefined,
    branch,
    folders: folder && [...folder],
    excludeFolders: excludeFolder && [...excludeFolder],
    excludeFiles: excludeFile && [...excludeFile],
    force: forced(force),
  }
}

/** The API takes `true` or nothing. */
function forced(force: boolean | undefined): true | undefined {
  return force === true ? true : undefined
}

async function uploadDescription(
  { client, signal }: Session,
  { source, title, force }: SubmittedSource,
): Promise<AddLibraryResponse> {
  const file = { path: basename(source), content: await openDescription(source) }
  return client.uploadOpenApi(file, { signal, title, force })
}

async function uploadFiles(
  { client, signal, isLocal }: Session,
  { source, more, title, force }: SubmittedSource,
  terminal: Terminal,
): Promise<AddLibraryResponse> {
  const { files, folderName } = await findUploads([source, ...more])
  const { onProgress, finish } = showUpload(terminal, isLocal)
  try {
    return await client.uploadFiles(files, { signal, onProgress, title: title ?? folderName, force })
  } finally {
    finish()
  }
}

/** @throws {CliFailure} the file cannot be opened. */
async function openDescription(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch {
    // The error of Node has no more details than this.
    throw new CliFailure(EXIT_CODES.notFound, `cannot open ${path}: pass the path of a file or the URL of a source`)
  }
}
