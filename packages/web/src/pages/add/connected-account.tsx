import type { Connection } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState, type ReactNode } from "react"
import { api } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { Field, Select } from "../../components/field.tsx"
import { DialogButton } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Empty } from "../../components/states.tsx"
import { NewConnection } from "../admin/new-connection.tsx"

interface ConnectedAccountProps {
  readonly kind: "wiki" | "notes"
  readonly children: (connection: Connection) => ReactNode
}

const NAMES = { wiki: "Confluence", notes: "Notion" } as const

/** Lets users choose a connected account, or connect one if there is none. */
export function ConnectedAccount({ kind, children }: ConnectedAccountProps) {
  const may = usePermissions()
  const [chosen, setChosen] = useState<string>()
  const list = useQuery({ queryKey: ["connections"], queryFn: ({ signal }) => api.connections.list({ signal }) })
  return (
    <Loaded query={list} rows={1}>
      {({ connections, consentKinds }) => {
        const ofKind = connections.filter((connection) => connection.kind === kind)
        const connection = ofKind.find(({ id }) => id === chosen) ?? ofKind[0]
        if (connection === undefined) {
          const connect = may("manageConnections") ? (
            <DialogButton label={`Connect ${NAMES[kind]}`} title="Connect an account" variant="primary">
              {(close) => <NewConnection consentKinds={consentKinds} first={kind} onDone={close} />}
            </DialogButton>
          ) : undefined
          return (
            <Empty icon="plug" title={`${NAMES[kind]} is not connected`} action={connect}>
              {connect === undefined
                ? "Ask an admin of your teamspace to connect an account."
                : "Lectern reads private pages with an account that you connect once."}
            </Empty>
          )
        }
        return (
          <div className="flex flex-col gap-4">
            {ofKind.length > 1 && (
              <Field label="Account">
                <Select
                  value={connection.id}
                  options={ofKind.map(({ id, siteUrl, accountName }) => ({
                    value: id,
                    label: accountName === null ? siteUrl : `${siteUrl} (${accountName})`,
                  }))}
                  onChange={setChosen}
                />
              </Field>
            )}
            {children(connection)}
          </div>
        )
      }}
    </Loaded>
  )
}
