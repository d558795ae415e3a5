import type { InstanceUsage } from "@lectern/contract"
import { Link } from "@tanstack/react-router"
import { Badge, Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { type Column, Table } from "../../../components/table.tsx"
import { formatCount, RelativeTime } from "../../../components/text.tsx"
import { paramsOf } from "../../libraries/library-list.tsx"
import { LibraryName } from "./most-used-libraries.tsx"

type WeakLibrary = InstanceUsage["weakLibraries"][number]
type Question = InstanceUsage["questions"][number]

const LIBRARY_COLUMNS: readonly Column<WeakLibrary>[] = [
  { title: "Library", cell: (library) => <LibraryName {...library} tab="quality" /> },
  { title: "Found nothing", isEnd: true, cell: ({ unansweredCount }) => formatCount(unansweredCount) },
  { title: "Reported as wrong", isEnd: true, cell: ({ wrongCount }) => formatCount(wrongCount) },
]

const QUESTION_COLUMNS: readonly Column<Question>[] = [
  {
    title: "Question",
    cell: ({ libraryId, question, version }) => (
      <span className="flex flex-col items-start [overflow-wrap:anywhere]">
        <Link
          to="/libraries/$owner/$repo"
          params={paramsOf(libraryId)}
          search={{ q: question, ...(version === "" ? {} : { version }) }}
          className="font-medium hover:underline"
        >
          <bdi>{question}</bdi>
        </Link>
        <span className="font-mono text-sm text-muted">{version === "" ? libraryId : `${libraryId}/${version}`}</span>
      </span>
    ),
  },
  {
    title: "Result",
    cell: ({ kind }) =>
      kind === "wrong" ? <Badge tone="bad">Reported as wrong</Badge> : <Badge tone="warn">Found nothing</Badge>,
  },
  { title: "Times", isEnd: true, cell: ({ count }) => formatCount(count) },
  {
    title: "Last asked",
    isEnd: true,
    isOptional: true,
    cell: ({ lastAskedAt }) => <RelativeTime moment={lastAskedAt} />,
  },
]

/** Lists libraries with questions that have no good answer, and those questions whose text is kept. */
export function WeakAnswers({ usage: { weakLibraries, questions } }: { readonly usage: InstanceUsage }) {
  return (
    <>
      <Panel
        title="Libraries with questions that lack a good answer"
        description="A question counts until someone deletes it under Quality. One that found nothing is also deleted 180 days after it was last asked."
        isFlush
      >
        {weakLibraries.length === 0 ? (
          <Empty icon="check" title="No such questions" />
        ) : (
          <Table
            label="Libraries with questions that lack a good answer"
            rows={weakLibraries}
            keyOf={({ libraryId }) => libraryId}
            columns={LIBRARY_COLUMNS}
          />
        )}
      </Panel>
      {questions.length > 0 && (
        <Panel
          title="Questions that lack a good answer"
          description="From libraries that keep their text. Click a question to ask it again."
          isFlush
        >
          <Table
            label="Questions that lack a good answer"
            rows={questions}
            keyOf={({ libraryId, version, kind, question }) => [libraryId, version, kind, question].join(" ")}
            columns={QUESTION_COLUMNS}
          />
        </Panel>
      )}
    </>
  )
}
