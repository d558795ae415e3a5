import { csvOf, downloadText } from "../../../app/download.ts"
import { Button } from "../../../components/button.tsx"
import { Panel } from "../../../components/panel.tsx"
import { Table } from "../../../components/table.tsx"
import { formatCount } from "../../../components/text.tsx"
import { describeReason } from "../../scope/describe-reason.ts"
import { exportName } from "../export-name.ts"
import type { ShownVersion } from "../shown-version.tsx"

interface LeftOutSummaryProps {
  readonly libraryId: string
  readonly version: Pick<ShownVersion, "tag" | "files">
}

/** Shows how many files of a library were left out for each reason. */
export function LeftOutSummary({ libraryId, version: { tag, files } }: LeftOutSummaryProps) {
  if (files === null) return null
  const reasons = Object.entries(files.leftOutByReason).toSorted(([, one], [, other]) => other - one)
  const rows = [...reasons, ...(files.failedCount === 0 ? [] : [["failed", files.failedCount] as const])]
  const save = () => {
    const all = [
      ...files.failed.map(({ path, reason }) => [path, "failed", reason]),
      ...files.leftOut.map(({ path, reason, detail = "" }) => [path, "left out", `${reason} ${detail}`.trim()]),
      ...files.problems.map(({ path, problems }) => [path, "problem", problems.join("; ")]),
    ]
    downloadText(exportName(libraryId, tag, "files"), csvOf(["path", "outcome", "reason"], all))
  }
  return (
    <Panel
      title="Files that agents never see"
      description="The Files tab has every path with its reason."
      isFlush
      actions={<Button onClick={save}>Export as CSV</Button>}
    >
      {rows.length === 0 ? (
        <p className="p-4 text-muted">Every file was indexed.</p>
      ) : (
        <Table
          label="Reasons"
          rows={rows}
          keyOf={([reason]) => reason}
          columns={[
            { title: "Reason", cell: ([reason]) => (reason === "failed" ? "Failed" : describeReason(reason)) },
            { title: "Files", isEnd: true, cell: ([, count]) => formatCount(count) },
          ]}
        />
      )}
    </Panel>
  )
}
