import { type ApiKey, LIMITS } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { OnceShown } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { Table } from "../../components/table.tsx"
import { CodeBlock, RelativeTime } from "../../components/text.tsx"

/** Lists the API keys of the account; the value of a new key is shown only once. */
export function Keys() {
  const list = useQuery({ queryKey: ["keys"], queryFn: ({ signal }) => api.keys.list({ signal }) })
  return (
    <Panel title="API keys" description="For agents and programs. A key has the same permissions as you." isFlush>
      <div className="border-b p-4">
        <NewKey />
      </div>
      <Loaded query={list} rows={2}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty icon="lock" title="No keys yet">
              Create one to connect an agent that requires it.
            </Empty>
          ) : (
            <KeyTable keys={keys} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function NewKey() {
  const [name, setName] = useState("")
  const [key, setKey] = useState<string>()
  const create = useAction(() => api.keys.create({ name }), {
    changes: ["keys"],
    onDone: (created) => {
      setName("")
      setKey(created.key)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.run()
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="flex items-end gap-2">
        <div className="min-w-0 max-w-80 flex-1">
          <Field label="Name of the new key" error={create.error}>
            <TextInput
              required
              maxLength={LIMITS.keyNameMaxCharacters}
              placeholder="Laptop"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        </div>
        <Button type="submit" variant="primary" isBusy={create.isBusy}>
          Create key
        </Button>
      </div>
      {key !== undefined && (
        <OnceShown>
          <CodeBlock code={key} label="new key" />
        </OnceShown>
      )}
    </form>
  )
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  return (
    <Table
      label="API keys"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { title: "Name", cell: ({ name }) => name },
        { title: "Key", isOptional: true, cell: ({ hint }) => <code className="font-mono text-sm">{hint}…</code> },
        {
          title: "Last used",
          isEnd: true,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <RelativeTime moment={lastUsedAt} />),
        },
        {
          title: "Action",
          isEnd: true,
          cell: (key) => (
            <Confirm
              title={`Revoke ${key.name}?`}
              action="Revoke"
              changes={["keys"]}
              onConfirm={() => api.keys.revoke(key.id)}
              trigger={(open) => (
                <Button variant="danger" onClick={open}>
                  Revoke
                </Button>
              )}
            >
              Everything that uses this key stops working at once.
            </Confirm>
          ),
        },
      ]}
    />
  )
}
