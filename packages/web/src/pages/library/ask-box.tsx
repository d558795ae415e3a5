import { LIMITS, type LibraryRecord } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"
import { api } from "../../app/api.ts"
import { ROOT_URL } from "../../app/root-url.ts"
import { ANSWER_VIEWS, type LibraryAddress } from "../../app/search-parameters.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { Slider } from "../../components/slider.tsx"
import { Empty, Failure, Skeleton } from "../../components/states.tsx"
import { CopyButton } from "../../components/text.tsx"
import { AnswerView } from "./answer-view.tsx"

const route = getRouteApi("/libraries/$owner/$repo")
const TOKEN_STEP = 500
const VIEW_LABELS = { rendered: "Rendered", text: "Text", json: "JSON" } as const

/** Asks the library and shows exactly what an agent receives. The address contains the question. */
export function AskBox({ library }: { readonly library: LibraryRecord }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [question, setQuestion] = useState(search.q ?? "")
  const [terms, setTerms] = useState(search.terms ?? "")
  const [tokens, setTokens] = useState(search.tokens ?? LIMITS.contextTokensDefault)
  const change = (next: LibraryAddress) => void navigate({ search: (before) => ({ ...before, ...next }) })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    change({ q: question, tokens, terms })
  }
  const versions = [
    { value: "", label: library.branch === "" ? "Current" : `Current (${library.branch})` },
    ...library.versions.map((tag) => ({ value: tag, label: tag })),
  ]
  return (
    <div className="flex flex-col gap-4">
      <Panel>
        <form className="flex flex-col gap-4" onSubmit={ask}>
          <QuestionField question={question} onChange={setQuestion} />
          <div className="grid gap-4 md:grid-cols-3">
            <Field label="Expected terms" hint="Optional, separated by commas.">
              <TextInput
                maxLength={500}
                placeholder="useEffect, cleanup"
                value={terms}
                onChange={(event) => setTerms(event.target.value)}
              />
            </Field>
            <Field label="Version">
              <Select value={search.version ?? ""} options={versions} onChange={(version) => change({ version })} />
            </Field>
            <Slider
              label="Token budget"
              min={LIMITS.contextTokensMin}
              max={LIMITS.contextTokensMax}
              step={TOKEN_STEP}
              value={tokens}
              onChange={setTokens}
              onCommit={() => search.q !== undefined && change({ tokens })}
            />
          </div>
        </form>
      </Panel>
      {search.q === undefined ? (
        <Empty icon="search" title="Ask a question">
          You see exactly what a coding agent receives for it.
        </Empty>
      ) : (
        <Answer library={library} search={{ ...search, q: search.q }} onView={(view) => change({ view })} />
      )}
    </div>
  )
}

interface AnswerProps {
  readonly library: LibraryRecord
  readonly search: LibraryAddress & { readonly q: string }
  readonly onView: (view: NonNullable<LibraryAddress["view"]>) => void
}

interface QuestionFieldProps {
  readonly question: string
  readonly onChange: (question: string) => void
}

function QuestionField({ question, onChange }: QuestionFieldProps) {
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label="Question">
          <TextInput
            required
            maxLength={LIMITS.queryMaxCharacters}
            placeholder="How do I …?"
            value={question}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit" variant="primary">
        Ask
      </Button>
    </div>
  )
}

/** Splits what a reader typed into terms. */
function termsOf(text = ""): string[] {
  return text
    .split(",")
    .map((term) => term.trim())
    .filter(Boolean)
}

function Answer({ library, search, onView }: AnswerProps) {
  const libraryId = search.version === undefined ? library.id : `${library.id}/${search.version}`
  const terms = termsOf(search.terms)
  const expected = terms.length === 0 ? {} : { terms }
  const request = { libraryId, query: search.q, ...expected, tokens: search.tokens ?? LIMITS.contextTokensDefault }
  const answer = useQuery({
    queryKey: ["answer", request],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now()
      const text = await api.readContextText(request, { signal })
      const tookMs = performance.now() - startedMs
      return { text, tookMs, data: await api.readContext(request, { signal }) }
    },
    staleTime: 0,
  })
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <Skeleton className="h-64" />
  const { data, text, tookMs } = answer.data
  const tokenCount = [
    ...data.codeSnippets.map(({ codeTokens }) => codeTokens),
    ...data.infoSnippets.map(({ contentTokens }) => contentTokens),
  ].reduce((sum, count) => sum + count, 0)
  const count = data.codeSnippets.length + data.infoSnippets.length
  const address = `${ROOT_URL}api/v2/context?${new URLSearchParams({ libraryId, query: search.q })}`
  const view = search.view ?? "rendered"
  return (
    <Panel
      title={`${count} ${count === 1 ? "snippet" : "snippets"}`}
      description={`${tokenCount.toLocaleString("en-US")} tokens, answered in ${Math.round(tookMs)} ms`}
      actions={
        <div className="flex flex-wrap items-center gap-1">
          {ANSWER_VIEWS.map((each) => (
            <Button
              key={each}
              variant={each === view ? "secondary" : "quiet"}
              aria-pressed={each === view}
              onClick={() => onView(each)}
            >
              {VIEW_LABELS[each]}
            </Button>
          ))}
          <CopyButton text={address} label="Copy the address of this answer in the API" />
        </div>
      }
    >
      <AnswerView view={view} text={text} data={data} />
    </Panel>
  )
}
