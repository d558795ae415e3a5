import { LIMITS } from "@lectern/contract"
import { usePermissions } from "../../app/session.ts"
import { Field, TextArea, TextInput } from "../../components/field.tsx"
import { countOf } from "../../components/text.tsx"
import { Switch } from "../../components/switch.tsx"
import { ScopeFields } from "../scope/scope-fields.tsx"
import { scopeOf } from "../scope/scope-texts.ts"
import type { SourceOptions } from "./add-request.ts"
import { ProjectField } from "./project-field.tsx"

interface OptionsProps {
  readonly options: SourceOptions
  readonly onChange: (options: SourceOptions) => void
}

/** Form fields for the options of a git repository. */
export function GitFields({ options, onChange, isSsh }: OptionsProps & { readonly isSsh: boolean }) {
  const may = usePermissions()
  const patternCount = Object.values(scopeOf(options)).flat().length
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
          {patternCount > 0 && ` (${countOf(patternCount, "pattern")})`}
        </summary>
        <SourceFields options={options} onChange={onChange} />
      </details>
    </>
  )
}

function SourceFields({ options, onChange }: OptionsProps) {
  return (
    <div className="mt-3 flex flex-col gap-4">
      <ScopeFields texts={options} onChange={(texts) => onChange({ ...options, ...texts })} />
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
