import type { Readable } from "node:stream"
import { cancelJob, followJob, listJobs, readJob, readJobLog } from "../../../service/jobs/jobs.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { streamJobEvents } from "./job-events.ts"
import { authenticateAgain } from "../../hooks/authenticate-caller.ts"
import { serve, type OperationHandler } from "../../serving/serve.ts"
import { DAY_MS } from "../../../base/durations.ts"

/** Maximum duration of a stream; the client then reconnects. */
const EVENTS_TIMEOUT_MS = DAY_MS

/** Serves jobs, their events and their cancellation. */
export function registerJobRoutes(app: HttpApp, context: ServiceContext): void {
  const openStreams = new Set<Readable>()
  // An open stream would prevent the server from closing until its job ends.
  app.addHook("preClose", async () => openStreams.forEach((stream) => stream.destroy()))
  serve(app, "listJobs", ({ caller, query }) => listJobs(context, caller, query))
  serve(app, "getJob", ({ caller, params }) => readJob(context, caller, params.id))
  serve(app, "readJobLog", ({ caller, params }) => readJobLog(context, caller, params.id))
  serve(app, "cancelJob", ({ caller, params }) => cancelJob(context, caller, params.id))
  const watch: OperationHandler<"watchJob"> = async (request, reply) => {
    const { caller, params } = request
    // Read once before the stream starts, so that a missing job is an ordinary error.
    await readJob(context, caller, params.id)
    const recognise = () => authenticateAgain(context, request)
    const followerCount = () => openStreams.size
    const follow = (signal: AbortSignal) => followJob(context, params.id, { recognise, followerCount, signal })
    const events = streamJobEvents(follow, context.log)
    openStreams.add(events)
    events.once("close", () => openStreams.delete(events))
    reply.headers({ "cache-control": "no-store", "x-accel-buffering": "no" })
    return reply.type("text/event-stream; charset=utf-8").send(events)
  }
  serve(app, "watchJob", watch, { handlerTimeout: EVENTS_TIMEOUT_MS, exposeHeadRoute: false })
}
