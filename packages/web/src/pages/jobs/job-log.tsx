import type { Job, JobLogResponse } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { api } from "../../app/api.ts"
import { ROOT_URL } from "../../app/root-url.ts"
import { Dialog } from "../../components/dialog.tsx"
import { DialogButton } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { capitalised } from "../../components/readable-message.ts"

type Entry = JobLogResponse["entries"][number]

const TONES: Readonly<Record<Entry["level"], string>> = { info: "", warn: "text-warn", error: "text-bad" }

const titleOf = ({ libraryId }: Job) => `Log of ${libraryId === "" ? "import" : libraryId}`

/** A button that shows the log of a job over all its runs. */
export function JobLog({ job }: { readonly job: Job }) {
  return (
    <DialogButton label="Log" title={titleOf(job)} isWide>
      {() => <Entries jobId={job.id} />}
    </DialogButton>
  )
}

/** Shows the log of the job that the URL names. */
export function LinkedJobLog({ jobId, onClose }: { readonly jobId: string; readonly onClose: () => void }) {
  const job = useQuery({ queryKey: ["jobs", "one", jobId], queryFn: ({ signal }) => api.getJob(jobId, { signal }) })
  return (
    <Dialog title={job.data === undefined ? "Log" : titleOf(job.data)} isWide isOpen onClose={onClose}>
      <Entries jobId={jobId} />
    </Dialog>
  )
}

function Entries({ jobId }: { readonly jobId: string }) {
  const log = useQuery({
    queryKey: ["job-log", jobId],
    queryFn: ({ signal }) => api.readJobLog(jobId, { signal }),
  })
  return (
    <Loaded query={log}>
      {({ entries }) => (
        <>
          {entries.length === 0 ? <p className="text-muted">The job has not started.</p> : <Lines entries={entries} />}
          <a
            href={`${ROOT_URL}api/v2/jobs/${encodeURIComponent(jobId)}/log`}
            target="_blank"
            rel="noreferrer"
            className="w-fit text-sm text-accent-ink hover:underline"
          >
            Open as JSON
          </a>
        </>
      )}
    </Loaded>
  )
}

function Lines({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ol
      aria-label="Log"
      className="max-h-[52vh] overflow-auto rounded-md border bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere]"
      tabIndex={0}
    >
      {entries.map(({ at, level, event, fields }, line) => (
        <li key={`${at}-${line}`} className="py-0.5">
          <time dateTime={at} title={new Date(at).toLocaleString("en")} className="text-muted">
            {at.slice(11, 19)}
          </time>{" "}
          <span className={TONES[level]}>{capitalised(event)}</span>{" "}
          <span className="text-muted">
            {Object.entries(fields)
              .map(([name, value]) => `${name}=${value}`)
              .join(" ")}
          </span>
        </li>
      ))}
    </ol>
  )
}
