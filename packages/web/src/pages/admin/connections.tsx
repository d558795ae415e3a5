import type { Connection } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { DialogButton } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { Table } from "../../components/table.tsx"
import { RelativeTime } from "../../components/text.tsx"
import { NewConnection } from "./new-connection.tsx"

const KIND_LABELS = { git: "Git host", wiki: "Confluence", notes: "Notion" } as const

/** Lists the accounts at other services that the teamspace has connected. */
export function Connections() {
  const may = usePermissions()
  const list = useQuery({ queryKey: ["connections"], queryFn: ({ signal }) => api.connections.list({ signal }) })
  const add = (
    <DialogButton label="Connect an account" title="Connect an account" variant="primary" icon="plus">
      {(close) => <NewConnection consentKinds={list.data?.consentKinds ?? []} onDone={close} />}
    </DialogButton>
  )
  return (
    <Panel
      title="Connected accounts"
      description="Tokens are stored encrypted and never shown again."
      isFlush
      actions={may("manageConnections") && add}
    >
      <Loaded query={list}>
        {({ connections }) =>
          connections.length === 0 ? (
            <Empty icon="plug" title="No connected accounts">
              Connect GitHub, GitLab, Bitbucket, Confluence or Notion to index private sources.
            </Empty>
          ) : (
            <ConnectionTable connections={connections} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function ConnectionTable({ connections }: { readonly connections: readonly Connection[] }) {
  const may = usePermissions()
  return (
    <Table
      label="Connected accounts"
      rows={connections}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Service",
          cell: ({ kind, siteUrl }) => (
            <span className="flex flex-col [overflow-wrap:anywhere]">
              <span className="font-medium">{KIND_LABELS[kind]}</span>
              <span className="text-sm text-muted">{siteUrl}</span>
            </span>
          ),
        },
        { title: "Account", cell: (connection) => <Account connection={connection} /> },
        {
          title: "Last used",
          isEnd: true,
          isOptional: true,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <RelativeTime moment={lastUsedAt} />),
        },
        {
          title: "Action",
          isEnd: true,
          cell: (connection) => may("manageConnections") && <ConnectionActions connection={connection} />,
        },
      ]}
    />
  )
}

function Account({ connection: { accountName, connectedBy, refusedAt } }: { readonly connection: Connection }) {
  return (
    <span className="flex flex-col gap-1 [overflow-wrap:anywhere]">
      <span>{accountName ?? "–"}</span>
      <span className="text-sm text-muted">{connectedBy === "token" ? "with a token" : "with OAuth"}</span>
      {refusedAt !== null && (
        <span>
          <Badge tone="bad">Rejected by the service: connect it again</Badge>
        </span>
      )}
    </span>
  )
}

function ConnectionActions({ connection }: { readonly connection: Connection }) {
  const [result, setResult] = useState<{ readonly accepted: boolean; readonly message: string }>()
  const test = useAction(
    () => {
      setResult(undefined)
      return api.connections.test(connection.id)
    },
    { onDone: setResult },
  )
  const text = test.error ?? result?.message
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <span className="inline-flex flex-wrap justify-end gap-2">
        <Button isBusy={test.isBusy} onClick={test.run}>
          Test
        </Button>
        <Confirm
          title={`Disconnect ${connection.siteUrl}?`}
          action="Disconnect"
          changes={["connections"]}
          onConfirm={() => api.connections.delete(connection.id)}
          trigger={(open) => (
            <Button variant="danger" onClick={open}>
              Disconnect
            </Button>
          )}
        >
          The stored token is deleted at once. Libraries that need it stay, but cannot be refreshed.
        </Confirm>
      </span>
      {text !== undefined && (
        <span
          role="status"
          className={`max-w-72 text-sm [overflow-wrap:anywhere] ${test.error === undefined && result?.accepted === true ? "text-good" : "text-bad"}`}
        >
          {text}
        </span>
      )}
    </span>
  )
}
