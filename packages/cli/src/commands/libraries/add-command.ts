import { ADDABLE_KINDS, describeJobState } from "@lectern/contract"
import { type Command, Option } from "commander"
import { type ApiOptions, apiCommand, collect, type CommandContext, terminalOf } from "../../session/command-context.ts"
import { type Session, withSession } from "../../session/connect.ts"
import { readLibrary } from "../../session/read-library.ts"
import { describeSize, reportOutcome, waitForJob } from "../../session/wait-for-job.ts"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import { inOptionWords } from "../../terminal/option-words.ts"
import { readGitToken } from "./git-token.ts"
import { type SubmittedSource, submitSource } from "./submit-source.ts"

interface AddOptions extends ApiOptions, Omit<SubmittedSource, "source" | "more" | "gitToken"> {
  readonly gitTokenFrom?: string | undefined
  readonly wait: boolean
  readonly popular?: boolean | undefined
}

/**
 * Maximum difference between the clocks of this machine and the server at which an old job is not mistaken for a new
 * one.
 */
const CLOCK_TOLERANCE_MS = 2_000

const EXAMPLES = [
  "add honojs/website",
  "add https://github.com/honojs/website/tree/main/docs",
  "add ./docs",
  "add ./handbook.zip --title 'Crew handbook'",
  "add https://github.com/fastapi/fastapi --folder docs/en --json",
  "add --popular react nextjs tailwindcss",
  "add git@git.example.com:team/handbook.git --private --git-token-from GIT_TOKEN",
  "add https://docs.example.com/guide/",
  "add https://hono.dev/llms.txt",
  "add https://petstore3.swagger.io/api/v3/openapi.json",
  "add --wiki https://example.atlassian.net/wiki/spaces/OPS --title 'Operations handbook'",
  "add --notes https://www.notion.so/example/Runbook-0123456789abcdef0123456789abcdef",
  "add ./openapi.yaml --title 'Raft API'",
  "add ./handbook.pdf ./manuals --title 'Crew handbook'",
]

/** `lectern add <source>`: adds a source of any kind and waits until its library is ready. */
export function addCommand(context: CommandContext): Command {
  return apiCommand("add <source> [more...]", "add a source and wait until its library is ready", EXAMPLES)
    .addOption(new Option("--kind <kind>", "kind of the source (default: detected)").choices(ADDABLE_KINDS))
    .addOption(new Option("--wiki", "the source is a wiki space or a page of one").conflicts(["notes", "kind"]))
    .addOption(new Option("--notes", "the source is a Notion workspace or a page of one").conflicts(["wiki", "kind"]))
    .option("--space <key>", "wiki space, if the URL does not name it")
    .option(
      "--page <id>",
      "read only this wiki page, or this Notion page with everything below it; repeatable",
      collect,
    )
    .option("--cloud-id <id>", "id of the Confluence Cloud site; only needed for OAuth tokens")
    .option("--workspace <name>", "Notion workspace, if several accounts are connected")
    .option("--title <title>", "title of the library (default: from the source)")
    .option("--description <text>", "description of the library (default: from the source)")
    .option("--branch <name>", "branch or tag to read (default: the default branch)")
    .option("--folder <path>", "read only this folder; repeatable", collect)
    .option("--exclude-folder <path>", "exclude this folder; repeatable", collect)
    .option("--exclude-file <name>", "exclude this file; repeatable", collect)
    .option("--popular", "the sources are names of popular libraries; lectern popular lists them")
    .option("--private", "make the library private")
    .option("--git-token-from <variable>", "environment variable with the access token of the repository")
    .option("--force", "ingest again even if the library exists")
    .option("--no-wait", "return as soon as the job is queued")
    .action((source: string, more: readonly string[], { gitTokenFrom, ...options }: AddOptions) =>
      withSession(options, { ...context, worker: options.wait, mayCreate: true }, async (session) => {
        if (options.popular === true) {
          const { addPopular } = await import("./add-popular.ts")
          context.exitWith(await addPopular(context, session, { ...options, names: [source, ...more] }))
          return
        }
        const gitToken = () => readGitToken(context, gitTokenFrom)
        context.exitWith(await addSource(context, session, { ...options, source, more, gitToken }))
      }),
    )
}

async function addSource(
  context: CommandContext,
  session: Session,
  options: ApiOptions & SubmittedSource & { readonly wait: boolean },
): Promise<number> {
  const { client, signal } = session
  const terminal = terminalOf(context, options)
  const submittedAtMs = Date.now()
  const added = await submitSource(session, options, terminal)
  const message = inOptionWords(added.message)
  terminal.note(message)
  const known = await client.getLibrary(added.libraryName, { signal })
  const { lastJob } = known
  if (lastJob?.state === "succeeded" && Date.parse(lastJob.createdAt) < submittedAtMs - CLOCK_TOLERANCE_MS) {
    // The library already existed, and nothing was queued.
    terminal.printJson({ ...added, job: lastJob, library: known })
    terminal.print(describeSize(known))
    if (!message.includes("--force")) terminal.note("ingest it again with --force")
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
  // The job may have found that the repository has moved, so that the library has a new id.
  const library = await readLibrary(session, terminal, added.libraryName)
  terminal.printJson({ ...added, job, library })
  const exitCode = reportOutcome(terminal, job, library)
  if (exitCode === EXIT_CODES.ok) {
    terminal.note(`ask it: lectern ask ${library.id} "<question>"`)
  }
  return exitCode
}
