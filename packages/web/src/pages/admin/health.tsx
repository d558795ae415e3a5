import type { InstanceStatus, PartStatus } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { api } from "../../app/api.ts"
import { Button } from "../../components/button.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Figure, Panel } from "../../components/panel.tsx"
import { capitalised } from "../../components/readable-message.ts"
import { CopyButton, formatCount, RelativeTime } from "../../components/text.tsx"

const CHECK_INTERVAL_MS = 15_000
const BYTES_PER_GIB = 2 ** 30

const PART_NAMES = {
  catalogue: "Catalogue",
  blobs: "Index files and uploads",
  workers: "Workers",
  disk: "Disk",
  backups: "Backups",
} as const
const STATES = {
  ok: { label: "OK", tone: "good" },
  warning: { label: "Check", tone: "warn" },
  error: { label: "Failing", tone: "bad" },
} as const

/**
 * Shows whether each part of the instance works, how many jobs are waiting, and the running versions. Reloads while the
 * page is open.
 */
export function Health() {
  const status = useQuery({
    queryKey: ["instance-status"],
    queryFn: ({ signal }) => api.admin.getStatus({ signal }),
    refetchInterval: CHECK_INTERVAL_MS,
  })
  return (
    <Loaded query={status} rows={4}>
      {(read) => (
        <>
          <Parts parts={read.parts} isChecking={status.isFetching} onCheck={() => void status.refetch()} />
          <Figures status={read} />
          <Versions status={read} />
        </>
      )}
    </Loaded>
  )
}

interface PartsProps {
  readonly parts: readonly PartStatus[]
  readonly isChecking: boolean
  readonly onCheck: () => void
}

function Parts({ parts, isChecking, onCheck }: PartsProps) {
  const failing = parts.filter(({ status }) => status === "error").length
  const doubtful = parts.filter(({ status }) => status === "warning").length
  const summary =
    failing > 0
      ? `${failing} of ${parts.length} parts ${failing === 1 ? "is" : "are"} failing`
      : doubtful > 0
        ? `${doubtful} of ${parts.length} parts ${doubtful === 1 ? "needs" : "need"} attention`
        : "Every part works"
  return (
    <Panel
      title={summary}
      description="Checked again every 15 seconds."
      isFlush
      actions={
        <Button icon="refresh" isBusy={isChecking} onClick={onCheck}>
          Check now
        </Button>
      }
    >
      <dl>
        {parts.map(({ part, status, message }) => (
          <div
            key={part}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-b px-4 py-3 last:border-b-0 sm:grid-cols-[192px_72px_minmax(0,1fr)]"
          >
            <dt className="font-medium">{PART_NAMES[part]}</dt>
            <dd>
              <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
            </dd>
            <dd className="text-muted [overflow-wrap:anywhere] max-sm:col-span-2">{capitalised(message)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Figures({ status: { queue, workerSeenAt, disk, libraries } }: { readonly status: InstanceStatus }) {
  return (
    <Panel isFlush>
      <dl className="grid grid-cols-2 md:grid-cols-3">
        <Figure label="Libraries" value={formatCount(libraries)} />
        <Figure label="Jobs waiting" value={formatCount(queue.queued)} />
        <Figure label="Jobs running" value={formatCount(queue.running)} />
        <Figure
          label="Oldest waiting job"
          value={queue.oldestQueuedAt === null ? "None" : <RelativeTime moment={queue.oldestQueuedAt} />}
        />
        <Figure
          label="Last worker report"
          value={workerSeenAt === null ? "Never" : <RelativeTime moment={workerSeenAt} />}
        />
        <Figure label="Free disk space" value={disk === null ? "Unknown" : describeDisk(disk)} />
      </dl>
    </Panel>
  )
}

function describeDisk({ freeBytes, totalBytes }: NonNullable<InstanceStatus["disk"]>): string {
  const inGib = (bytes: number) => (bytes / BYTES_PER_GIB).toLocaleString("en-US", { maximumFractionDigits: 1 })
  return `${inGib(freeBytes)} of ${inGib(totalBytes)} GiB`
}

function Versions({ status: { version, nodeVersion, startedAt } }: { readonly status: InstanceStatus }) {
  return (
    <Panel
      title="Versions"
      description="Include them when you report a problem."
      actions={<CopyButton text={`Lectern ${version}, Node.js ${nodeVersion}`} label="Copy the versions" />}
    >
      <dl className="grid grid-cols-[128px_minmax(0,1fr)] gap-1">
        <dt className="text-muted">Lectern</dt>
        <dd>{version}</dd>
        <dt className="text-muted">Node.js</dt>
        <dd>{nodeVersion}</dd>
        <dt className="text-muted">Server started</dt>
        <dd>
          <RelativeTime moment={startedAt} />
        </dd>
      </dl>
    </Panel>
  )
}
