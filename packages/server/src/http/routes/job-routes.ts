import type { Readable } from "node:stream"
import { Job, JobParams, ListJobsQuery, ListJobsResponse } from "@lectern/contract"
import { cancelJob, followJob, listJobs, readJob } from "../../service/jobs/jobs.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { streamJobEvents } from "../job-events.ts"
import { recogniseAgain } from "../recognise-caller.ts"
import { addressesOf } from "../route-addresses.ts"

/** A listener that stays longer than a day connects anew. */
const EVENTS_TIMEOUT_MS = 86_400_000

/** Serves jobs, their events and their cancellation. */
export function registerJobRoutes(app: HttpApp, context: ServiceContext): void {
  const openStreams = new Set<Readable>()
  // A listener would keep a server that is closing waiting until its job ends.
  app.addHook("preClose", async () => openStreams.forEach((stream) => stream.destroy()))
  for (const url of addressesOf("listJobs")) {
    const schema = { querystring: ListJobsQuery, response: { 200: ListJobsResponse } }
    app.get(url, { schema }, ({ caller, query }) => listJobs(context, caller, query))
  }
  for (const url of addressesOf("getJob")) {
    const schema = { params: JobParams, response: { 200: Job } }
    app.get(url, { schema }, ({ caller, params }) => readJob(context, caller, params.id))
  }
  for (const url of addressesOf("cancelJob")) {
    const schema = { params: JobParams, response: { 200: Job } }
    app.post(url, { schema }, ({ caller, params }) => cancelJob(context, caller, params.id))
  }
  for (const url of addressesOf("watchJob")) {
    const options = { schema: { params: JobParams }, handlerTimeout: EVENTS_TIMEOUT_MS, exposeHeadRoute: false }
    app.get(url, options, async (request, reply) => {
      const { caller, params } = request
      // Read once before the stream begins, so that a missing job or key is an ordinary error.
      await readJob(context, caller, params.id)
      const recognise = () => recogniseAgain(context, request)
      const events = streamJobEvents((signal) => followJob(context, params.id, { recognise, signal }), context.log)
      openStreams.add(events)
      events.once("close", () => openStreams.delete(events))
      reply.headers({ "cache-control": "no-store", "x-accel-buffering": "no" })
      return reply.type("text/event-stream; charset=utf-8").send(events)
    })
  }
}
