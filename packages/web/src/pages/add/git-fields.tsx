import { LIMITS } from "@lectern/contract"
import { usePermissions } from "../../app/session.ts"
import { Field, TextArea, TextInput } from "../../components/field.tsx"
import { Switch } from "../../components/switch.tsx"
import type { SourceOptions } from "./add-request.ts"
import { ProjectField } from "./project-field.tsx"

interface OptionsProps {
  readonly options: SourceOptions
  readonly onChange: (options: SourceOptions) => void
}

/** What can be said about a git repository. */
export function GitFields({ options, onChange, isSsh }: OptionsProps & { readonly isSsh: boolean }) {
  const may = usePermissions()
  const set = (change: Partial<SourceOptions>) => onChange({ ...options, ...change })
  return (
    <>
      {may("addPrivateLibrary") && (
        <Switch
          label="Private"
          hint="Only members of your teamspace can see the library."
          isOn={options.isPrivate}
          onChange={(isPrivate) => set({ isPrivate })}
        />
      )}
      {options.isPrivate && (
        <div className="grid gap-4 md:grid-cols-2">
          <Field
            label={isSsh ? "Deploy key" : "Access token"}
            hint={
              isSsh
                ? "The private key, with its first and last line. Stored encrypted, and never shown again."
                : "Needs read access to the repository. Not needed if its host is connected. Stored encrypted, and never shown again."
            }
          >
            <TextArea
              rows={isSsh ? 4 : 1}
              autoComplete="off"
              spellCheck={false}
              maxLength={LIMITS.gitTokenMaxCharacters}
              className="font-mono text-sm"
              value={options.gitToken}
              onChange={(event) => set({ gitToken: event.target.value })}
            />
          </Field>
          <ProjectField projectId={options.projectId} onChange={(projectId) => set({ projectId })} />
        </div>
      )}
      <details>
        <summary className="w-fit rounded text-sm font-medium text-muted hover:text-ink">
          Branch, folders and exclusions
        </summary>
        <ScopeFields options={options} onChange={onChange} />
      </details>
    </>
  )
}

function ScopeFields({ options, onChange }: OptionsProps) {
  const area = (name: "folders" | "excludeFolders" | "excludeFiles", label: string, hint: string, example: string) => (
    <Field label={label} hint={hint}>
      <TextArea
        rows={3}
        className="font-mono text-sm"
        placeholder={example}
        value={options[name]}
        onChange={(event) => onChange({ ...options, [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className="mt-3 flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-3">
        {area("folders", "Folders", "One path or glob per line. If empty, everything.", "docs")}
        {area("excludeFolders", "Excluded folders", "One path or glob per line.", "docs/archive")}
        {area("excludeFiles", "Excluded files", "One path or glob per line.", "**/draft-*.md")}
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Branch or tag" hint="If empty, the default branch.">
          <TextInput
            value={options.branch}
            onChange={(event) => onChange({ ...options, branch: event.target.value })}
          />
        </Field>
        <Switch
          label="Index source code"
          hint="Also creates snippets from public symbols in the code."
          isOn={options.generateDocs}
          onChange={(generateDocs) => onChange({ ...options, generateDocs })}
        />
      </div>
    </div>
  )
}
