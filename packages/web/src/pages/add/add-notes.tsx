import type { AddLibraryResponse, Connection } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, TextInput } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { countOf } from "../../components/text.tsx"
import { ChoosePages } from "./choose-pages.tsx"
import { ConnectedAccount } from "./connected-account.tsx"
import { TextFields, type Texts } from "./text-fields.tsx"

/** Adds Notion pages with everything below them, through a connected account. */
export function AddNotes({ onAdded }: { readonly onAdded: (added: AddLibraryResponse) => void }) {
  return (
    <Panel title="Notion pages" description="The chosen pages become a private library of your teamspace.">
      <ConnectedAccount kind="notes">
        {(connection) => <Notes key={connection.id} connection={connection} onAdded={onAdded} />}
      </ConnectedAccount>
    </Panel>
  )
}

interface NotesProps {
  readonly connection: Connection
  readonly onAdded: (added: AddLibraryResponse) => void
}

function Notes({ connection, onAdded }: NotesProps) {
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [texts, setTexts] = useState<Texts>({ title: "", description: "", projectId: "" })
  const { projectId, ...words } = texts
  const workspace = connection.accountName ?? "Notion"
  const add = useAction(
    () =>
      api.addNotes({
        workspaceId: workspaceIdOf(connection),
        workspaceName: workspace,
        pageIds: [...chosen],
        ...words,
        ...(projectId === "" ? {} : { projectId }),
      }),
    { onDone: onAdded },
  )
  return (
    <Form action="Add library" isBusy={add.isBusy} error={add.error} isDisabled={chosen.size === 0} onSubmit={add.run}>
      <Field
        label="Find pages"
        hint="Only pages that are shared with the connection appear. Pages below a chosen one are included."
      >
        <TextInput type="search" maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <FoundNotes connection={connection} text={text} chosen={chosen} onChange={setChosen} />
      <TextFields texts={texts} onChange={setTexts} />
    </Form>
  )
}

/** Returns the workspace of a connection, whose id may be at the end of its address. */
function workspaceIdOf({ siteUrl, accountName }: Connection): string {
  const lastSegment = new URL(siteUrl).pathname.split("/").at(-1) ?? ""
  return lastSegment === "" ? (accountName ?? "default") : decodeURIComponent(lastSegment)
}

interface FoundNotesProps {
  readonly connection: Connection
  readonly text: string
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

function FoundNotes({ connection, text, chosen, onChange }: FoundNotesProps) {
  const query = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ["source-pages", connection.id, query],
    queryFn: ({ signal }) => api.connections.listPages(connection.id, query === "" ? {} : { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={found}>
      {({ pages }) => (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-muted">{countOf(chosen.size, "page")} chosen</p>
          {pages.length === 0 ? (
            <Empty icon="search" title="No page matches">
              Share pages with the connection in Notion, under “Connections”.
            </Empty>
          ) : (
            <ChoosePages label="Pages of Notion" pages={pages} chosen={chosen} onChange={onChange} />
          )}
        </div>
      )}
    </Loaded>
  )
}
