import { type Job, isFinalJobState, type JobLogLine, type JobStage } from "@lectern/contract"
import { useEffect, useState } from "react"
import { api, noticeEndOfSession, queries } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Panel } from "../../components/panel.tsx"
import { ProgressBar } from "../../components/slider.tsx"
import { Failure } from "../../components/states.tsx"
import { formatCount } from "../../components/text.tsx"

const STAGES: Readonly<Record<JobStage, string>> = {
  fetching: "Fetching the source",
  parsing: "Parsing files",
  indexing: "Building the index file",
  publishing: "Publishing",
}

/** Maximum number of log lines; older ones are removed. */
const MAX_LOG_LINES = 200

interface LiveJob {
  readonly job: Job
  readonly log: readonly JobLogLine[]
  readonly error: unknown
}

/** Follows a job by server-sent events until it ends, and then reloads everything that is shown. */
function useLiveJob(first: Job): LiveJob {
  const [state, setState] = useState<LiveJob>({ job: first, log: [], error: undefined })
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      for await (const event of api.watchJob(first.id, { signal: stop.signal })) {
        setState((before) =>
          event.event === "log"
            ? { ...before, log: [...before.log, event.data].slice(-MAX_LOG_LINES) }
            : { ...before, job: event.data, error: undefined },
        )
      }
      await queries.invalidateQueries()
    }
    follow().catch((error: unknown) => {
      if (stop.signal.aborted) return
      noticeEndOfSession(error)
      setState((before) => ({ ...before, error }))
    })
    return () => stop.abort()
  }, [first.id])
  return state
}

/** Shows the progress of a job live, with a button to cancel it. */
export function JobProgress({ first }: { readonly first: Job }) {
  const { job, log, error } = useLiveJob(first)
  const may = usePermissions()
  const cancel = useAction(() => api.cancelJob(first.id), {
    done: "Cancelling the job",
    changes: ["library", "jobs"],
    isErrorBrief: true,
  })
  if (isFinalJobState(job.state)) return null
  const stage = job.stage
  const progress = stage === null ? undefined : job.progress[stage]
  const counts =
    progress === undefined
      ? ""
      : `${formatCount(progress.done)}${progress.total === null ? "" : ` of ${formatCount(progress.total)}`} ${progress.unit}`
  return (
    <Panel
      title={stage === null ? "Waiting in the queue" : STAGES[stage]}
      description={counts}
      actions={
        may("cancelOwnJob") && !job.cancelRequested ? (
          <Button isBusy={cancel.isBusy} onClick={cancel.run}>
            Cancel
          </Button>
        ) : undefined
      }
    >
      <div role="status" className="flex flex-col gap-2">
        <ProgressBar label="Progress" done={progress?.done ?? 0} total={progress?.total ?? null} />
        {error !== undefined && <Failure error={error} />}
      </div>
      {log.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit rounded text-sm font-medium text-muted hover:text-ink">Log</summary>
          <ol className="mt-2 max-h-48 overflow-auto font-mono text-xs [overflow-wrap:anywhere]" tabIndex={0}>
            {log.map(({ at, level, message }, line) => (
              <li key={`${at}-${line}`} className={level === "error" ? "text-bad" : ""}>
                <time dateTime={at}>{at.slice(11, 19)}</time> {message}
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  )
}
