import type { LibraryRecord, LibraryVersion } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { ActionError, Form } from "../../components/form.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { type Column, Table } from "../../components/table.tsx"
import { formatCount, RelativeTime } from "../../components/text.tsx"
import { JobProgress } from "./job-progress.tsx"
import { useMayDelete } from "./permissions.ts"

const STATES = {
  available: { label: "Not indexed", tone: "neutral" },
  queued: { label: "Queued", tone: "neutral" },
  processing: { label: "Indexing", tone: "warn" },
  indexed: { label: "Indexed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
} as const satisfies Readonly<Record<LibraryVersion["state"], object>>

/** Lists the tags and branches of a library, and lets users index and delete them. */
export function VersionList({ library }: { readonly library: LibraryRecord }) {
  const may = usePermissions()
  const [jobId, setJobId] = useState<string>()
  const actions: Column<LibraryVersion> = {
    title: "Action",
    isEnd: true,
    cell: (version) => <VersionActions library={library} version={version} onQueued={setJobId} />,
  }
  return (
    <div className="flex flex-col gap-4">
      {library.source.kind === "git" && may("addLibrary") && <AddVersion library={library} onQueued={setJobId} />}
      {jobId !== undefined && <VersionProgress key={jobId} jobId={jobId} />}
      {library.availableVersions.length === 0 ? (
        <Panel>
          <Empty title="No versions">
            Only the current state of the source is indexed. Git repositories with tags have versions.
          </Empty>
        </Panel>
      ) : (
        <Panel isFlush>
          <Table
            label="Versions"
            rows={library.availableVersions}
            keyOf={({ tag }) => tag}
            columns={may("addLibrary") || may("deleteLibrary") ? [...COLUMNS, actions] : COLUMNS}
          />
        </Panel>
      )}
    </div>
  )
}

const COLUMNS: readonly Column<LibraryVersion>[] = [
  { title: "Version", cell: ({ tag }) => <span className="font-medium [overflow-wrap:anywhere]">{tag}</span> },
  { title: "State", cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
  {
    title: "Snippets",
    isEnd: true,
    cell: ({ totalSnippets }) => (totalSnippets === null ? "–" : formatCount(totalSnippets)),
  },
  {
    title: "Updated",
    isEnd: true,
    isOptional: true,
    cell: ({ lastUpdateDate }) => (lastUpdateDate === null ? "–" : <RelativeTime moment={lastUpdateDate} />),
  },
]

/** Shows the progress of a version's job. */
function VersionProgress({ jobId }: { readonly jobId: string }) {
  const job = useQuery({ queryKey: ["jobs", "one", jobId], queryFn: ({ signal }) => api.getJob(jobId, { signal }) })
  return job.data === undefined ? null : <JobProgress first={job.data} />
}

interface Queued {
  readonly library: LibraryRecord
  /** Called with the job that indexes the version. */
  readonly onQueued: (jobId: string) => void
}

function VersionActions({ library, version: { tag, state }, onQueued }: Queued & { readonly version: LibraryVersion }) {
  const may = usePermissions()
  const mayDelete = useMayDelete(library)
  const index = useAction(() => api.addVersion(library.id, tag), {
    done: `${tag} is queued`,
    changes: ["library", "jobs"],
    onDone: (queued) => onQueued(queued.jobId),
  })
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {may("addLibrary") && (state === "available" || state === "failed") && (
        <Button isBusy={index.isBusy} onClick={index.run}>
          Index
        </Button>
      )}
      {mayDelete && (state === "indexed" || state === "failed") && <DeleteVersion library={library} tag={tag} />}
      <ActionError error={index.error} />
    </span>
  )
}

/** Indexes a tag or branch that is not in the list. */
function AddVersion({ library, onQueued }: Queued) {
  const [tag, setTag] = useState("")
  const add = useAction(() => api.addVersion(library.id, tag.trim()), {
    done: `${tag} is queued`,
    changes: ["library", "jobs"],
    onDone: (queued) => {
      setTag("")
      onQueued(queued.jobId)
    },
  })
  return (
    <Panel>
      <Form action="Index" isBusy={add.isBusy} error={add.error} onSubmit={add.run}>
        <Field label="Tag or branch" hint="Lectern looks it up at the host if it is not in the list.">
          <TextInput
            required
            maxLength={255}
            placeholder="v2"
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
        </Field>
      </Form>
    </Panel>
  )
}

function DeleteVersion({ library, tag }: { readonly library: LibraryRecord; readonly tag: string }) {
  return (
    <Confirm
      title={`Delete version ${tag}?`}
      action="Delete"
      changes={["library", "libraries"]}
      onConfirm={() => api.deleteVersion(library.id, tag)}
      trigger={(open) => (
        <Button variant="danger" onClick={open}>
          Delete
        </Button>
      )}
    >
      Agents that ask {library.id}/{tag} will no longer get answers from it. You can index it again.
    </Confirm>
  )
}
