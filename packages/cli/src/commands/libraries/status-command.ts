import { describeJobState, formatCount, type Job, type LibraryRecord } from "@lectern/contract"
import { ApiError } from "@lectern/client"
import type { Command } from "commander"
import { type Session, withSession } from "../../session/connect.ts"
import { formatSnippets } from "../../terminal/draw-progress.ts"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

/** Maximum number of failed files shown; `--json` has them all. */
const MAX_FAILED_FILES = 20
/** Maximum number of flagged snippets shown. */
const MAX_FLAGGED = 20
/** Maximum number of notes shown from a file report. */
const MAX_NOTES = 20
const RECENT_JOBS = 10

/** `lectern status [subject]`: shows the state of the server, a library or a job. */
export function statusCommand(context: CommandContext): Command {
  return apiCommand("status [library|job]", "show the state of the server, a library or a job", [
    "status",
    "status /honojs/website",
    "status /honojs/website --json",
  ]).action((subject: string | undefined, options: ApiOptions) =>
    withSession(options, context, async (session) => {
      const terminal = terminalOf(context, options)
      if (subject === undefined) {
        return showServer(session, terminal)
      }
      return subject.startsWith("/")
        ? showLibrary(session, terminal, subject)
        : showJob(context, session, terminal, subject)
    }),
  )
}

async function showServer({ client, signal }: Session, terminal: Terminal): Promise<void> {
  const health = await client.service.getHealth({ signal })
  const jobs = await recentJobs({ client, signal })
  terminal.printJson({ ...health, jobs: jobs ?? null })
  terminal.print(`lectern ${health.version}: ${health.status}`)
  if (jobs === undefined) {
    terminal.note("set LECTERN_API_KEY to see the latest jobs")
  }
  for (const job of jobs ?? []) {
    terminal.print(`${job.id}  ${job.kind} ${job.libraryId}  ${describeJobState(job)}`)
  }
}

/** @returns undefined if the caller lacks the permission to see them. */
async function recentJobs({ client, signal }: Pick<Session, "client" | "signal">): Promise<readonly Job[] | undefined> {
  try {
    return (await client.listJobs({ limit: RECENT_JOBS }, { signal })).jobs
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 403)) {
      return undefined
    }
    throw thrown
  }
}

async function showJob(
  context: CommandContext,
  { client, signal }: Session,
  terminal: Terminal,
  jobId: string,
): Promise<void> {
  const job = await client.getJob(jobId, { signal })
  terminal.printJson(job)
  terminal.print(`${job.id}  ${job.kind} ${job.libraryId}${job.versionTag === null ? "" : `/${job.versionTag}`}`)
  terminal.print(`state     ${describeJobState(job)}`)
  terminal.print(`created   ${job.createdAt}`)
  if (job.state === "failed") {
    context.exitWith(EXIT_CODES.failure)
  }
}

async function showLibrary({ client, signal }: Session, terminal: Terminal, libraryId: string): Promise<void> {
  const library = await client.getLibrary(libraryId, { signal })
  terminal.printJson(library)
  const rows = [
    ["state", library.state],
    ["snippets", `${formatCount(library.totalSnippets)} (${formatCount(library.totalTokens)} tokens)`],
    ["updated", library.lastUpdateDate],
    ["source", describeSource(library)],
    ["scores", describeScores(library)],
    ["versions", library.versions.length === 0 ? "none indexed" : library.versions.join(", ")],
    ["last job", library.lastJob === null ? "none" : `${library.lastJob.id}  ${describeJobState(library.lastJob)}`],
    ["files", describeFiles(library)],
    ["changes", describeChanges(library)],
    ["refreshed", library.refreshSchedule ?? "at the server's default interval"],
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
  for (const { path, reason, detail } of library.files?.failed.slice(0, MAX_FAILED_FILES) ?? []) {
    terminal.print(`  failed: ${path}: ${detail ?? reason}`)
  }
  for (const { url, rules, score } of library.files?.flagged.slice(0, MAX_FLAGGED) ?? []) {
    terminal.print(`  flagged: ${url}: ${rules.join(", ")} (score ${score})`)
  }
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

function describeFiles({ files }: LibraryRecord): string {
  if (files === null) {
    return "not indexed yet"
  }
  const flagged = files.flaggedCount === 0 ? [] : [`${formatSnippets(files.flaggedCount)} flagged`]
  const counts = [`${formatCount(files.indexedCount)} indexed`, `${formatCount(files.leftOutCount)} left out`]
  return [...counts, `${formatCount(files.failedCount)} failed`, ...flagged].join(", ")
}

function describeChanges({ files }: LibraryRecord): string {
  if (files === null || files.changes === null) {
    return "unknown: this is the first index"
  }
  const { added, changed, removed, unchanged } = files.changes
  const counts = { added, changed, removed, unchanged }
  return Object.entries(counts)
    .map(([word, count]) => `${formatCount(count)} ${word}`)
    .join(", ")
}
