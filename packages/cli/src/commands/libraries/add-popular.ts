import { ApiError } from "@lectern/client"
import { describeJobState, isFinalJobState, type Job } from "@lectern/contract"
import { findPopularLibrary, type PopularLibrary, searchPopularLibraries } from "@lectern/contract/popular"
import { type ApiOptions, type CommandContext, terminalOf } from "../../session/command-context.ts"
import type { Session } from "../../session/connect.ts"
import { waitForJob } from "../../session/wait-for-job.ts"
import { addDocumentation } from "../../sync/add-documentation.ts"
import { problemOf } from "../../sync/apply-sync.ts"
import { CliFailure, EXIT_CODES, explainFailure } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"

/** Options of `--popular`. */
export interface AddPopularOptions extends ApiOptions {
  readonly wait: boolean
}

/** Result for one popular library. */
interface AddedLibrary {
  readonly library: PopularLibrary
  readonly job: Job | undefined
  readonly problem: string | undefined
}

/** Maximum number of suggestions in the message about an unknown name. */
const MAX_SUGGESTIONS = 5

/**
 * Adds libraries from the built-in list by name. All are queued before it waits for any of them, so that they are
 * indexed in parallel; an error for one does not stop the others.
 *
 * @returns the exit code.
 * @throws {CliFailure} if a name is unknown; nothing has been added.
 * @throws {ServerUnreachable} if the server does not respond to the first request.
 */
export async function addPopular(
  context: CommandContext,
  session: Session,
  { names, ...options }: AddPopularOptions & { readonly names: readonly string[] },
): Promise<number> {
  const terminal = terminalOf(context, options)
  const queued: AddedLibrary[] = []
  for (const library of names.map(popularLibrary)) queued.push(await add(session, library, queued))
  const added: AddedLibrary[] = []
  for (const each of queued) added.push(options.wait ? await follow(session, terminal, each) : each)
  for (const { library, job, problem } of added) {
    const outcome = problem ?? (job === undefined ? "" : describeJobState(job))
    terminal.print(`${library.title}  ${job?.libraryId ?? library.repositoryUrl}: ${outcome}`)
  }
  terminal.printJson({
    added: added.map(({ library, job, problem }) => ({
      name: library.name,
      job: job ?? null,
      problem: problem ?? null,
    })),
  })
  const first = added.find(({ job }) => job?.state === "succeeded")?.job
  if (first !== undefined) terminal.note(`ask it: lectern ask ${first.libraryId} "<question>"`)
  return added.some(({ problem }) => problem !== undefined) ? EXIT_CODES.failure : EXIT_CODES.ok
}

function popularLibrary(name: string): PopularLibrary {
  const library = findPopularLibrary(name)
  if (library !== undefined) return library
  const similar = searchPopularLibraries([name]).slice(0, MAX_SUGGESTIONS)
  const hint =
    similar.length === 0 ? "list them with: lectern popular" : `similar: ${similar.map((each) => each.name).join(", ")}`
  throw new CliFailure(EXIT_CODES.notFound, `no popular library is called ${name}`, hint)
}

/** @param queued the libraries before it. */
async function add(session: Session, library: PopularLibrary, queued: readonly AddedLibrary[]): Promise<AddedLibrary> {
  try {
    return addedLibrary(library, await addDocumentation(session, library))
  } catch (thrown) {
    const isRejected = thrown instanceof ApiError && thrown.status !== 401
    // An error that affects every library stops the command, unless there are results that would be lost.
    if (session.signal.aborted || (!isRejected && queued.every(({ job }) => job === undefined))) throw thrown
    return { library, job: undefined, problem: explainFailure(thrown).message }
  }
}

async function follow(session: Session, terminal: Terminal, added: AddedLibrary): Promise<AddedLibrary> {
  const { library, job } = added
  if (job === undefined || isFinalJobState(job.state)) return added
  try {
    return addedLibrary(library, await waitForJob(session, terminal, job))
  } catch (thrown) {
    if (session.signal.aborted) throw thrown
    return { library, job, problem: explainFailure(thrown).message }
  }
}

function addedLibrary(library: PopularLibrary, job: Job): AddedLibrary {
  return { library, job, problem: problemOf(job) }
}
