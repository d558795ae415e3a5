import type { FileReport as Report } from "@lectern/contract"
import { useState } from "react"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { Badge, Figure, Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { type Column, Table } from "../../components/table.tsx"
import { countOf, formatCount } from "../../components/text.tsx"
import { describeReason } from "../scope/describe-reason.ts"

interface Row {
  readonly path: string
  readonly outcome: "failed" | "left out" | "problem"
  readonly reason: string
  readonly detail: string
}

/** Number of rows that are added at a time. */
const PAGE_SIZE = 200
const TONES = { failed: "bad", "left out": "neutral", problem: "warn" } as const
const LABELS = { failed: "Failed", "left out": "Left out", problem: "Problem" } as const
const OUTCOMES = [
  { value: "", label: "Every outcome" },
  ...Object.entries(LABELS).map(([value, label]) => ({ value, label })),
]

function rowsOf({ failed, leftOut, problems }: Report): readonly Row[] {
  return [
    ...failed.map(({ path, reason, detail = "" }) => ({ path, outcome: "failed" as const, reason, detail })),
    ...problems.map(({ path, problems: [first = "", ...others] }) => ({
      path,
      outcome: "problem" as const,
      reason: first,
      detail: others.join("; "),
    })),
    ...leftOut.map(({ path, reason, detail = "" }) => {
      return { path, outcome: "left out" as const, reason: describeReason(reason), detail }
    }),
  ]
}

/** Shows the outcome for each file of the source: counts, and the files that were left out or failed, with reasons. */
export function FileReport({ report }: { readonly report: Report | null }) {
  if (report === null) {
    return (
      <Panel>
        <Empty icon="file" title="No report yet">
          The report appears after the first successful ingestion.
        </Empty>
      </Panel>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Panel isFlush>
        <dl className="grid grid-cols-2 md:grid-cols-4">
          <Figure label="Indexed" value={formatCount(report.indexedCount)} hint="Listed under Snippets" />
          <Figure label="Left out" value={formatCount(report.leftOutCount)} />
          <Figure label="Failed" value={formatCount(report.failedCount)} />
          <Figure label="With problems" value={formatCount(report.problemCount)} />
        </dl>
      </Panel>
      {report.notes.length > 0 && (
        <Panel title="Notes">
          <ul className="list-disc pl-4 text-muted [overflow-wrap:anywhere]">
            {report.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Panel>
      )}
      {report.flaggedCount > 0 && <Flagged count={report.flaggedCount} snippets={report.flagged} />}
      <Files rows={rowsOf(report)} />
    </div>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: "File",
    cell: ({ path }) => <span className="font-mono text-sm [overflow-wrap:anywhere]">{path}</span>,
  },
  { title: "Outcome", cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{LABELS[outcome]}</Badge> },
  {
    title: "Reason",
    cell: ({ reason, detail }) => (
      <span className="flex flex-col [overflow-wrap:anywhere]">
        {reason}
        {detail !== "" && <span className="text-sm text-muted">{detail}</span>}
      </span>
    ),
  },
]

function Flagged({ count, snippets }: { readonly count: number; readonly snippets: Report["flagged"] }) {
  return (
    <Panel title={`${countOf(count, "snippet")} with suspicious text`} isFlush>
      <Table
        label="Snippets with suspicious text"
        rows={snippets}
        keyOf={({ url, heading, rules }) => `${url} ${heading} ${rules.join(" ")}`}
        columns={[
          {
            title: "Snippet",
            cell: ({ path, heading }) => (
              <span className="[overflow-wrap:anywhere]">
                <span className="font-mono text-sm">{path}</span> {heading}
              </span>
            ),
          },
          { title: "Kinds", cell: ({ kinds }) => <Badge tone="warn">{kinds.join(", ")}</Badge> },
          { title: "Rules", cell: ({ rules, score }) => `${rules.join(", ")} (${score})` },
        ]}
      />
    </Panel>
  )
}

function Files({ rows }: { readonly rows: readonly Row[] }) {
  const [text, setText] = useState("")
  const [reason, setReason] = useState("")
  const [outcome, setOutcome] = useState("")
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const reasons = [...new Set(rows.map((row) => row.reason))].toSorted()
  const found = rows.filter(
    (row) =>
      row.path.toLowerCase().includes(text.toLowerCase()) &&
      (reason === "" || row.reason === reason) &&
      (outcome === "" || row.outcome === outcome),
  )
  if (rows.length === 0) {
    return (
      <Panel>
        <Empty icon="check" title="Every file was indexed">
          Nothing was left out and nothing failed.
        </Empty>
      </Panel>
    )
  }
  return (
    <>
      <div className="grid gap-4 md:grid-cols-3">
        <Field label="Path contains">
          <TextInput type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label="Outcome">
          <Select value={outcome} onChange={setOutcome} options={OUTCOMES} />
        </Field>
        <Field label="Reason">
          <Select
            value={reason}
            onChange={setReason}
            options={[{ value: "", label: "Every reason" }, ...reasons.map((each) => ({ value: each, label: each }))]}
          />
        </Field>
      </div>
      <Panel title={countOf(found.length, "file")} isFlush>
        <Table
          label="Files"
          rows={found.slice(0, shownCount)}
          keyOf={({ path, outcome }) => `${outcome} ${path}`}
          columns={COLUMNS}
        />
        {found.length > shownCount && (
          <div className="border-t px-4 py-3">
            <Button onClick={() => setShownCount(shownCount + PAGE_SIZE)}>Show more</Button>
          </div>
        )}
      </Panel>
    </>
  )
}
