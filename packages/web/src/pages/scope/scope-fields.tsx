import { Field, TextArea } from "../../components/field.tsx"
import type { ScopeTexts } from "./scope-texts.ts"

interface ScopeFieldsProps {
  readonly texts: ScopeTexts
  readonly onChange: (texts: ScopeTexts) => void
}

/** Form fields for folders and exclusions, as patterns. */
export function ScopeFields({ texts, onChange }: ScopeFieldsProps) {
  const area = (name: keyof ScopeTexts, label: string, hint: string, placeholder: string) => (
    <Field label={label} hint={hint}>
      <TextArea
        rows={3}
        className="font-mono text-sm"
        placeholder={placeholder}
        value={texts[name]}
        onChange={(event) => onChange({ ...texts, [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {area("folders", "Folders", "One path or glob per line. If empty, everything.", "docs")}
      {area("excludeFolders", "Excluded folders", "One path or glob per line.", "docs/archive")}
      {area("excludeFiles", "Excluded files", "One path or glob per line.", "**/draft-*.md")}
    </div>
  )
}
