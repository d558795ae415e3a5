import type { AuditEntry } from "@lectern/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { api } from "../../app/api.ts"
import { downloadBlob } from "../../app/download.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { ActionError } from "../../components/form.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Empty } from "../../components/states.tsx"
import { Table } from "../../components/table.tsx"
import { RelativeTime } from "../../components/text.tsx"

const PAGE_SIZE = 50
const OUTCOMES = [
  { value: "", label: "Every outcome" },
  { value: "done", label: "Done" },
  { value: "refused", label: "Refused" },
] as const

interface Filter {
  readonly actor: string
  readonly action: string
  readonly outcome: AuditEntry["outcome"] | ""
}

/** Shows the audit log, newest first, filtered and paged on the server. */
export function AuditLog() {
  const [filter, setFilter] = useState<Filter>({ actor: "", action: "", outcome: "" })
  const asked = useDeferredValue(filter)
  const list = useInfiniteQuery({
    queryKey: ["audit", asked],
    queryFn: ({ pageParam, signal }) =>
      api.admin.listAudit(
        { limit: PAGE_SIZE, ...queryOf(asked), ...(pageParam === "" ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Panel
      title="Entries"
      description="The setting LECTERN_AUDIT_RETENTION_DAYS limits how long entries are kept."
      isFlush
      actions={<Export />}
    >
      <Filters filter={filter} onChange={setFilter} />
      <Loaded query={list} rows={5}>
        {() =>
          entries.length === 0 ? <Empty icon="search" title="No entry matches" /> : <AuditTable entries={entries} />
        }
      </Loaded>
      {list.hasNextPage && (
        <div className="border-t p-4">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  )
}

function queryOf({ actor, action, outcome }: Filter) {
  return {
    ...(actor.trim() === "" ? {} : { actor: actor.trim() }),
    ...(action.trim() === "" ? {} : { action: action.trim() }),
    ...(outcome === "" ? {} : { outcome }),
  }
}

function Filters({ filter, onChange }: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }) {
  return (
    <div className="grid gap-4 border-b p-4 md:grid-cols-3">
      <Field label="Who" hint="Exact name of the account.">
        <TextInput
          type="search"
          value={filter.actor}
          onChange={(event) => onChange({ ...filter, actor: event.target.value })}
        />
      </Field>
      <Field label="Action" hint="Starts with, for example library.">
        <TextInput
          type="search"
          value={filter.action}
          onChange={(event) => onChange({ ...filter, action: event.target.value })}
        />
      </Field>
      <Field label="Outcome">
        <Select
          value={filter.outcome}
          options={OUTCOMES}
          onChange={(value) =>
            onChange({ ...filter, outcome: OUTCOMES.find((each) => each.value === value)?.value ?? "" })
          }
        />
      </Field>
    </div>
  )
}

function Export() {
  const save = useAction(async () => {
    const lines = await api.admin.exportAudit()
    downloadBlob("audit.jsonl", await new Response(lines).blob())
  })
  return (
    <span className="flex items-center gap-2">
      <ActionError error={save.error} />
      <Button isBusy={save.isBusy} onClick={save.run}>
        Export everything
      </Button>
    </span>
  )
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <Table
      label="Audit log"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { title: "When", cell: ({ at }) => <RelativeTime moment={at} /> },
        {
          title: "Who",
          cell: ({ actor, address }) => (
            <span className="flex flex-col [overflow-wrap:anywhere]">
              <bdi>{actor}</bdi>
              {address !== null && <span className="text-sm whitespace-nowrap text-muted">{address}</span>}
            </span>
          ),
        },
        {
          title: "What",
          cell: ({ action, outcome }) => (
            <span className="flex flex-wrap items-center gap-2">
              <code className="font-mono text-sm">{action}</code>
              {outcome === "refused" && <Badge tone="bad">Refused</Badge>}
            </span>
          ),
        },
        {
          title: "Subject",
          cell: ({ subject }) => <span className="[overflow-wrap:anywhere]">{subject}</span>,
        },
      ]}
    />
  )
}
