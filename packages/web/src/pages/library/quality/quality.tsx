import type { LibraryBenchmark, LibraryRecord } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { csvOf, downloadText } from "../../../app/download.ts"
import { Button } from "../../../components/button.tsx"
import { Field, Select } from "../../../components/field.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Badge, Figure, Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { Table } from "../../../components/table.tsx"
import { formatCount } from "../../../components/text.tsx"
import { paramsOf } from "../../libraries/library-list.tsx"
import { useMayUpdate } from "../permissions.ts"
import { exportName } from "../export-name.ts"
import type { ShownVersion } from "../shown-version.tsx"
import { LeftOutSummary } from "./left-out-summary.tsx"
import { OpenQuestions } from "./open-questions.tsx"
import { ReturnedPages } from "./returned-pages.tsx"

type Question = LibraryBenchmark["questions"][number]

const KINDS = { prose: "Prose", code: "Code", error: "Error message", model: "Written by a model" } as const
const FILTERS = [
  { value: "", label: "Every question" },
  { value: "missed", label: "Not answered" },
  { value: "found", label: "Answered" },
]

interface QualityProps {
  readonly library: LibraryRecord
  readonly version: ShownVersion
}

/** Shows how well a version of a library answers questions, for its authors. */
export function Quality({ library, version }: QualityProps) {
  const benchmark = useQuery({
    enabled: version.benchmark === null,
    queryKey: ["benchmark", library.id],
    queryFn: ({ signal }) => api.getBenchmark(library.id, { signal }),
  })
  const mayUpdate = useMayUpdate(library)
  return (
    <div className="flex flex-col gap-6">
      {mayUpdate && <OpenQuestions library={library} />}
      {version.benchmark === null ? (
        <Loaded query={benchmark}>
          {(data) => <Benchmark library={library} tag={version.tag} benchmark={data} />}
        </Loaded>
      ) : (
        <Benchmark library={library} tag={version.tag} benchmark={version.benchmark} />
      )}
      {mayUpdate && <ReturnedPages key={version.tag} libraryId={library.id} version={version.tag} />}
      <LeftOutSummary libraryId={library.id} version={version} />
    </div>
  )
}

interface BenchmarkProps {
  readonly library: LibraryRecord
  /** Tag of the version; empty for the default one. */
  readonly tag: string
  readonly benchmark: LibraryBenchmark
}

function Benchmark({ library, tag, benchmark: { questions, answerTokens, benchmarkScore } }: BenchmarkProps) {
  const [filter, setFilter] = useState("")
  const foundCount = questions.filter(({ found }) => found).length
  const shown = questions.filter(({ found }) => filter === "" || found === (filter === "found"))
  const save = () => {
    const titles = ["question", "kind", "answered", "headings", "source"]
    const rows = questions.map(({ question, kind, found, headingPath, source }) => {
      return [question, kind, found ? "yes" : "no", headingPath.join(" > "), source]
    })
    downloadText(exportName(library.id, tag, "benchmark"), csvOf(titles, rows))
  }
  if (questions.length === 0) {
    return (
      <Panel title="Benchmark questions">
        <Empty icon="chart" title="No benchmark questions">
          If a writer is configured, it writes questions about the snippets, and Lectern checks whether the library
          answers them. This library has too few questions, or has not been scored yet.
        </Empty>
      </Panel>
    )
  }
  return (
    <>
      <Panel isFlush>
        <dl className="grid grid-cols-2 md:grid-cols-4">
          <Figure label="Score" value={benchmarkScore < 0 ? "–" : `${benchmarkScore} %`} />
          <Figure label="Answered" value={formatCount(foundCount)} />
          <Figure label="Not answered" value={formatCount(questions.length - foundCount)} />
          <Figure label="Tokens of an answer" value={formatCount(answerTokens)} />
        </dl>
      </Panel>
      <Panel
        title="Benchmark questions"
        description="Written about the snippets. A question counts as answered if the answer contains the snippet that it was written about."
        isFlush
        actions={<Button onClick={save}>Export as CSV</Button>}
      >
        <div className="border-b p-4">
          <div className="max-w-60">
            <Field label="Show">
              <Select value={filter} options={FILTERS} onChange={setFilter} />
            </Field>
          </div>
        </div>
        {shown.length === 0 ? (
          <Empty icon="check" title="None" />
        ) : (
          <QuestionTable libraryId={library.id} tag={tag} questions={shown} />
        )}
      </Panel>
    </>
  )
}

interface QuestionTableProps {
  readonly libraryId: string
  readonly tag: string
  readonly questions: readonly Question[]
}

function QuestionTable({ libraryId, tag, questions }: QuestionTableProps) {
  return (
    <Table
      label="Benchmark questions"
      rows={questions}
      keyOf={({ question, source }) => `${source} ${question}`}
      columns={[
        {
          title: "Question",
          cell: ({ question, headingPath }) => (
            <span className="flex flex-col [overflow-wrap:anywhere]">
              <Link
                to="/libraries/$owner/$repo"
                params={paramsOf(libraryId)}
                search={{ tab: "ask", q: question, tokens: 2000, ...(tag === "" ? {} : { version: tag }) }}
                className="font-medium text-accent-ink hover:underline"
              >
                {question}
              </Link>
              <span className="text-sm text-muted">{headingPath.join(" › ")}</span>
            </span>
          ),
        },
        { title: "Made from", isOptional: true, cell: ({ kind }) => KINDS[kind] },
        {
          title: "Result",
          isEnd: true,
          cell: ({ found }) => <Badge tone={found ? "good" : "bad"}>{found ? "Answered" : "Not answered"}</Badge>,
        },
      ]}
    />
  )
}
