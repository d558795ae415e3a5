import type { SettingsResponse } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, TextInput } from "../../components/field.tsx"
import { DialogButton, Form } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Table } from "../../components/table.tsx"

type Value = SettingsResponse["settings"][string]

interface Row {
  readonly name: string
  readonly value: Value
  readonly isChangeable: boolean
}

/** Lists every setting of the instance; some can be changed while it runs. */
export function InstanceSettings() {
  const [text, setText] = useState("")
  const read = useQuery({ queryKey: ["settings"], queryFn: ({ signal }) => api.admin.getSettings({ signal }) })
  const rowsOf = ({ settings, changeable }: SettingsResponse): readonly Row[] =>
    Object.entries(settings)
      .filter(([name]) => name.toLowerCase().includes(text.trim().toLowerCase()))
      .map(([name, value]) => ({ name, value, isChangeable: changeable.includes(name) }))
      .toSorted((one, other) => Number(other.isChangeable) - Number(one.isChangeable))
  return (
    <Panel
      title="All settings"
      description="Settings with a button can be changed now. The others are environment variables, read at start."
      isFlush
    >
      <div className="border-b p-4">
        <Field label="Find a setting" isLabelHidden>
          <TextInput
            type="search"
            placeholder="Find a setting"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Loaded query={read}>
        {(response) => (
          <Table
            label="Settings"
            rows={rowsOf(response)}
            keyOf={({ name }) => name}
            columns={[
              {
                title: "Setting",
                cell: ({ name }) => <code className="font-mono text-sm [overflow-wrap:anywhere]">{name}</code>,
              },
              {
                title: "Value",
                cell: ({ value }) => (
                  <span className="[overflow-wrap:anywhere]">
                    {value === null || value === "" ? "–" : String(value)}
                  </span>
                ),
              },
              { title: "Action", isEnd: true, cell: (row) => <ChangeSetting row={row} /> },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function ChangeSetting({ row }: { readonly row: Row }) {
  const may = usePermissions()
  if (!row.isChangeable || !may("changeSettings")) return null
  return (
    <DialogButton label="Change" title={row.name}>
      {(close) => <SettingForm row={row} onDone={close} />}
    </DialogButton>
  )
}

function SettingForm({ row: { name, value }, onDone }: { readonly row: Row; readonly onDone: () => void }) {
  const [text, setText] = useState(value === null ? "" : String(value))
  const save = useAction(() => api.admin.updateSettings({ settings: { [name]: text } }), {
    done: `${name} changed`,
    changes: ["settings"],
    onDone,
  })
  return (
    <Form action="Save" isBusy={save.isBusy} error={save.error} onSubmit={save.run}>
      <Field label="New value" hint="Applies at once, in every process of this instance within two seconds.">
        <TextInput value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </Form>
  )
}
