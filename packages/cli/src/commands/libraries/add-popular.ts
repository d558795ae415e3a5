import { ApiError } from "@lectern/client"
import { describeJobState, isFinalJobState, type Job } from "@lectern/contract"
import { findPopularLibrary, type PopularLibrary, searchPopularLibraries } from "@lectern/contract/popular"
import { type ApiOptions, type CommandContext, terminalOf } from "../../session/command-context.ts"
import type { Session } from "../../session/connect.ts"
import { waitForJob } from "../../session/wait-for-job.ts"
import { addDocumentation } from "../../sync/add-documentation.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"

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
 * indexed in parallel; a library that the server rejects does not stop the others.
 *
 * @returns the exit code.
 * @throws {CliFailure} if a name is unknown; nothing has been added.
 */
export async function addPopular(
  context: CommandContext,
  session: Session,
  { names, ...options }: AddPopularOptions & { readonly names: readonly string[] },
): Promise<number> {
  const terminal = terminalOf(context, options)
  const queued: AddedLibrary[] = []
  for (const library of names.map(popularLibrary)) queued.push(await add(session, library))
  const added: AddedLibrary[] = []
  for (const each of queued) {
    const job =
      options.wait && each.job !== undefined && !isFinalJobState(each.job.state)
        ? await waitForJob(session, terminal, each.job)
        : each.job
    const problem = each.problem ?? (job?.state === "failed" ? job.error?.message : undefined)
    added.push({ ...each, job, problem })
  }
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

async function add(session: Session, library: PopularLibrary): Promise<AddedLibrary> {
  try {
    return { library, job: await addDocumentation(session, library), problem: undefined }
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status === 401) throw thrown
    return { library, job: undefined, problem: thrown.message }
  }
}
