import { Job, JobLogResponse, JobParams, ListJobsQuery, ListJobsResponse } from "../jobs/jobs.ts"
import type { Route } from "./route.ts"

/** Routes of jobs. */
export const JOB_ROUTES = [
  {
    operationId: "listJobs",
    method: "GET",
    path: "/api/v2/jobs",
    summary: "jobs, newest first",
    permissions: ["readJobs"],
    query: ListJobsQuery,
    status: 200,
    response: ListJobsResponse,
  },
  {
    operationId: "getJob",
    method: "GET",
    path: "/api/v2/jobs/{id}",
    summary: "one job",
    permissions: ["readJobs"],
    params: JobParams,
    status: 200,
    response: Job,
  },
  {
    operationId: "watchJob",
    method: "GET",
    path: "/api/v2/jobs/{id}/events",
    summary: "changes of a job as server-sent events",
    permissions: ["readJobs"],
    params: JobParams,
    status: 200,
    otherContentType: "text/event-stream",
  },
  {
    operationId: "readJobLog",
    method: "GET",
    path: "/api/v2/jobs/{id}/log",
    summary: "what a job did: stages, counts, warnings, retries and errors",
    permissions: ["readJobs"],
    params: JobParams,
    status: 200,
    response: JobLogResponse,
  },
  {
    operationId: "cancelJob",
    method: "POST",
    path: "/api/v2/jobs/{id}/cancel",
    summary: "cancel a job",
    permissions: ["cancelOwnJob"],
    conditionalPermissions: ["cancelAnyJob"],
    params: JobParams,
    status: 200,
    response: Job,
  },
] as const satisfies readonly Route[]
