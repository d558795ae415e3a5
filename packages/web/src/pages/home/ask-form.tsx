import { LIMITS, type SearchResultItem } from "@lectern/contract"
import { useRouter } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { paramsOf } from "../libraries/library-list.tsx"

/** A form for asking one of the newest libraries; the answer is on the page of the library. */
export function AskForm({ libraries }: { readonly libraries: readonly SearchResultItem[] }) {
  const ready = libraries.filter(({ state }) => state === "finalized")
  const [libraryId, setLibraryId] = useState(ready[0]?.id ?? "")
  const [question, setQuestion] = useState("")
  const router = useRouter()
  const ask = (event: FormEvent) => {
    event.preventDefault()
    void router.navigate({ to: "/libraries/$owner/$repo", params: paramsOf(libraryId), search: { q: question } })
  }
  return (
    <Panel>
      <form className="grid items-end gap-4 md:grid-cols-[minmax(0,240px)_minmax(0,1fr)_auto]" onSubmit={ask}>
        <Field label="Library">
          <Select
            value={libraryId}
            onChange={setLibraryId}
            options={ready.map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Field>
        <Field label="Question">
          <TextInput
            required
            maxLength={LIMITS.queryMaxCharacters}
            placeholder="How do I …?"
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary">
          Ask
        </Button>
      </form>
    </Panel>
  )
}
