import { isFinalJobState, type Job, JOB_STATES, type JobState } from "@lectern/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { api } from "../../app/api.ts"
import { Page } from "../../app/page-frame.tsx"
import { jobsAddressOf } from "../../app/search-parameters.ts"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select } from "../../components/field.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { capitalised } from "../../components/readable-message.ts"
import { Empty } from "../../components/states.tsx"
import { Table } from "../../components/table.tsx"
import { RelativeTime } from "../../components/text.tsx"
import { paramsOf } from "../libraries/library-list.tsx"
import { JobLog, LinkedJobLog } from "./job-log.tsx"

const route = getRouteApi("/jobs")

const STATES = {
  queued: { label: "Queued", tone: "neutral" },
  running: { label: "Running", tone: "warn" },
  succeeded: { label: "Succeeded", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} as const satisfies Readonly<Record<JobState, object>>

const PAGE_SIZE = 50
const REFRESH_MS = 10_000

/** Lists queued and past jobs, newest first. */
export function JobsPage() {
  return (
    <Page title="Jobs" description="The queue and history of indexing." permission="readJobs">
      <Jobs />
    </Page>
  )
}

function Jobs() {
  const { state, job } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery({
    queryKey: ["jobs", state ?? ""],
    queryFn: ({ pageParam, signal }) => {
      const from = pageParam === "" ? {} : { cursor: pageParam }
      return api.listJobs({ limit: PAGE_SIZE, ...(state === undefined ? {} : { state }), ...from }, { signal })
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  })
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? []
  const options = [
    { value: "", label: "Every state" },
    ...JOB_STATES.map((each) => ({ value: each, label: STATES[each].label })),
  ]
  return (
    <>
      <div className="max-w-60">
        <Field label="State">
          <Select
            value={state ?? ""}
            onChange={(value) => void navigate({ search: jobsAddressOf({ state: value }), replace: true })}
            options={options}
          />
        </Field>
      </div>
      <Panel isFlush>
        <Loaded query={list} rows={5}>
          {() => (jobs.length > 0 ? <JobTable jobs={jobs} /> : <NoJobs />)}
        </Loaded>
      </Panel>
      {list.hasNextPage && (
        <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
      {job !== undefined && (
        <LinkedJobLog
          jobId={job}
          onClose={() => void navigate({ search: ({ job: _shown, ...rest }) => rest, replace: true })}
        />
      )}
    </>
  )
}

function NoJobs() {
  return (
    <Empty icon="jobs" title="No jobs">
      Adding or refreshing a library creates a job.
    </Empty>
  )
}

function JobTable({ jobs }: { readonly jobs: readonly Job[] }) {
  return (
    <Table
      label="Jobs"
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        { title: "Library", cell: (job) => <Subject job={job} /> },
        { title: "Kind", isOptional: true, cell: ({ kind }) => capitalised(kind) },
        { title: "State", cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
        {
          title: "Created",
          isEnd: true,
          isOptional: true,
          cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
        },
        {
          title: "Action",
          isEnd: true,
          cell: (job) => (
            <span className="flex flex-wrap justify-end gap-2">
              <JobAction job={job} />
              <JobLog job={job} />
            </span>
          ),
        },
      ]}
    />
  )
}

function Subject({ job }: { readonly job: Job }) {
  return (
    <span className="flex min-w-0 flex-col [overflow-wrap:anywhere]">
      {job.libraryId === "" ? (
        // An import does not belong to a library.
        <span className="font-medium">Import</span>
      ) : (
        <Link
          to="/libraries/$owner/$repo"
          params={paramsOf(job.libraryId)}
          className="font-medium text-accent-ink hover:underline"
        >
          {job.libraryId}
          {job.versionTag !== null && ` ${job.versionTag}`}
        </Link>
      )}
      {job.error !== null && <span className="text-sm text-bad">{capitalised(job.error.message)}</span>}
    </span>
  )
}

function JobAction({ job }: { readonly job: Job }) {
  const may = usePermissions()
  const options = { changes: ["jobs"], isErrorBrief: true }
  const cancel = useAction(() => api.cancelJob(job.id), { ...options, done: "Cancelling the job" })
  const retry = useAction(
    () =>
      job.versionTag === null
        ? api.refreshLibrary({ libraryName: job.libraryId })
        : api.addVersion(job.libraryId, job.versionTag),
    { ...options, done: "Queued again" },
  )
  if (!isFinalJobState(job.state)) {
    if (!may("cancelOwnJob") || job.cancelRequested) return null
    return (
      <Button isBusy={cancel.isBusy} onClick={cancel.run}>
        Cancel
      </Button>
    )
  }
  if (job.state === "succeeded" || job.libraryId === "" || !may("refreshLibrary")) return null
  return (
    <Button isBusy={retry.isBusy} onClick={retry.run}>
      Retry
    </Button>
  )
}
