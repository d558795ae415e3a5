import type { JobEvent } from "@lectern/contract"
import { pause } from "./deadline.ts"
import { ApiError, RequestTimedOut, ServerUnreachable } from "./errors.ts"
import { foreignResponse, parseJson, type ResponseHead } from "./read-error.ts"
import { readEventStream, type StreamEvent } from "./read-event-stream.ts"
import { type Call, type Connection, openStream } from "./send-request.ts"

/** Number of connections that can be lost in a row before an error is thrown. */
const MAX_LOST_IN_A_ROW = 5
const FIRST_RECONNECT_DELAY_MS = 250

/**
 * Follows a job until it has ended. Reconnects if the connection is lost; every connection starts with the current state of the job.
 *
 * @returns events in order; the last one is `end`.
 * @throws {ApiError} the server returns an error such as `job_not_found`, or events that are not from Lectern.
 * @throws {ServerUnreachable} the connection was lost five times in a row.
 */
export async function* watchJob(
  connection: Connection,
  jobId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobEvent, void, undefined> {
  let lostInARow = 0
  for (;;) {
    try {
      for await (const event of openEvents(connection, jobId, signal)) {
        lostInARow = 0
        yield event
        if (event.event === "end") {
          return
        }
      }
      throw new ServerUnreachable(connection.rootUrl, new Error("the event stream ended before the job finished"))
    } catch (thrown) {
      lostInARow += 1
      const mayReturn = thrown instanceof ServerUnreachable || thrown instanceof RequestTimedOut
      if (signal?.aborted || !mayReturn || lostInARow > MAX_LOST_IN_A_ROW) {
        throw thrown
      }
    }
    await pause(FIRST_RECONNECT_DELAY_MS * 2 ** (lostInARow - 1), signal)
  }
}

async function* openEvents(
  connection: Connection,
  jobId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobEvent, void, undefined> {
  const accept = "text/event-stream"
  const call: Call = { operation: "watchJob", params: { id: jobId }, accept, signal }
  const { head, body } = await openStream(connection, call)
  try {
    for await (const event of readEventStream(body)) {
      const jobEvent = parseJobEvent(event, head)
      if (jobEvent !== undefined) yield jobEvent
    }
  } catch (thrown) {
    if (signal?.aborted) {
      throw signal.reason
    }
    // Another connection would not help if the stream itself is wrong.
    if (thrown instanceof ApiError) throw thrown
    if (thrown instanceof RangeError) throw foreignResponse(head, thrown.message)
    throw new ServerUnreachable(connection.rootUrl, thrown)
  }
}

/** @returns undefined for an event with another name. @throws {ApiError} its data is not JSON. */
function parseJobEvent({ event, text }: StreamEvent, head: ResponseHead): JobEvent | undefined {
  if (event !== "job" && event !== "log" && event !== "end") return undefined
  // Not validated: the server sends data in the form of the contract.
  return { event, data: parseJson(text, head) } as JobEvent
}
