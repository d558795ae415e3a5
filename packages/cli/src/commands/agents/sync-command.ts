import type { Command } from "commander"
import { describeJobState } from "@lectern/contract"
import { type Session, type SessionNeeds, withSession } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import type { SyncResult } from "../../sync/apply-sync.ts"
import type { SyncItem, SyncState } from "../../sync/plan-sync.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { waitForJob } from "../../session/wait-for-job.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface SyncOptions extends ApiOptions {
  readonly yes?: boolean | undefined
  readonly wait: boolean
}

const STATE_WORDS: Readonly<Record<SyncState, string>> = {
  indexed: "indexed",
  queued: "queued",
  failed: "failed",
  "version-missing": "version missing",
  "library-missing": "library missing",
  unknown: "unknown",
  excluded: "excluded",
}

const STYLES: Readonly<Record<SyncState, "green" | "yellow" | "red" | "dim">> = {
  indexed: "green",
  queued: "yellow",
  failed: "red",
  "version-missing": "yellow",
  "library-missing": "yellow",
  unknown: "dim",
  excluded: "dim",
}

/** `lectern sync [folder]`: indexes exactly the versions that a project uses. */
export function syncCommand(context: CommandContext): Command {
  return apiCommand(
    "sync [folder]",
    "compare the packages of a project with the libraries of the server, and add what is missing",
    ["sync", "sync ./services/api --yes", "sync --json"],
  )
    .option("--yes", "add what is missing, and try again what failed; without it, nothing changes")
    .option("--no-wait", "return as soon as the jobs are queued")
    .action((folder: string | undefined, options: SyncOptions) =>
      withSession(options, needsOf(context, options), async (session) => {
        context.exitWith(await sync(context, session, { ...options, folder: folder ?? "." }))
      }),
    )
}

function needsOf(context: CommandContext, { yes = false, wait }: SyncOptions): SessionNeeds {
  return { ...context, worker: yes && wait, mayCreate: yes }
}

async function sync(
  context: CommandContext,
  session: Session,
  options: SyncOptions & { readonly folder: string },
): Promise<number> {
  const terminal = terminalOf(context, options)
  // Loaded on demand, because the parsers and the table of packages are as large as all other commands together.
  const [{ findDependencies }, { planSync, isAddable }, { applySync }] = await Promise.all([
    import("../../sync/find-dependencies.ts"),
    import("../../sync/plan-sync.ts"),
    import("../../sync/apply-sync.ts"),
  ])
  const project = await findDependencies(options.folder)
  const { dependencies, problems } = project
  for (const problem of problems) terminal.note(problem)
  if (dependencies.length === 0 && problems.length > 0) {
    throw new CliFailure(EXIT_CODES.failure, `no dependencies found: the files in ${options.folder} have problems`)
  }
  if (dependencies.length === 0) {
    throw new CliFailure(
      EXIT_CODES.notFound,
      `no dependencies found: ${options.folder} contains no files of a supported package manager`,
    )
  }
  const items = await planSync(session.client, project, session.signal)
  for (const item of items) showItem(terminal, item)
  const wait = options.wait ? (job: Parameters<typeof waitForJob>[2]) => waitForJob(session, terminal, job) : undefined
  const done = options.yes ? await applySync(session, items, wait) : []
  for (const result of done) showResult(terminal, result)
  summarise(terminal, items)
  if (!options.yes) noteUnchanged(terminal, items.filter(isAddable))
  terminal.printJson({ items: items.map(describe), queued: done.map(describeResult), problems })
  const hasFailed = problems.length > 0 || done.some(({ problem }) => problem !== undefined)
  return hasFailed ? EXIT_CODES.failure : EXIT_CODES.ok
}

function nameOf({ dependency }: SyncItem): string {
  return `${dependency.name} ${dependency.version ?? "(any version)"}`
}

function showItem(terminal: Terminal, item: SyncItem): void {
  const { state, libraryId, tag } = item
  const style = STYLES[state]
  const version = libraryId === undefined ? "" : `  ${libraryId}${tag === undefined ? "" : `/${tag}`}`
  terminal.print(`${terminal.style(style, STATE_WORDS[state].padEnd(15))}  ${nameOf(item)}${version}${remarkOn(item)}`)
}

/** Explains the part of a line that a user would not expect. */
function remarkOn({ state, isCurrent, documentation, reason }: SyncItem): string {
  if (state === "failed") return reason === undefined ? "" : `  (${reason.replaceAll(/\s+/g, " ")})`
  if (isCurrent) return "  (current: this documentation has no versions)"
  if (state !== "library-missing" || documentation === undefined) return ""
  const folders = documentation.folders.length === 0 ? [] : [documentation.folders.join(", ")]
  const remarks = documentation.isVerified ? folders : [...folders, "unverified"]
  return remarks.length === 0 ? "" : `  (${remarks.join("; ")})`
}

function showResult(terminal: Terminal, { item, job, problem }: SyncResult): void {
  const outcome = problem ?? (job === undefined ? "rejected" : describeJobState(job))
  terminal.print(`${nameOf(item)}  ${item.libraryId ?? ""}: ${outcome}`)
}

function summarise(terminal: Terminal, items: readonly SyncItem[]): void {
  const counts = Object.entries(STATE_WORDS)
    .map(([state, words]) => [items.filter((item) => item.state === state).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
  terminal.note(counts.join(", "))
}

function noteUnchanged(terminal: Terminal, addable: readonly SyncItem[]): void {
  const failed = addable.filter(({ state }) => state === "failed")
  const actions = [
    ...(failed.length < addable.length ? ["add what is missing"] : []),
    ...(failed.length > 0 ? ["try again what failed"] : []),
  ]
  if (actions.length > 0) terminal.note(`nothing was changed: use --yes to ${actions.join(" and ")}`)
}

function describe({ dependency, state, libraryId, tag, isCurrent, documentation, reason }: SyncItem) {
  return {
    ...dependency,
    version: dependency.version ?? null,
    state,
    libraryId: libraryId ?? null,
    tag: tag ?? null,
    current: isCurrent,
    documentation: documentation ?? null,
    reason,
  }
}

function describeResult({ item, job, problem }: SyncResult) {
  const { name, version } = item.dependency
  return {
    name,
    version: version ?? null,
    libraryId: item.libraryId ?? null,
    job: job ?? null,
    problem,
  }
}
