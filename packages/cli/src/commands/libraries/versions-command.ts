import { describeJobState, formatCount, type LibraryVersion, countOf, versionTagOf } from "@lectern/contract"
import type { Command } from "commander"
import {
  type ApiOptions,
  apiCommand,
  type CommandContext,
  newCommand,
  terminalOf,
} from "../../session/command-context.ts"
import { type Session, withSession } from "../../session/connect.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { waitForJob } from "../../session/wait-for-job.ts"
import { isSameVersion } from "../../session/is-same-version.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"

/** Maximum number of versions in a list; `--json` contains all of them. */
const MAX_AVAILABLE = 20

interface AddOptions extends ApiOptions {
  readonly wait: boolean
}

/** `lectern versions`: manages the versions of a library. */
export function versionsCommand(context: CommandContext): Command {
  return newCommand("versions", "list, add and delete versions of a library", [
    "versions list flask",
    "versions add flask 3.0",
    "versions delete /pallets/flask 3.0.3",
  ])
    .addCommand(listCommand(context))
    .addCommand(addCommand(context))
    .addCommand(deleteCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list <library>", "list the indexed versions, and those that can be indexed", [
    "versions list flask",
    "versions list /pallets/flask --json",
  ]).action((given: string, options: ApiOptions) =>
    withSession(options, context, async (session) => {
      const terminal = terminalOf(context, options)
      const id = await findLibraryId(session, terminal, { library: given })
      const { availableVersions } = await session.client.getLibrary(id, { signal: session.signal })
      terminal.printJson({ libraryName: id, versions: availableVersions })
      const known = availableVersions.filter(({ state }) => state !== "available")
      const available = availableVersions.filter(({ state }) => state === "available")
      for (const version of known) terminal.print(describeVersion(version))
      for (const { tag } of available.slice(0, MAX_AVAILABLE)) terminal.print(`${tag}  not indexed`)
      const unlisted = available.length - MAX_AVAILABLE
      if (unlisted > 0) terminal.note(`and ${formatCount(unlisted)} more that can be indexed`)
      terminal.note(
        availableVersions.length === 0
          ? `${id} has no versions: its source has no tags`
          : `index one with: lectern versions add ${id} <tag>`,
      )
    }),
  )
}

function describeVersion({ tag, state, totalSnippets, lastUpdateDate }: LibraryVersion): string {
  if (totalSnippets === null) return `${tag}  ${state}`
  return `${tag}  ${countOf(totalSnippets, "snippet")}, updated ${lastUpdateDate ?? "at an unknown time"}`
}

function addCommand(context: CommandContext): Command {
  return apiCommand("add <library> <tag>", "index a tag or branch as a version and wait for the result", [
    "versions add flask 3.0",
    "versions add /pallets/flask stable --no-wait",
  ])
    .option("--no-wait", "return as soon as the job is queued")
    .action((given: string, tag: string, options: AddOptions) =>
      withSession(options, { ...context, worker: options.wait }, async (session) => {
        context.exitWith(await addVersion(context, session, { given, tag, options }))
      }),
    )
}

async function addVersion(
  context: CommandContext,
  session: Session,
  { given, tag, options }: { readonly given: string; readonly tag: string; readonly options: AddOptions },
): Promise<number> {
  const { client, signal } = session
  const terminal = terminalOf(context, options)
  const id = await findLibraryId(session, terminal, { library: given, isChanged: true })
  const queued = await client.addVersion(id, tag, { signal })
  terminal.note(queued.message)
  const job = await client.getJob(queued.jobId, { signal })
  if (!options.wait) {
    terminal.printJson({ ...queued, job })
    terminal.print(`${id}: job ${job.id} ${describeJobState(job)}`)
    return EXIT_CODES.ok
  }
  const done = await waitForJob(session, terminal, job)
  terminal.printJson({ ...queued, job: done })
  const name = done.versionTag === null ? id : `${id}/${done.versionTag}`
  terminal.print(`${name}: ${describeJobState(done)}`)
  return done.state === "succeeded" ? EXIT_CODES.ok : EXIT_CODES.failure
}

function deleteCommand(context: CommandContext): Command {
  return apiCommand("delete <library> <tag>", "delete an indexed version; the library stays", [
    "versions delete /pallets/flask 3.0.3",
    "versions delete flask 3.0",
  ]).action((given: string, tag: string, options: ApiOptions) =>
    withSession(options, context, async (session) => {
      const terminal = terminalOf(context, options)
      const id = await findLibraryId(session, terminal, { library: given, isChanged: true })
      const known = await findTag(session, terminal, { id, tag })
      const deleted = await session.client.deleteVersion(id, known, { signal: session.signal })
      terminal.printJson(deleted)
      terminal.print(deleted.message)
    }),
  )
}

/**
 * Finds the tag of exactly this version: `1.0` is `v1.0.0`, but not `v1.0.5`, because the wrong version must not be
 * deleted.
 *
 * @throws {CliFailure} with the tags of the library if none of them is this version, or several are.
 */
async function findTag(
  { client, signal }: Session,
  terminal: Terminal,
  { id, tag }: { readonly id: string; readonly tag: string },
): Promise<string> {
  const { availableVersions } = await client.getLibrary(id, { signal })
  const tags = availableVersions.filter(({ state }) => state !== "available").map((version) => version.tag)
  const exact = versionTagOf(tag)
  if (tags.includes(exact)) return exact
  const same = tags.filter((each) => isSameVersion(each, tag))
  const [only] = same
  if (only !== undefined && same.length === 1) {
    terminal.note(terminal.styleNote("dim", `using ${id}/${only}`))
    return only
  }
  if (same.length > 1) {
    throw new CliFailure(EXIT_CODES.usage, `several versions of ${id} are ${tag}`, `use one of ${same.join(", ")}`)
  }
  const listed = tags.slice(0, MAX_AVAILABLE).join(", ")
  const more = tags.length > MAX_AVAILABLE ? ` and ${formatCount(tags.length - MAX_AVAILABLE)} more` : ""
  throw new CliFailure(
    EXIT_CODES.notFound,
    `${id} has no indexed version ${tag}`,
    tags.length === 0 ? "none of its versions is indexed" : `it has ${listed}${more}`,
  )
}
