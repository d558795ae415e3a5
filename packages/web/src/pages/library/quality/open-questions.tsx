import type { LibraryQuestion, LibraryRecord, ListQuestionsResponse } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { api } from "../../../app/api.ts"
import { csvOf, downloadText } from "../../../app/download.ts"
import { useAction } from "../../../app/use-action.ts"
import { Button } from "../../../components/button.tsx"
import { ActionError } from "../../../components/form.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Badge, Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { Switch } from "../../../components/switch.tsx"
import { type Column, Table } from "../../../components/table.tsx"
import { countOf, formatCount, RelativeTime } from "../../../components/text.tsx"
import { paramsOf } from "../../libraries/library-list.tsx"

/** Lists questions whose answers were reported as wrong, and questions that found nothing. */
export function OpenQuestions({ library }: { readonly library: LibraryRecord }) {
  const list = useQuery({
    queryKey: ["questions", library.id],
    queryFn: ({ signal }) => api.questions.list(library.id, {}, { signal }),
  })
  const save = ({ questions }: ListQuestionsResponse) => {
    const titles = ["question", "kind", "count", "version", "note", "last asked"]
    const rows = questions.map(({ question, kind, count, version, note, lastAskedAt }) => {
      return [question, kind, count, version, note, lastAskedAt]
    })
    downloadText(`${library.id.slice(1).replaceAll("/", "-")}-questions.csv`, csvOf(titles, rows))
  }
  const { data } = list
  return (
    <Panel
      title="Questions to answer better"
      description={
        <>
          Reported as wrong, or without any match. <code className="font-mono">lectern questions</code> turns them into
          questions for <code className="font-mono">lectern eval</code>.
        </>
      }
      isFlush
      actions={
        data !== undefined && data.questions.length > 0 && <Button onClick={() => save(data)}>Export as CSV</Button>
      }
    >
      <Loaded query={list}>
        {(found) => (
          <>
            <div className="border-b px-4 py-2">
              <Recording library={library} found={found} />
            </div>
            <QuestionList library={library} questions={found.questions} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

interface RecordingProps {
  readonly library: LibraryRecord
  readonly found: ListQuestionsResponse
}

function Recording({ library, found: { recordsQuestions, unansweredCount } }: RecordingProps) {
  const change = useAction(() => api.updateLibrary(library.id, { recordQuestions: !recordsQuestions }), {
    done: "Saved",
    changes: ["questions"],
  })
  return (
    <>
      <Switch
        label="Keep the text of questions that find nothing"
        hint={`${countOf(unansweredCount, "request")} found nothing so far. Without this, they are only counted.`}
        isOn={recordsQuestions}
        disabled={change.isBusy}
        onChange={change.run}
      />
      <ActionError error={change.error} />
    </>
  )
}

interface QuestionListProps {
  readonly library: LibraryRecord
  readonly questions: readonly LibraryQuestion[]
}

function QuestionList({ library, questions }: QuestionListProps) {
  if (questions.length === 0) return <Empty icon="check" title="No questions yet" />
  const columns: readonly Column<LibraryQuestion>[] = [
    {
      title: "Question",
      cell: ({ question, note, version }) => (
        <span className="flex flex-col [overflow-wrap:anywhere]">
          <Link
            to="/libraries/$owner/$repo"
            params={paramsOf(library.id)}
            search={{ tab: "ask", q: question, ...(version === "" ? {} : { version }) }}
            className="font-medium text-accent-ink hover:underline"
          >
            <bdi>{question}</bdi>
          </Link>
          {note !== "" && <span className="text-sm text-muted">{note}</span>}
        </span>
      ),
    },
    {
      title: "Why",
      cell: ({ kind }) =>
        kind === "wrong" ? <Badge tone="warn">Reported as wrong</Badge> : <Badge tone="bad">Found nothing</Badge>,
    },
    { title: "Times", isEnd: true, cell: ({ count }) => formatCount(count) },
    { title: "Last", isEnd: true, isOptional: true, cell: ({ lastAskedAt }) => <RelativeTime moment={lastAskedAt} /> },
    { title: "Action", isEnd: true, cell: (question) => <Resolve library={library} question={question} /> },
  ]
  return <Table label="Questions" rows={questions} keyOf={({ id }) => id} columns={columns} />
}

function Resolve({ library, question }: { readonly library: LibraryRecord; readonly question: LibraryQuestion }) {
  const remove = useAction(() => api.questions.delete(library.id, question.id), {
    done: "Removed",
    changes: ["questions"],
  })
  return (
    <>
      <Button aria-label={`Resolved: ${question.question}`} isBusy={remove.isBusy} onClick={remove.run}>
        Resolved
      </Button>
      <ActionError error={remove.error} />
    </>
  )
}
