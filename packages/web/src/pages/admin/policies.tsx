import { type PolicyConfiguration, POLICY_SOURCE_TYPES, type UpdatePoliciesRequest } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { api } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, Select, TextArea, TextInput } from "../../components/field.tsx"
import { CheckList, Form } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { countOf } from "../../components/text.tsx"
import { Switch } from "../../components/switch.tsx"
import { draftOf, policyChange, type PolicyDraft } from "./policy-change.ts"
import { PolicyPreview } from "./policy-preview.tsx"
import { SuspiciousContent } from "./suspicious-content.tsx"

const TYPE_LABELS: Readonly<Record<(typeof POLICY_SOURCE_TYPES)[number], string>> = {
  public_repos: "Public repositories",
  private_sources: "Private repositories",
  wiki: "Wiki spaces",
  uploaded_files: "Uploaded files",
  websites: "Websites",
  llmstxt: "llms.txt files",
}
const TYPE_OPTIONS = POLICY_SOURCE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))
const MODE_OPTIONS = [
  { value: "", label: "All libraries" },
  { value: "quality", label: "Libraries that meet requirements" },
  { value: "select", label: "Only chosen libraries" },
]

/** Shows and changes the policies of the teamspace, with a preview of the libraries that a change hides. */
export function Policies() {
  const policies = useQuery({ queryKey: ["policies"], queryFn: ({ signal }) => api.visibility.getPolicies({ signal }) })
  return (
    <Panel
      title="What members can use"
      description={
        policies.data === undefined
          ? "…"
          : `Members can use ${countOf(policies.data.accessibleLibraryCount, "public library", "public libraries")} now.`
      }
    >
      <Loaded query={policies}>{(stored) => <PolicyForm key={JSON.stringify(stored)} stored={stored} />}</Loaded>
    </Panel>
  )
}

function PolicyForm({ stored }: { readonly stored: PolicyConfiguration }) {
  const may = usePermissions()
  const [draft, setDraft] = useState(() => draftOf(stored))
  const set = (change: Partial<PolicyDraft>) => setDraft({ ...draft, ...change })
  const change = policyChange(stored, draft)
  const shown = useDeferredValue(change)
  const save = useAction((): Promise<unknown> => saved(change), {
    done: "Policies saved",
    changes: ["policies", "libraries"],
  })
  const fields = (
    <fieldset disabled={!may("changePolicies")} className="flex flex-col gap-6">
      <CheckList
        label="Source types that members can use"
        options={TYPE_OPTIONS}
        chosen={draft.enabledTypes}
        onChange={(enabledTypes) => set({ enabledTypes })}
      />
      <div className="max-w-96">
        <Field label="Libraries that members can use">
          <Select value={draft.mode} options={MODE_OPTIONS} onChange={(mode) => set({ mode })} />
        </Field>
      </div>
      {draft.mode === "quality" && <Requirements draft={draft} set={set} />}
      {draft.mode === "select" && (
        <ListField
          label="Chosen libraries"
          hint="One entry in each line: /owner/repo, /owner, or a domain such as example.com."
          value={draft.allowed}
          onChange={(allowed) => set({ allowed })}
        />
      )}
      <SuspiciousContent draft={draft} set={set} flagged={stored.flagged} />
    </fieldset>
  )
  if (!may("changePolicies")) return fields
  return (
    <Form
      action="Save policies"
      isBusy={save.isBusy}
      error={save.error}
      isDisabled={change === undefined}
      onSubmit={save.run}
    >
      {fields}
      {shown !== undefined && <PolicyPreview change={shown} suspiciousAction={draft.suspiciousAction} />}
    </Form>
  )
}

function saved(change: UpdatePoliciesRequest | undefined): Promise<unknown> {
  return change === undefined ? Promise.resolve() : api.visibility.updatePolicies(change)
}

interface RequirementsProps {
  readonly draft: PolicyDraft
  readonly set: (change: Partial<PolicyDraft>) => void
}

function Requirements({ draft, set }: RequirementsProps) {
  const number = (name: "minTrustScore" | "maxAgeDays" | "minStars", label: string, hint: string, min: number) => (
    <Field label={label} hint={hint}>
      <TextInput
        type="number"
        min={min}
        max={name === "minTrustScore" ? 10 : 1e9}
        value={draft[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <>
      <Switch
        label="Verified origin"
        hint="Only libraries whose origin an admin, or the library config of the repository, confirms."
        isOn={draft.requireVerified}
        onChange={(requireVerified) => set({ requireVerified })}
      />
      <div className="grid gap-4 md:grid-cols-3">
        {number("minTrustScore", "Minimum trust score", "0 to 10. If empty, no minimum.", 0)}
        {number("maxAgeDays", "Maximum days since the last change", "If empty, no maximum.", 1)}
        {number("minStars", "Minimum stars", "Repositories only. If empty, no minimum.", 0)}
      </div>
      <div className="grid gap-4 md:grid-cols-3">
        <ListField
          label="Allowed licences"
          hint="SPDX ids such as MIT. If empty, all."
          value={draft.licenses}
          onChange={(licenses) => set({ licenses })}
        />
        <ListField
          label="Blocked libraries"
          hint="/owner/repo, /owner, or a domain."
          value={draft.blocked}
          onChange={(blocked) => set({ blocked })}
        />
        <ListField
          label="Exceptions"
          hint="These pass every requirement."
          value={draft.excepted}
          onChange={(excepted) => set({ excepted })}
        />
      </div>
    </>
  )
}

interface ListFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function ListField({ label, hint, value, onChange }: ListFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <TextArea
        rows={4}
        className="font-mono text-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
