import { type Job, isFinalJobState, type JobStage } from "@lectern/contract"
import { useEffect, useState } from "react"
import { api, queries } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { Button } from "../../components/button.tsx"
import { Panel } from "../../components/panel.tsx"
import { ProgressBar } from "../../components/slider.tsx"
import { Failure, messageOf } from "../../components/states.tsx"
import { formatCount } from "../../components/text.tsx"
import { useToast } from "../../components/toast.tsx"

const STAGES: Readonly<Record<JobStage, string>> = {
  fetching: "Fetching the source",
  parsing: "Parsing files",
  indexing: "Building the index file",
  publishing: "Publishing",
}

/** Follows a job by server-sent events until it ends; then everything that is shown is read again. */
function useLiveJob(first: Job): { readonly job: Job; readonly error: unknown } {
  const [state, setState] = useState<{ job: Job; error?: unknown }>({ job: first })
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      for await (const event of api.watchJob(first.id, { signal: stop.signal })) {
        if (event.event !== "log") setState({ job: event.data })
      }
      await queries.invalidateQueries()
    }
    follow().catch((error: unknown) => {
      if (!stop.signal.aborted) setState(({ job }) => ({ job, error }))
    })
    return () => stop.abort()
  }, [first.id])
  return { job: state.job, error: state.error }
}

/** Shows how far a job is, live, and cancels it. */
export function JobProgress({ first }: { readonly first: Job }) {
  const { job, error } = useLiveJob(first)
  const may = usePermissions()
  const toast = useToast()
  if (isFinalJobState(job.state)) return null
  const stage = job.stage
  const progress = stage === null ? undefined : job.progress[stage]
  const cancel = () => {
    api.cancelJob(job.id).then(
      () => toast("Cancelling the job"),
      (problem: unknown) => toast(messageOf(problem)),
    )
  }
  const counts =
    progress === undefined
      ? ""
      : `${formatCount(progress.done)}${progress.total === null ? "" : ` of ${formatCount(progress.total)}`} ${progress.unit}`
  return (
    <Panel
      title={stage === null ? "Waiting in the queue" : STAGES[stage]}
      description={counts}
      actions={may("cancelOwnJob") && !job.cancelRequested ? <Button onClick={cancel}>Cancel</Button> : undefined}
    >
      <div role="status" className="flex flex-col gap-2">
        <ProgressBar label="Progress" done={progress?.done ?? 0} total={progress?.total ?? null} />
        {error !== undefined && <Failure error={error} />}
      </div>
    </Panel>
  )
}
