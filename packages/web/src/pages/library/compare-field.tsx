import type { LibraryRecord } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { api } from "../../app/api.ts"
import { Field, TextInput } from "../../components/field.tsx"

const MAX_SUGGESTIONS = 20

interface CompareFieldProps {
  readonly library: LibraryRecord
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Lets users choose a version or another library whose answer is shown side by side. */
export function CompareField({ library, value, onChange }: CompareFieldProps) {
  const listId = useId()
  const others = useQuery({
    queryKey: ["libraries", "newest", MAX_SUGGESTIONS],
    queryFn: ({ signal }) => api.listLibraries({ limit: MAX_SUGGESTIONS }, { signal }),
  })
  const suggestions = [
    ...library.versions.map((tag) => `${library.id}/${tag}`),
    ...(others.data?.libraries ?? []).map(({ id }) => id).filter((id) => id !== library.id),
  ]
  return (
    <Field label="Compare with" hint="A library id, with a version if you like.">
      <TextInput
        list={listId}
        maxLength={500}
        placeholder={suggestions[0] ?? "/owner/repo/v2"}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {suggestions.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </Field>
  )
}
