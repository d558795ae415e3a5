import type { UpdateLibraryAccessRequest } from "@lectern/contract"
import { Field, Select, TextArea } from "../../components/field.tsx"
import { linesOf } from "../../components/form.tsx"

/** The form values for who can see libraries. */
export interface AccessDraft {
  readonly access: "default" | "everyone" | "chosen"
  /** Names of accounts, one per line. */
  readonly users: string
  readonly groups: string
}

/** Converts the form values to a request. */
export function accessRequestOf({ access, users, groups }: AccessDraft): UpdateLibraryAccessRequest {
  return access === "chosen" ? { access, users: linesOf(users), groups: linesOf(groups) } : { access }
}

interface Readers {
  readonly access: AccessDraft["access"]
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

/** Describes who can see libraries. */
export function readersOf({ access, users, groups }: Readers): string {
  if (access === "everyone") return "Every member"
  const named = [...users, ...groups.map((group) => `group ${group}`)]
  return named.length === 0 ? "Admins only" : named.join(", ")
}

interface AccessFieldsProps {
  readonly draft: AccessDraft
  readonly onChange: (draft: AccessDraft) => void
  /** True to offer the default of the access rules. */
  readonly hasDefault?: boolean
}

/** Form fields for who can see libraries. */
export function AccessFields({ draft, onChange, hasDefault = false }: AccessFieldsProps) {
  const options = [
    ...(hasDefault ? [{ value: "default", label: "Follow the access rules" }] : []),
    { value: "everyone", label: "Every member" },
    { value: "chosen", label: "Chosen accounts and groups" },
  ]
  return (
    <>
      <Field label="Visible to">
        <Select
          value={draft.access}
          options={options}
          onChange={(value) => onChange({ ...draft, access: value as AccessDraft["access"] })}
        />
      </Field>
      {draft.access === "chosen" && (
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Accounts" hint="One name in each line.">
            <TextArea
              rows={4}
              value={draft.users}
              onChange={(event) => onChange({ ...draft, users: event.target.value })}
            />
          </Field>
          <Field label="Groups" hint="As your identity provider names them.">
            <TextArea
              rows={4}
              value={draft.groups}
              onChange={(event) => onChange({ ...draft, groups: event.target.value })}
            />
          </Field>
        </div>
      )}
    </>
  )
}
