import { type ApiKey, LIMITS } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"
import { api, queries } from "../../app/api.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty, Failure, messageOf, SkeletonRows } from "../../components/states.tsx"
import { Table } from "../../components/table.tsx"
import { CodeBlock, RelativeTime } from "../../components/text.tsx"

const KEYS = ["keys"] as const
const readAgain = () => queries.invalidateQueries({ queryKey: KEYS })

/** Lists the API keys of the account; the value of a new key is shown only once. */
export function Keys() {
  const list = useQuery({ queryKey: KEYS, queryFn: ({ signal }) => api.keys.list({ signal }) })
  return (
    <Panel title="API keys" description="For agents and programs. A key has the same permissions as you." isFlush>
      <div className="border-b p-4">
        <NewKey />
      </div>
      {list.isError ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonRows count={2} />
      ) : list.data.keys.length === 0 ? (
        <Empty icon="lock" title="No keys yet">
          Create one to connect an agent that requires it.
        </Empty>
      ) : (
        <KeyTable keys={list.data.keys} />
      )}
    </Panel>
  )
}

function NewKey() {
  const [name, setName] = useState("")
  const [state, setState] = useState<{ isBusy: boolean; error?: string; key?: string }>({ isBusy: false })
  const create = (event: FormEvent) => {
    event.preventDefault()
    setState({ isBusy: true })
    api.keys.create({ name }).then(
      async ({ key }) => {
        setName("")
        setState({ isBusy: false, key })
        await readAgain()
      },
      (error: unknown) => setState({ isBusy: false, error: messageOf(error) }),
    )
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={create}>
      <div className="flex items-end gap-2">
        <div className="min-w-0 max-w-80 flex-1">
          <Field label="Name of the new key" error={state.error}>
            <TextInput
              required
              maxLength={LIMITS.keyNameMaxCharacters}
              placeholder="Laptop"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        </div>
        <Button type="submit" variant="primary" isBusy={state.isBusy}>
          Create key
        </Button>
      </div>
      {state.key !== undefined && (
        <div role="status" className="flex flex-col gap-1">
          <p className="text-sm text-muted">Copy the key now. It is not shown again.</p>
          <CodeBlock code={state.key} label="new key" />
        </div>
      )}
    </form>
  )
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const revoke = async (key: ApiKey) => {
    await api.keys.revoke(key.id)
    await readAgain()
  }
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
              onConfirm={() => revoke(key)}
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
