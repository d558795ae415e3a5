import type { AnswerExplanation, ExplainedSnippet } from "@lectern/contract"
import { Table } from "../../components/table.tsx"

const score = (value: number) => value.toFixed(3)

/** Explains why each snippet is in an answer: its signals and their weights, and why the answer ends where it does. */
export function Explanation({
  explain: { libraries, weights = {}, snippets = [], ending, models },
}: {
  readonly explain: AnswerExplanation
}) {
  const notes = [
    ...libraries.map(
      ({ libraryId, reason, version }) => `${libraryId}: ${reason}${version === undefined ? "" : `; ${version}`}`,
    ),
    ...(ending === undefined ? [] : [`The answer ends here: ${ending}`]),
    ...(models === undefined ? [] : [`Models: ${models}`]),
  ]
  return (
    <div className="flex flex-col gap-4">
      <ul className="list-disc pl-4 text-muted [overflow-wrap:anywhere]">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {snippets.map((snippet, rank) => (
        <SnippetSignals key={`${snippet.url}-${rank}`} rank={rank + 1} snippet={snippet} weights={weights} />
      ))}
    </div>
  )
}

interface SnippetSignalsProps {
  readonly rank: number
  readonly snippet: ExplainedSnippet
  readonly weights: Readonly<Record<string, number>>
}

function SnippetSignals({ rank, snippet, weights }: SnippetSignalsProps) {
  const rows = Object.entries(snippet.signals)
    .map(([name, value]) => ({ name, value, weight: weights[name] ?? 0, share: value * (weights[name] ?? 0) }))
    .filter(({ value }) => value !== 0)
    .toSorted((one, other) => Math.abs(other.share) - Math.abs(one.share))
  return (
    <details className="rounded-md border" open={rank === 1}>
      <summary className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
        <span className="text-muted">{rank}.</span>
        <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{snippet.heading}</span>
        <span>{score(snippet.score)}</span>
      </summary>
      <Table
        label={`Signals of snippet ${rank}`}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: "Signal", cell: ({ name }) => name },
          { title: "Value", isEnd: true, cell: ({ value }) => score(value) },
          { title: "Weight", isEnd: true, cell: ({ weight }) => score(weight) },
          { title: "Adds to the score", isEnd: true, cell: ({ share }) => score(share) },
        ]}
      />
    </details>
  )
}
