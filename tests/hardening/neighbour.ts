import { createWorker, openTestWorker, textSource, until, aJob, aLibrary } from "./product.ts"

/** The result for another tenant's job. */
export interface NeighbourOutcome {
  /** Elapsed time from queueing the job to its end, in milliseconds. */
  readonly ms: number
  readonly state: string
  /** Final state of the library beside it. */
  readonly besideState: string
}

const TIME_LIMIT_MS = 600_000
const NEIGHBOUR_PAGES = 20

type Texts = Readonly<Record<string, string>>

/**
 * Queues a library of one tenant and then a small one of another, and runs both with one worker.
 *
 * @param beside files of the first library; undefined if there is none.
 * @param lanes number of jobs that the worker parses at the same time.
 */
export async function timeNeighbour(beside: Texts | undefined, lanes: number): Promise<NeighbourOutcome> {
  const neighbour = Object.fromEntries(
    Array.from({ length: NEIGHBOUR_PAGES }, (_, at) => [
      `page-${at}.md`,
      `# Page ${at}\n\nThe seal sleeps on rock ${at}, and nobody wakes it.\n`,
    ]),
  )
  const worker = await openTestWorker(async ({ library }) => {
    return textSource(library.id === "/neighbour/docs" ? neighbour : (beside ?? {}))
  })
  const stop = new AbortController()
  const running = createWorker({ ...worker, concurrency: lanes }).run(stop.signal)
  try {
    const queue = async (id: string) => {
      const library = await worker.catalogue.libraries.add(aLibrary({ id }))
      if (library === undefined) throw new Error(`${id} is taken`)
      return await worker.catalogue.jobs.add(aJob(library, { tenant: id }))
    }
    const ended = (jobId: string) =>
      until(async () => {
        const job = await worker.catalogue.jobs.byId(jobId)
        return typeof job?.finishedAtMs === "number" ? job : undefined
      }, TIME_LIMIT_MS)
    const first = beside === undefined ? undefined : await queue("/beside/docs")
    const start = performance.now()
    const { state } = await ended((await queue("/neighbour/docs")).id)
    const ms = Math.round(performance.now() - start)
    const besideState = first === undefined ? "none" : (await ended(first.id)).state
    return { ms, state, besideState }
  } finally {
    stop.abort()
    await running
    await worker.close()
  }
}
