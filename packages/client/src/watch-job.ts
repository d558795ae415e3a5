import type { JobEvent } from "@lectern/contract"
import { pause } from "./deadline.ts"
import { RequestTimedOut, ServerUnreachable } from "./errors.ts"
import { readEventStream } from "./read-event-stream.ts"
import { type Call, type Connection, sendRequest } from "./send-request.ts"

/** Number of connections that can be lost in a row before an error is thrown. */
const MAX_LOST_IN_A_ROW = 5
const FIRST_RECONNECT_DELAY_MS = 250

/**
 * Follows a job until it has ended. Reconnects if the connection is lost; every connection starts with the current state of the job.
 *
 * @returns events in order; the last one is `end`.
 * @throws {ApiError} the server returns an error such as `job_not_found`.
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
  const call: Call = { operation: "watchJob", params: { id: jobId }, accept, signal, streams: true }
  const body = await sendRequest(connection, call, (response) => Promise.resolve(response.body))
  if (body === null) {
    return
  }
  try {
    for await (const { event, text } of readEventStream(body)) {
      if (event === "job" || event === "log" || event === "end") {
        const data: unknown = JSON.parse(text)
        // Not validated: the server sends data in the form of the contract.
        yield { event, data } as JobEvent
      }
    }
  } catch (thrown) {
    if (signal?.aborted) {
      throw signal.reason
    }
    throw new ServerUnreachable(connection.rootUrl, thrown)
  }
}
