import { LIMITS } from "@lectern/contract"
import { Field, TextArea, TextInput } from "../../components/field.tsx"
import { ProjectField } from "./project-field.tsx"

/** Title, description and project of a private library. */
export interface Texts {
  readonly title: string
  readonly description: string
  readonly projectId: string
}

/** Form fields for the title, description and project of a library from a connected account. */
export function TextFields({ texts, onChange }: { readonly texts: Texts; readonly onChange: (texts: Texts) => void }) {
  return (
    <>
      <Field label="Title">
        <TextInput
          required
          maxLength={LIMITS.titleMaxCharacters}
          value={texts.title}
          onChange={(event) => onChange({ ...texts, title: event.target.value })}
        />
      </Field>
      <Field label="Description" hint="Agents use it to choose a library.">
        <TextArea
          required
          rows={2}
          maxLength={LIMITS.descriptionMaxCharacters}
          value={texts.description}
          onChange={(event) => onChange({ ...texts, description: event.target.value })}
        />
      </Field>
      <ProjectField projectId={texts.projectId} onChange={(projectId) => onChange({ ...texts, projectId })} />
    </>
  )
}
