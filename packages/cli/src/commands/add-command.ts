import { openAsBlob } from "node:fs"
import { basename } from "node:path"
import {
  ADDABLE_KINDS,
  type AddableKind,
  describeJobState,
  recogniseSource,
  type AddGitRequest,
  type AddLibraryResponse,
} from "@lectern/contract"
import { type Command, Option } from "commander"
import { type Session, withSession } from "../connect.ts"
import { CliFailure, EXIT_CODES } from "../exit-codes.ts"
import { showUpload } from "../show-upload.ts"
import { describeSize, reportOutcome, waitForJob } from "../wait-for-job.ts"
import { type ApiOptions, apiCommand, collect, type CommandContext, terminalOf } from "./command-context.ts"
import { type ConnectedOptions, notesRequestOf, wikiRequestOf } from "./connected-requests.ts"
import { findUploads } from "./find-uploads.ts"

interface AddOptions extends ApiOptions, ConnectedOptions {
  readonly wiki?: boolean
  readonly notes?: boolean
  readonly kind?: AddableKind
  readonly branch?: string
  readonly folder?: readonly string[]
  readonly excludeFolder?: readonly string[]
  readonly excludeFile?: readonly string[]
  readonly private?: boolean
  readonly gitTokenFrom?: string
  readonly wait: boolean
}

interface PastedOptions extends AddOptions {
  readonly source: string
  /** Further files and folders of the same library. */
  readonly more: readonly string[]
}

/** How far the clocks of this machine and the server may be apart before an old job is taken for a new one. */
const CLOCK_TOLERANCE_MS = 2_000

/** `lectern add <source>`: adds a git repository, a web site, an OpenAPI description or files and waits until they answer. */
export function addCommand(context: CommandContext): Command {
  return apiCommand(
    "add <source> [more...]",
    "add a repository, a web site, an OpenAPI description or files and wait until they answer",
    [
      "add https://github.com/honojs/website",
      "add https://github.com/fastapi/fastapi --folder docs/en --json",
      "add git@git.example.com:team/handbook.git --private --git-token-from GIT_TOKEN",
      "add https://docs.example.com/guide/",
      "add https://hono.dev/llms.txt",
      "add https://petstore3.swagger.io/api/v3/openapi.json",
      "add --wiki https://example.atlassian.net/wiki/spaces/OPS --title 'Operations handbook'",
      "add --notes https://www.notion.so/example/Runbook-0123456789abcdef0123456789abcdef",
      "add ./openapi.yaml --title 'Raft API'",
      "add ./handbook.pdf ./manuals --title 'Crew handbook'",
    ],
  )
    .addOption(new Option("--kind <kind>", "what the source is (default: told by its ending)").choices(ADDABLE_KINDS))
    .addOption(new Option("--wiki", "the source is a wiki space, or a page of one").conflicts(["notes", "kind"]))
    .addOption(
      new Option("--notes", "the source is a workspace of notes, or a page of one").conflicts(["wiki", "kind"]),
    )
    .option("--space <key>", "space of the wiki, where its address does not name it")
    .option(
      "--page <id>",
      "read only this page of the wiki, or this page of notes with what is below; may be repeated",
      collect,
    )
    .option("--cloud-id <id>", "identifier of the wiki's site; only accounts of OAuth need it")
    .option("--workspace <name>", "workspace of the notes, where several accounts are connected")
    .option("--title <title>", "title of what is uploaded, of a wiki space or notes (default: its own)")
    .option("--description <text>", "description of a wiki space or notes")
    .option("--branch <name>", "branch or tag to read (default: the default branch)")
    .option("--folder <path>", "read only this folder; may be repeated", collect)
    .option("--exclude-folder <path>", "leave this folder out; may be repeated", collect)
    .option("--exclude-file <name>", "leave this file out; may be repeated", collect)
    .option("--private", "show the library to callers with a key only")
    .option("--git-token-from <variable>", "environment variable that holds the access token of the repository")
    .option("--force", "process again although the library exists")
    .option("--no-wait", "end as soon as the job is queued")
    .action((source: string, more: readonly string[], options: AddOptions) =>
      withSession(options, { ...context, worker: options.wait }, async (session) => {
        context.exitWith(await addSource(context, session, { ...options, source, more }))
      }),
    )
}

async function addSource(context: CommandContext, session: Session, options: PastedOptions): Promise<number> {
  const { client, signal } = session
  const terminal = terminalOf(context, options)
  const askedAtMs = Date.now()
  const added = await submit(context, session, options)
  terminal.note(added.message)
  const known = await client.getLibrary(added.libraryName, { signal })
  const { lastJob } = known
  if (lastJob?.state === "succeeded" && Date.parse(lastJob.createdAt) < askedAtMs - CLOCK_TOLERANCE_MS) {
    // Nothing was queued: the library was there before.
    terminal.printJson({ ...added, job: lastJob, library: known })
    terminal.print(describeSize(known))
    terminal.note("process it again with --force")
    return EXIT_CODES.ok
  }
  if (!options.wait || lastJob === null) {
    terminal.printJson({ ...added, job: lastJob })
    terminal.print(
      lastJob === null ? added.libraryName : `${added.libraryName}: job ${lastJob.id} ${describeJobState(lastJob)}`,
    )
    return EXIT_CODES.ok
  }
  const job = await waitForJob(session, terminal, lastJob)
  const library = await client.getLibrary(added.libraryName, { signal })
  terminal.printJson({ ...added, job, library })
  const exitCode = reportOutcome(terminal, job, library)
  if (exitCode === EXIT_CODES.ok) {
    terminal.note(`ask it: lectern ask ${added.libraryName} "<question>"`)
  }
  return exitCode
}

async function submit(context: CommandContext, session: Session, options: PastedOptions): Promise<AddLibraryResponse> {
  const { client, signal } = session
  const { source, title, force } = options
  const isConnected = options.wiki === true || options.notes === true
  const { kind, isFile } = recogniseSource(source, options.kind)
  if (kind === "files" && !isConnected) return uploadFiles(context, session, options)
  if (options.more.length > 0) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `only files are added together, and ${source} is none: add one after the other`,
    )
  }
  if (options.wiki === true) return client.addWiki(wikiRequestOf(source, options), { signal })
  if (options.notes === true) return client.addNotes(notesRequestOf(source, options), { signal })
  if (kind === "git") return client.addRepository(requestOf(context, options), { signal })
  const forced = force ? { force: true as const } : {}
  if (kind === "website") return client.addWebsite({ websiteUrl: source, ...forced }, { signal })
  if (kind === "llmstxt") return client.addLlmsTxt({ llmstxtUrl: source, ...forced }, { signal })
  if (!isFile) return client.addOpenApi({ openApiUrl: source, ...forced }, { signal })
  const file = { path: basename(source), content: await readDescription(source) }
  return client.uploadOpenApi(file, {
    signal,
    ...(title === undefined ? {} : { title }),
    ...(force === undefined ? {} : { force }),
  })
}

async function uploadFiles(
  context: CommandContext,
  { client, signal, isLocal }: Session,
  options: PastedOptions,
): Promise<AddLibraryResponse> {
  const { source, more, title, force } = options
  const { files, folderName } = await findUploads([source, ...more])
  const name = title ?? folderName
  const { onProgress, finish } = showUpload(terminalOf(context, options), isLocal)
  try {
    return await client.uploadFiles(files, {
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(name === undefined ? {} : { title: name }),
      ...(force === undefined ? {} : { force }),
    })
  } finally {
    finish()
  }
}

/** @throws {CliFailure} the file cannot be opened. */
async function readDescription(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch {
    // Node says no more than that it cannot open it.
    throw new CliFailure(EXIT_CODES.notFound, `there is no file ${path}; give a path or the address of a source`)
  }
}

function requestOf(context: CommandContext, options: PastedOptions): AddGitRequest {
  const gitToken = readGitToken(context, options.gitTokenFrom)
  return {
    docsRepoUrl: options.source,
    ...(gitToken === undefined ? {} : { gitToken }),
    ...(options.private ? { private: true } : {}),
    ...(options.branch === undefined ? {} : { branch: options.branch }),
    ...(options.folder === undefined ? {} : { folders: [...options.folder] }),
    ...(options.excludeFolder === undefined ? {} : { excludeFolders: [...options.excludeFolder] }),
    ...(options.excludeFile === undefined ? {} : { excludeFiles: [...options.excludeFile] }),
    ...(options.force ? { force: true } : {}),
  }
}

/**
 * Reads the access token of a repository from the environment: arguments of a process can be seen by every user.
 *
 * @throws {CliFailure} the variable is not set.
 */
export function readGitToken(context: CommandContext, variable: string | undefined): string | undefined {
  if (variable === undefined) {
    return undefined
  }
  const token = context.io.environment[variable]
  if (!token) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `the environment variable ${variable} is not set; it should hold the access token`,
    )
  }
  return token
}
