import { constants, openAsBlob } from "node:fs"
import { access } from "node:fs/promises"
import { basename } from "node:path"
import { type AddableKind, type AddGitRequest, type AddLibraryResponse, recogniseSource } from "@lectern/contract"
import type { Session } from "../../session/connect.ts"
import { asFileFailure, CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { isAbsent, pathExists } from "../../terminal/optional-files.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { type ConnectedOptions, notesRequestOf, wikiRequestOf } from "./connected-requests.ts"

/** A source with the options for its kind. */
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
  /** Reads the access token of a repository, if the options name one. @throws {CliFailure} if it is not set. */
  readonly gitToken: () => string | undefined
}

type SubmittedKind = AddableKind | "openapi-file" | "wiki" | "notes"
type Submit = (session: Session, source: SubmittedSource, terminal: Terminal) => Promise<AddLibraryResponse>

/** The functions that add a source, by its kind. */
const SUBMIT: Readonly<Record<SubmittedKind, Submit>> = {
  git: ({ client, signal }, source) => client.addRepository(gitRequestOf(source), { signal }),
  website: ({ client, signal }, { source, title, description, force }) =>
    client.addWebsite({ websiteUrl: source, title, description, force: forced(force) }, { signal }),
  llmstxt: ({ client, signal }, { source, title, description, force }) =>
    client.addLlmsTxt({ llmstxtUrl: source, title, description, force: forced(force) }, { signal }),
  openapi: ({ client, signal }, { source, title, description, force }) =>
    client.addOpenApi({ openApiUrl: source, title, description, force: forced(force) }, { signal }),
  "openapi-file": uploadDescription,
  files: uploadFiles,
  wiki: ({ client, signal }, source) => client.addWiki(wikiRequestOf(source.source, source), { signal }),
  notes: ({ client, signal }, source) => client.addNotes(notesRequestOf(source.source, source), { signal }),
}

/**
 * Adds a source of any kind; files are uploaded.
 *
 * @throws {CliFailure} if the source is invalid, a file does not exist, or several sources are given that are not
 *   files.
 */
export async function submitSource(
  session: Session,
  given: SubmittedSource,
  terminal: Terminal,
): Promise<AddLibraryResponse> {
  const { kind, source } = await recogniseGiven(given, terminal)
  if (kind !== "files" && given.more.length > 0) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `only files can be added together, and ${source} is not a file: add one source at a time`,
    )
  }
  return SUBMIT[kind](session, { ...given, source }, terminal)
}

interface Recognised {
  readonly kind: SubmittedKind
  readonly source: string
}

async function recogniseGiven(
  { source, wiki, notes, kind: given }: SubmittedSource,
  terminal: Terminal,
): Promise<Recognised> {
  if (wiki === true) return { kind: "wiki", source }
  if (notes === true) return { kind: "notes", source }
  const { kind, isFile, address } = recogniseSource(source, given)
  if (kind === "openapi" && isFile) return { kind: "openapi-file", source }
  // A folder with this name exists, so the folder is meant instead of a repository without a host.
  if (given === undefined && !isFile && address !== source.trim() && (await pathExists(source))) {
    terminal.note(`adding ${source} from this machine; to add the address instead, run: lectern add ${address}`)
    return { kind: "files", source }
  }
  if (given === undefined && kind === "git" && !/[:/]/.test(source)) {
    if (await pathExists(source)) return { kind: "files", source }
    throw new CliFailure(EXIT_CODES.notFound, `the file or folder ${source} does not exist`, await adviceFor(source))
  }
  return { kind, source: address }
}

/** Returns what to pass instead of a word that is not a source. */
async function adviceFor(word: string): Promise<string> {
  const { findPopularLibrary } = await import("@lectern/contract/popular")
  const popular = findPopularLibrary(word)
  return popular === undefined
    ? "pass a folder or file, a URL, or owner/repo for a repository on GitHub; lectern popular lists libraries that have names"
    : `to add the documentation of ${popular.title}, run: lectern add --popular ${popular.name}`
}

function gitRequestOf({ source, folder, excludeFolder, excludeFile, ...options }: SubmittedSource): AddGitRequest {
  const { gitToken, branch, force, title, description } = options
  return {
    docsRepoUrl: source,
    title,
    description,
    gitToken: gitToken(),
    private: options.private === true ? true : undefined,
    branch,
    folders: folder && [...folder],
    excludeFolders: excludeFolder && [...excludeFolder],
    excludeFiles: excludeFile && [...excludeFile],
    force: forced(force),
  }
}

/** Converts a flag, because the API accepts only `true` or nothing. */
function forced(force: boolean | undefined): true | undefined {
  return force === true ? true : undefined
}

async function uploadDescription(
  { client, signal }: Session,
  { source, title, description, force }: SubmittedSource,
): Promise<AddLibraryResponse> {
  const file = { path: basename(source), content: await openDescription(source) }
  return client.uploadOpenApi(file, { signal, title, description, force })
}

async function uploadFiles(
  session: Session,
  { source, more, ...options }: SubmittedSource,
  terminal: Terminal,
): Promise<AddLibraryResponse> {
  const { describeUpload, uploadPaths } = await import("../../upload/upload-paths.ts")
  const { added, changes } = await uploadPaths(session, terminal, { ...options, paths: [source, ...more] })
  terminal.note(`files: ${describeUpload(changes)}`)
  return added
}

/** @throws {CliFailure} if the file cannot be opened. */
async function openDescription(path: string): Promise<Blob> {
  try {
    // `openAsBlob` does not say why it fails.
    await access(path, constants.R_OK)
    return await openAsBlob(path)
  } catch (thrown) {
    if (!isAbsent(thrown)) throw asFileFailure(thrown, { path })
    throw new CliFailure(EXIT_CODES.notFound, `cannot open ${path}: pass the path of a file or the URL of a source`)
  }
}
