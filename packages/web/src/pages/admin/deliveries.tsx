import type { WebhookDelivery } from "@lectern/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select } from "../../components/field.tsx"
import { ActionError, DialogButton } from "../../components/form.tsx"
import { Badge } from "../../components/panel.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Empty } from "../../components/states.tsx"
import { Table } from "../../components/table.tsx"
import { CodeBlock, countOf, RelativeTime } from "../../components/text.tsx"

const STATES = {
  waiting: { label: "Waiting", tone: "warn" },
  delivered: { label: "Delivered", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
} as const
type State = keyof typeof STATES
const STATE_OPTIONS = [
  { value: "", label: "Every state" },
  ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
]
const PAGE_SIZE = 20

/** Shows the delivery log of one webhook, newest first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [state, setState] = useState<State | "">("")
  const list = useInfiniteQuery({
    queryKey: ["deliveries", webhookId, state],
    queryFn: ({ pageParam, signal }) => {
      const filter = state === "" ? {} : { state }
      const from = pageParam === "" ? {} : { cursor: pageParam }
      return api.webhooks.listDeliveries(webhookId, { limit: PAGE_SIZE, ...filter, ...from }, { signal })
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: 10_000,
  })
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <div className="flex flex-col gap-3 rounded-md border">
      <div className="max-w-60 px-4 pt-3">
        <Field label="State of deliveries">
          <Select value={state} options={STATE_OPTIONS} onChange={(value) => setState(value as State | "")} />
        </Field>
      </div>
      <Loaded query={list} rows={2}>
        {() =>
          deliveries.length === 0 ? (
            <Empty icon="jobs" title="No deliveries" />
          ) : (
            <DeliveryTable webhookId={webhookId} deliveries={deliveries} />
          )
        }
      </Loaded>
      {list.hasNextPage && (
        <div className="px-4 pb-3">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

interface DeliveryTableProps {
  readonly webhookId: string
  readonly deliveries: readonly WebhookDelivery[]
}

function DeliveryTable({ webhookId, deliveries }: DeliveryTableProps) {
  return (
    <Table
      label="Deliveries"
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        { title: "Event", cell: ({ type }) => <code className="font-mono text-sm">{type}</code> },
        { title: "State", cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
        {
          title: "Response",
          isOptional: true,
          cell: ({ status, error }) => (status === null ? (error ?? "–") : `Status ${status}`),
        },
        { title: "Created", isEnd: true, cell: ({ createdAt }) => <RelativeTime moment={createdAt} /> },
        {
          title: "Action",
          isEnd: true,
          cell: (delivery) => (
            <DialogButton label="Details" title={delivery.type} isWide>
              {() => <Delivery webhookId={webhookId} delivery={delivery} />}
            </DialogButton>
          ),
        },
      ]}
    />
  )
}

function Delivery({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: WebhookDelivery }) {
  const again = useAction(() => api.webhooks.redeliver(webhookId, delivery.id), {
    done: "The event is queued again",
    changes: ["deliveries"],
  })
  return (
    <>
      <p className="text-muted">
        {countOf(delivery.attempts, "attempt")}
        {delivery.durationMs !== null && `, the last one took ${delivery.durationMs} ms`}
        {delivery.nextAttemptAt !== null && (
          <>
            {", next attempt "}
            <RelativeTime moment={delivery.nextAttemptAt} />
          </>
        )}
      </p>
      {delivery.error !== null && <p className="text-bad [overflow-wrap:anywhere]">{delivery.error}</p>}
      <h3 className="font-medium">Request</h3>
      <CodeBlock code={prettyJson(delivery.body)} label="body of the request" isTall />
      {delivery.response !== null && delivery.response !== "" && (
        <>
          <h3 className="font-medium">Response{delivery.status !== null && `, status ${delivery.status}`}</h3>
          <CodeBlock code={delivery.response} label="response" />
        </>
      )}
      <ActionError error={again.error} />
      <div>
        <Button icon="refresh" isBusy={again.isBusy} onClick={again.run}>
          Deliver again
        </Button>
      </div>
    </>
  )
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
