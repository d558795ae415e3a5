import { ApiError } from "@lectern/client"
import type { ContextQueryInput, ContextResponse } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { api } from "../../app/api.ts"
import { ROOT_URL } from "../../app/root-url.ts"
import { ANSWER_VIEWS, type AnswerView as View } from "../../app/search-parameters.ts"
import { usePermissions, useSession } from "../../app/session.ts"
import { Button } from "../../components/button.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty, Failure, messageOf, Skeleton } from "../../components/states.tsx"
import { CopyButton, countOf } from "../../components/text.tsx"
import { finishSteps } from "../start/step-memory.ts"
import { AnswerView } from "./answer-view.tsx"
import { ReportAnswer } from "./report-answer.tsx"
import { Explanation } from "./explanation.tsx"

/** A question with all parameters that affect its answer. */
export type AnswerRequest = Pick<ContextQueryInput, "libraryId" | "query" | "terms" | "tokens" | "length">

const VIEW_LABELS = { rendered: "Rendered", text: "Text", json: "JSON", explain: "Explain" } as const

interface AnswerProps {
  readonly request: AnswerRequest
  readonly view: View
  readonly onView: (view: View) => void
  /** True to show the name of the library, if two answers are side by side. */
  readonly isNamed?: boolean
}

/** Shows the answer to one question in the form that an agent receives, and announces its size to screen readers. */
export function Answer(props: AnswerProps) {
  const answer = useAnswer(props.request)
  const size = answer.data === undefined || answer.isError ? undefined : sizeOf(answer.data)
  return (
    <div className="min-w-0">
      {/* It has to be on the page before its text, because screen readers announce only changes. */}
      <p role="status" className="sr-only">
        {size !== undefined && `${props.isNamed === true ? `${props.request.libraryId}: ` : ""}${size}`}
        {answer.isError && messageOf(answer.error)}
      </p>
      <AnswerPanel {...props} answer={answer} />
    </div>
  )
}

function useAnswer(request: AnswerRequest) {
  const session = useSession()
  const isExplained = usePermissions()("explainAnswer")
  return useQuery({
    // The session determines whether `explain` is sent. Without waiting for it, an admin's question would be sent
    // twice.
    enabled: !session.isPending,
    queryKey: ["answer", request, isExplained],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now()
      const explain = isExplained ? ({ explain: "1" } as const) : {}
      const answered = await api.readContext({ ...request, text: "1", ...explain }, { signal })
      const tookMs = performance.now() - startedMs
      finishSteps("ask")
      return { ...answered, tookMs }
    },
    // Every request counts as a question, so an answer is requested again only after a library has changed.
    staleTime: Infinity,
  })
}

type AnswerPanelProps = AnswerProps & { readonly answer: ReturnType<typeof useAnswer> }

function AnswerPanel({ request, view, onView, isNamed = false, answer }: AnswerPanelProps) {
  const may = usePermissions()
  if (answer.isError) {
    return (
      <div className="flex flex-col gap-2">
        {isNamed && <h2 className="font-semibold [overflow-wrap:anywhere]">{request.libraryId}</h2>}
        <NoAnswer error={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    )
  }
  if (answer.isPending) return <Skeleton className="h-64" />
  const { text = "", explain, tookMs, ...data } = answer.data
  const count = countOf(snippetCountOf(data), "snippet")
  const views = ANSWER_VIEWS.filter((each) => each !== "explain" || may("explainAnswer"))
  return (
    <Panel
      title={isNamed ? `${request.libraryId}: ${count}` : count}
      description={`${countOf(tokensOf(data), "token")}, answered in ${Math.round(tookMs)} ms`}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ViewChoice views={views} view={view} onView={onView} />
          <div className="flex items-center gap-1">
            {may("reportAnswer") && <ReportAnswer libraryId={request.libraryId} question={request.query} />}
            <CopyButton text={location.href} icon="link" label="Copy a link to this answer" />
            <CopyButton text={addressOf(request)} label="Copy the address of this answer in the API" />
          </div>
        </div>
      }
    >
      {view === "explain" && explain !== undefined ? (
        <Explanation explain={explain} />
      ) : (
        <AnswerView view={view} text={text} data={data} />
      )}
    </Panel>
  )
}

type ViewChoiceProps = Pick<AnswerProps, "view" | "onView"> & { readonly views: readonly View[] }

function ViewChoice({ views, view, onView }: ViewChoiceProps) {
  return (
    <div role="group" aria-label="View" className="flex rounded-md bg-sunken">
      {views.map((each) => (
        <Button
          key={each}
          variant={each === view ? "secondary" : "quiet"}
          aria-pressed={each === view}
          onClick={() => onView(each)}
        >
          {VIEW_LABELS[each]}
        </Button>
      ))}
    </div>
  )
}

/** Shows why there is no answer. If nothing matches, that is not an error. */
function NoAnswer({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const isNothingFound = error instanceof ApiError && error.code === "no_snippets_found"
  if (!isNothingFound) return <Failure error={error} onRetry={onRetry} />
  return (
    <Panel>
      <Empty icon="search" title="Nothing found">
        {messageOf(error)}
      </Empty>
    </Panel>
  )
}

function snippetCountOf({ codeSnippets, infoSnippets }: ContextResponse): number {
  return codeSnippets.length + infoSnippets.length
}

function sizeOf(answer: ContextResponse): string {
  return `${countOf(snippetCountOf(answer), "snippet")}, ${countOf(tokensOf(answer), "token")}`
}

function tokensOf({ codeSnippets, infoSnippets }: ContextResponse): number {
  const counts = [
    ...codeSnippets.map(({ codeTokens }) => codeTokens),
    ...infoSnippets.map(({ contentTokens }) => contentTokens),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}

function addressOf({ libraryId, query, terms = [], tokens, length }: AnswerRequest): string {
  const parameters = new URLSearchParams({ libraryId, query })
  for (const term of terms) parameters.append("terms", term)
  if (tokens !== undefined) parameters.set("tokens", String(tokens))
  if (length !== undefined) parameters.set("length", length)
  return `${ROOT_URL}api/v2/context?${parameters}`
}
