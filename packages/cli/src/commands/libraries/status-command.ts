import {
  describeJobState,
  describeProblems,
  formatCount,
  type Job,
  type LibraryRecord,
  listProblems,
  type PartStatus,
} from "@lectern/contract"
import { ApiError } from "@lectern/client"
import type { Command } from "commander"
import { type Session, withSession } from "../../session/connect.ts"
import { describeRefresh } from "../../session/describe-refresh.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { readLibrary } from "../../session/read-library.ts"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"
import { describeMissingReport, describeReport } from "./describe-report.ts"

/** Maximum number of flagged snippets shown. */
const MAX_FLAGGED = 20
/** Maximum number of notes shown from a file report. */
const MAX_NOTES = 20
const RECENT_JOBS = 10

interface StatusOptions extends ApiOptions {
  readonly problems?: boolean | undefined
}

/** `lectern status [subject]`: shows the state of the server, a library or a job. */
export function statusCommand(context: CommandContext): Command {
  return apiCommand("status [library|job]", "show the state of the server, a library or a job", [
    "status",
    "status hono",
    "status /honojs/website",
    "status hono --problems",
    "status /honojs/website --json",
  ])
    .option("--problems", "list everything that could not be parsed as intended")
    .action((subject: string | undefined, options: StatusOptions) =>
      withSession(options, context, async (session) => {
        const terminal = terminalOf(context, options)
        if (subject === undefined) return showServer(session, terminal)
        const job = subject.startsWith("/") ? undefined : await findJob(session, subject)
        if (job !== undefined) return showJob(context, terminal, job)
        const libraryId = await findLibraryId(session, terminal, { library: subject })
        return options.problems === true
          ? showProblems(session, terminal, libraryId)
          : showLibrary(session, terminal, libraryId)
      }),
    )
}

async function showServer({ client, signal }: Session, terminal: Terminal): Promise<void> {
  const health = await client.service.getHealth({ signal })
  const parts = await instanceParts({ client, signal })
  const { jobs, refusal } = await recentJobs({ client, signal })
  terminal.printJson({ ...health, parts: parts ?? null, jobs: jobs ?? null })
  terminal.print(`lectern ${health.version}: ${health.status}`)
  for (const { part, status, message } of parts ?? []) {
    if (status !== "ok") terminal.print(`${status.padEnd(10)}${part}: ${message}`)
  }
  if (refusal !== undefined) terminal.note(`cannot list the latest jobs: ${refusal}`)
  for (const job of jobs ?? []) {
    terminal.print(`${job.id}  ${job.kind} ${job.libraryId}  ${describeJobState(job)}`)
  }
}

/** @returns undefined if the caller may not see the parts of the instance. */
async function instanceParts({
  client,
  signal,
}: Pick<Session, "client" | "signal">): Promise<readonly PartStatus[] | undefined> {
  try {
    return (await client.admin.getStatus({ signal })).parts
  } catch (thrown) {
    // Servers of earlier versions do not have the endpoint.
    if (thrown instanceof ApiError && [401, 403, 404].includes(thrown.status)) return undefined
    throw thrown
  }
}

/** @returns the latest jobs, or why the server does not show them to the caller. */
async function recentJobs({
  client,
  signal,
}: Pick<Session, "client" | "signal">): Promise<{ readonly jobs?: readonly Job[]; readonly refusal?: string }> {
  try {
    return { jobs: (await client.listJobs({ limit: RECENT_JOBS }, { signal })).jobs }
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 403)) {
      return { refusal: thrown.message }
    }
    throw thrown
  }
}

/** @returns undefined if there is no job with this id; the subject is then the name of a library. */
async function findJob({ client, signal }: Session, jobId: string): Promise<Job | undefined> {
  try {
    return await client.getJob(jobId, { signal })
  } catch (thrown) {
    if (thrown instanceof ApiError && [401, 403, 404].includes(thrown.status)) return undefined
    throw thrown
  }
}

function showJob(context: CommandContext, terminal: Terminal, job: Job): void {
  terminal.printJson(job)
  terminal.print(`${job.id}  ${job.kind} ${job.libraryId}${job.versionTag === null ? "" : `/${job.versionTag}`}`)
  terminal.print(`state     ${describeJobState(job)}`)
  terminal.print(`created   ${job.createdAt}`)
  if (job.state === "failed") {
    context.exitWith(EXIT_CODES.failure)
  }
}

async function showLibrary(session: Session, terminal: Terminal, libraryId: string): Promise<void> {
  const library = await readLibrary(session, terminal, libraryId)
  terminal.printJson(library)
  const report = describeReport(library)
  const rows = [
    ["state", library.state],
    ...(library.redirectTo === null ? [] : [["moved to", library.redirectTo] as const]),
    ["snippets", `${formatCount(library.totalSnippets)} (${formatCount(library.totalTokens)} tokens)`],
    ["updated", library.lastUpdateDate],
    ["source", describeSource(library)],
    ["scores", describeScores(library)],
    ["versions", library.versions.length === 0 ? "none indexed" : library.versions.join(", ")],
    ["last job", library.lastJob === null ? "none" : `${library.lastJob.id}  ${describeJobState(library.lastJob)}`],
    ["files", report.files],
    ["problems", report.problems],
    ["changes", report.changes],
    ["refreshed", describeRefresh(library)],
  ] as const
  terminal.print(
    `${terminal.style("bold", library.id)}  ${library.title.replace(/\s+/gu, " ")}${library.private ? "  (private)" : ""}`,
  )
  for (const [name, value] of rows) {
    terminal.print(`${name.padEnd(10)}${value}`)
  }
  for (const note of library.files?.notes.slice(0, MAX_NOTES) ?? []) {
    terminal.print(`  note: ${note}`)
  }
  const problems = describeProblems(library)
  for (const line of problems) terminal.print(`  ${line}`)
  if (problems.length > 0) terminal.note(`all problems: lectern status ${library.id} --problems`)
  for (const { url, rules, score } of library.files?.flagged.slice(0, MAX_FLAGGED) ?? []) {
    terminal.print(`  flagged: ${url}: ${rules.join(", ")} (score ${score})`)
  }
}

async function showProblems(session: Session, terminal: Terminal, libraryId: string): Promise<void> {
  const library = await readLibrary(session, terminal, libraryId)
  const { files } = library
  terminal.printJson({ problems: files?.problems ?? [], failed: files?.failed ?? [] })
  const lines = files === null ? [] : listProblems(files)
  const failed =
    files?.failed.map(({ path, reason, detail }) => `${path}: ${detail ?? reason.replaceAll("_", " ")}`) ?? []
  for (const line of [...failed, ...lines]) terminal.print(line)
  const unlisted = files === null ? 0 : files.problemCount - files.problems.length + files.failedCount - failed.length
  if (unlisted > 0) terminal.note(`and ${formatCount(unlisted)} more pages`)
  if (files === null) terminal.note(`problems of ${library.id}: ${describeMissingReport(library)}`)
  else if (files.isOfFailedJob === true) terminal.note(`${library.id}: ${describeReport(library).files}`)
  else if (failed.length + lines.length === 0) terminal.note(`${library.id} has no problems`)
}

function describeSource({ source, branch }: LibraryRecord): string {
  const revision = source.revision === null ? "" : ` at ${source.revision.slice(0, 12)}`
  return `${source.url ?? source.kind}${branch === "" ? "" : `, branch ${branch}`}${revision}`
}

function describeScores({ trustScore, benchmarkScore, stars, verified, facts }: LibraryRecord): string {
  const known = [
    verified ? "verified" : "",
    trustScore < 0 ? "" : `trust ${trustScore}`,
    benchmarkScore < 0 ? "" : `benchmark ${benchmarkScore}`,
    stars < 0 ? "" : `${formatCount(stars)} stars`,
    facts.license ?? "",
  ].filter((part) => part !== "")
  return known.length === 0 ? "unknown" : known.join(", ")
}
