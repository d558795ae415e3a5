import { LIMITS, type LibraryRecord } from "@lectern/contract"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import type { LibraryAddress } from "../../app/search-parameters.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { Slider } from "../../components/slider.tsx"
import { Empty } from "../../components/states.tsx"
import { Answer, type AnswerRequest } from "./answer.tsx"
import { CompareField } from "./compare-field.tsx"

const route = getRouteApi("/libraries/$owner/$repo")
const TOKEN_STEP = 500
const LENGTHS = [
  { value: "", label: "Stop at clearly weaker snippets" },
  { value: "full", label: "Fill the token budget" },
]

/** Asks the library and shows exactly what an agent receives. The URL contains the question. */
export function AskBox({ library }: { readonly library: LibraryRecord }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: { readonly [Name in keyof LibraryAddress]: LibraryAddress[Name] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }) as LibraryAddress })
  const hasSnippets = library.totalSnippets > 0
  return (
    <div className="flex flex-col gap-4">
      <Panel>
        <AskForm library={library} search={search} onChange={change} />
      </Panel>
      {search.q === undefined ? (
        <Panel>
          <Empty icon="search" title={hasSnippets ? "Ask a question" : "Nothing to ask yet"}>
            {hasSnippets
              ? "You see exactly what a coding agent receives for it."
              : "Answers appear once the library has snippets."}
          </Empty>
        </Panel>
      ) : (
        <Answers library={library} search={{ ...search, q: search.q }} onView={(view) => change({ view })} />
      )}
    </div>
  )
}

interface AskFormProps {
  readonly library: LibraryRecord
  readonly search: LibraryAddress
  readonly onChange: (next: { readonly [Name in keyof LibraryAddress]: LibraryAddress[Name] | undefined }) => void
}

/** Returns what the fields contain when the address has these parameters. */
function fieldsOf({ q = "", terms = "", tokens = LIMITS.contextTokensDefault, compare = "" }: LibraryAddress) {
  return { q, terms, tokens, compare }
}

function AskForm({ library, search, onChange }: AskFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(search))
  const [asked, setAsked] = useState(search.q)
  // Another question in the address replaces the fields, for example after going back. A new form for each question
  // would do the same, but take the focus from the field that the question was typed into.
  if (search.q !== asked) {
    setAsked(search.q)
    setFields(fieldsOf(search))
  }
  const setField = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }))
  const { q, terms, tokens, compare } = fields
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ q, tokens, terms, compare: compare.trim() === "" ? undefined : compare.trim() })
      }}
    >
      <QuestionField question={q} onChange={(next) => setField({ q: next })} />
      <details
        className="group"
        open={[search.terms, search.compare, search.length].some((value) => value !== undefined)}
      >
        <summary className="w-fit rounded text-sm font-medium text-muted hover:text-ink">Options</summary>
        <div className="mt-3 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          <Field label="Expected terms" hint="Words that the answer should contain, separated by commas.">
            <TextInput
              maxLength={500}
              placeholder="useEffect, cleanup"
              value={terms}
              onChange={(event) => setField({ terms: event.target.value })}
            />
          </Field>
          <CompareField library={library} value={compare} onChange={(next) => setField({ compare: next })} />
          <Slider
            label="Token budget"
            min={LIMITS.contextTokensMin}
            max={LIMITS.contextTokensMax}
            step={TOKEN_STEP}
            value={tokens}
            onChange={(next) => setField({ tokens: next })}
            onCommit={() => search.q !== undefined && onChange({ tokens })}
          />
          <Field label="Length">
            <Select
              value={search.length ?? ""}
              options={LENGTHS}
              onChange={(value) => onChange({ length: value === "full" ? "full" : undefined })}
            />
          </Field>
        </div>
      </details>
    </form>
  )
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

/** Splits typed text into terms. */
function termsOf(text = ""): string[] {
  return text
    .split(",")
    .map((term) => term.trim())
    .filter(Boolean)
    .slice(0, LIMITS.termsMaxCount)
}

interface AnswersProps {
  readonly library: LibraryRecord
  readonly search: LibraryAddress & { readonly q: string }
  readonly onView: (view: NonNullable<LibraryAddress["view"]>) => void
}

/** Shows one answer, or two side by side. */
function Answers({ library, search, onView }: AnswersProps) {
  const terms = termsOf(search.terms)
  const asked = {
    query: search.q,
    ...(terms.length === 0 ? {} : { terms }),
    tokens: search.tokens ?? LIMITS.contextTokensDefault,
    ...(search.length === undefined ? {} : { length: search.length }),
  }
  const own: AnswerRequest = {
    ...asked,
    libraryId: search.version === undefined ? library.id : `${library.id}/${search.version}`,
  }
  const view = search.view ?? "rendered"
  if (search.compare === undefined) return <Answer request={own} view={view} onView={onView} />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Answer request={own} view={view} onView={onView} isNamed />
      <Answer request={{ ...asked, libraryId: search.compare }} view={view} onView={onView} isNamed />
    </div>
  )
}
