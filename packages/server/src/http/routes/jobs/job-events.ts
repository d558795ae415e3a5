import { PassThrough, type Readable } from "node:stream"
import { isFinalJobState, type Job } from "@lectern/contract"
import { asError } from "../../../base/errors.ts"
import type { Log } from "../../../base/log.ts"

/** A comment at this interval prevents proxies from closing an idle connection. */
const HEARTBEAT_INTERVAL_MS = 15_000

/**
 * Writes the states of a job as server-sent events: `job` for every change, `end` once at the end.
 *
 * @param follow yields the states until the job ends or the signal is aborted.
 * @returns a stream that stops following when it is destroyed.
 */
export function streamJobEvents(follow: (signal: AbortSignal) => AsyncIterable<Job>, log: Log): Readable {
  const stream = new PassThrough()
  const listening = new AbortController()
  const heartbeat = setInterval(() => {
    if (stream.writable) stream.write(": still here\n\n")
  }, HEARTBEAT_INTERVAL_MS).unref()
  stream.once("close", () => {
    clearInterval(heartbeat)
    listening.abort()
  })
  void writeEvents(stream, follow(listening.signal)).catch((error: unknown) => {
    log.warn({ err: asError(error) }, "job event stream failed")
    stream.destroy()
  })
  return stream
}

async function writeEvents(stream: PassThrough, jobs: AsyncIterable<Job>): Promise<void> {
  let id = 0
  const write = (event: "job" | "end", job: Job) =>
    stream.write(`id: ${++id}\nevent: ${event}\ndata: ${JSON.stringify(job)}\n\n`)
  for await (const job of jobs) {
    if (!stream.writable) return
    write("job", job)
    if (isFinalJobState(job.state)) write("end", job)
  }
  stream.end()
}
