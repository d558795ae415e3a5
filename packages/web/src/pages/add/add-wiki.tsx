import { type AddLibraryResponse, type Connection, LIMITS } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, Select } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { Switch } from "../../components/switch.tsx"
import { countOf } from "../../components/text.tsx"
import { ChoosePages } from "./choose-pages.tsx"
import { ConnectedAccount } from "./connected-account.tsx"
import { TextFields, type Texts } from "./text-fields.tsx"

interface AddWikiProps {
  readonly onAdded: (added: AddLibraryResponse) => void
  /** Key of the space in the pasted address. */
  readonly spaceKey: string | undefined
}

/** Adds a Confluence space, or some of its pages, through a connected account. */
export function AddWiki({ onAdded, spaceKey }: AddWikiProps) {
  return (
    <Panel title="Confluence space" description="The space becomes a private library of your teamspace.">
      <ConnectedAccount kind="wiki">
        {(connection) => <Spaces key={connection.id} connection={connection} pasted={spaceKey} onAdded={onAdded} />}
      </ConnectedAccount>
    </Panel>
  )
}

interface SpacesProps {
  readonly connection: Connection
  readonly pasted: string | undefined
  readonly onAdded: (added: AddLibraryResponse) => void
}

function Spaces({ connection, pasted, onAdded }: SpacesProps) {
  const [chosen, setChosen] = useState(pasted ?? "")
  const found = useQuery({
    queryKey: ["source-spaces", connection.id],
    queryFn: ({ signal }) => api.connections.listPages(connection.id, {}, { signal }),
  })
  return (
    <Loaded query={found}>
      {({ spaces, cloudId }) => {
        if (spaces.length === 0) return <Empty title="No spaces">The connected account cannot see any space.</Empty>
        const options = spaces.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))
        const space = spaces.find(({ key }) => key.toLowerCase() === chosen.toLowerCase())
        return (
          <div className="flex flex-col gap-4">
            <Field label="Space">
              <Select
                value={space?.key ?? ""}
                options={[{ value: "", label: "Choose a space" }, ...options]}
                onChange={setChosen}
              />
            </Field>
            {space !== undefined && (
              <Space key={space.key} connection={connection} cloudId={cloudId} space={space} onAdded={onAdded} />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

interface SpaceProps {
  readonly connection: Connection
  readonly cloudId: string | null
  readonly space: { readonly key: string; readonly name: string }
  readonly onAdded: (added: AddLibraryResponse) => void
}

function Space({ connection, cloudId, space, onAdded }: SpaceProps) {
  const [texts, setTexts] = useState<Texts>({
    title: space.name,
    description: `The space ${space.name}`,
    projectId: "",
  })
  const [isWhole, setWhole] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { projectId, ...words } = texts
  const add = useAction(
    () =>
      api.addWiki({
        cloudId: cloudId ?? new URL(connection.siteUrl).hostname,
        siteUrl: connection.siteUrl,
        spaceKey: space.key,
        spaceName: space.name,
        ...words,
        ...(isWhole ? {} : { pageIds: [...chosen].slice(0, LIMITS.pageIdsMaxCount) }),
        ...(projectId === "" ? {} : { projectId }),
      }),
    { onDone: onAdded },
  )
  return (
    <Form
      action="Add library"
      isBusy={add.isBusy}
      error={add.error}
      isDisabled={!isWhole && chosen.size === 0}
      onSubmit={add.run}
    >
      <Switch label="The whole space" hint="Each refresh adds new pages." isOn={isWhole} onChange={setWhole} />
      {!isWhole && <SpacePages connection={connection} spaceKey={space.key} chosen={chosen} onChange={setChosen} />}
      <TextFields texts={texts} onChange={setTexts} />
    </Form>
  )
}

interface SpacePagesProps {
  readonly connection: Connection
  readonly spaceKey: string
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

function SpacePages({ connection, spaceKey, chosen, onChange }: SpacePagesProps) {
  const found = useQuery({
    queryKey: ["source-pages", connection.id, spaceKey],
    queryFn: ({ signal }) => api.connections.listPages(connection.id, { space: spaceKey }, { signal }),
  })
  return (
    <Loaded query={found}>
      {({ pages, isTruncated }) => (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-muted">
            {countOf(chosen.size, "page")} of {countOf(pages.length, "page")} chosen
            {isTruncated && ". The space has more pages than this list shows"}
          </p>
          <ChoosePages label="Pages of the space" pages={pages} chosen={chosen} onChange={onChange} />
        </div>
      )}
    </Loaded>
  )
}
