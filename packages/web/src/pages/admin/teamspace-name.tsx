import { LIMITS, type Teamspace } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { replaceSession, usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { DialogButton, Form } from "../../components/form.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { capitalised } from "../../components/readable-message.ts"

/**
 * Shows the current teamspace in the hosted edition: its name and plan, the user's other teamspaces, and a form for a
 * new one.
 */
export function TeamspaceName({ teamspace }: { readonly teamspace: Teamspace }) {
  const may = usePermissions()
  return (
    <Panel
      title={teamspace.name}
      description={
        teamspace.plan === null ? undefined : <Badge tone="accent">{capitalised(teamspace.plan)} plan</Badge>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          {may("changeTeamspace") && (
            <DialogButton label="Rename" title="Rename this teamspace">
              {(close) => <Rename teamspace={teamspace} onDone={close} />}
            </DialogButton>
          )}
          {may("createTeamspace") && (
            <DialogButton label="New teamspace" title="Create a teamspace">
              {(close) => <NewTeamspace onDone={close} />}
            </DialogButton>
          )}
        </div>
      }
    >
      <SwitchTeamspace current={teamspace} />
    </Panel>
  )
}

function SwitchTeamspace({ current }: { readonly current: Teamspace }) {
  const list = useQuery({ queryKey: ["teamspaces"], queryFn: ({ signal }) => api.teamspaces.list({ signal }) })
  const [chosen, setChosen] = useState(current.id)
  const change = useAction(() => api.session.switchTeamspace({ teamspaceId: chosen }), { onDone: replaceSession })
  const options = (list.data?.teamspaces ?? [current]).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Form
      action="Switch"
      isBusy={change.isBusy}
      error={change.error}
      isDisabled={chosen === current.id}
      onSubmit={change.run}
    >
      <Field label="Active teamspace" hint="Private libraries, keys and policies are those of this teamspace.">
        <Select value={chosen} options={options} onChange={setChosen} />
      </Field>
    </Form>
  )
}

function Rename({ teamspace, onDone }: { readonly teamspace: Teamspace; readonly onDone: () => void }) {
  const [name, setName] = useState(teamspace.name)
  const save = useAction(() => api.teamspaces.update(teamspace.id, { name }), {
    done: "Renamed",
    changes: ["session", "teamspaces"],
    onDone,
  })
  return (
    <Form action="Rename" isBusy={save.isBusy} error={save.error} onSubmit={save.run}>
      <NameField name={name} onChange={setName} />
    </Form>
  )
}

function NewTeamspace({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("")
  const create = useAction(() => api.teamspaces.create({ name }), {
    done: "Teamspace created",
    changes: ["teamspaces"],
    onDone,
  })
  return (
    <Form action="Create teamspace" isBusy={create.isBusy} error={create.error} onSubmit={create.run}>
      <NameField name={name} onChange={setName} />
    </Form>
  )
}

function NameField({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  return (
    <Field label="Name">
      <TextInput
        required
        maxLength={LIMITS.teamspaceNameMaxCharacters}
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
