import type { LibraryRecord, LibraryVersion } from "@lectern/contract"
import { api, queries } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { Button } from "../../components/button.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Empty, messageOf } from "../../components/states.tsx"
import { Table } from "../../components/table.tsx"
import { formatCount, RelativeTime } from "../../components/text.tsx"
import { useToast } from "../../components/toast.tsx"

const STATES = {
  available: { label: "Not indexed", tone: "neutral" },
  queued: { label: "Queued", tone: "neutral" },
  processing: { label: "Indexing", tone: "warn" },
  indexed: { label: "Indexed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
} as const satisfies Readonly<Record<LibraryVersion["state"], object>>

/** The tags and branches of a library, and indexing one. */
export function VersionList({ library }: { readonly library: LibraryRecord }) {
  const may = usePermissions()
  const toast = useToast()
  const index = (tag: string) => {
    api.addVersion(library.id, tag).then(
      async () => {
        toast(`${tag} is queued`)
        await queries.invalidateQueries({ queryKey: ["library", library.id] })
      },
      (error: unknown) => toast(messageOf(error)),
    )
  }
  if (library.availableVersions.length === 0) {
    return (
      <Empty title="No versions">
        Only the current state of the source is indexed. Git repositories with tags have versions.
      </Empty>
    )
  }
  return (
    <Panel isFlush>
      <Table
        label="Versions"
        rows={library.availableVersions}
        keyOf={({ tag }) => tag}
        columns={[
          { title: "Version", cell: ({ tag }) => <span className="font-medium">{tag}</span> },
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
          {
            title: "Action",
            isEnd: true,
            cell: ({ tag, state }) =>
              may("addLibrary") &&
              (state === "available" || state === "failed") && <Button onClick={() => index(tag)}>Index</Button>,
          },
        ]}
      />
    </Panel>
  )
}
