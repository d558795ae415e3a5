import { type AddLibraryResponse, FORCE_ADVICE, FORCE_MOVED_ADVICE } from "@lectern/contract"
import { useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { queries } from "../../app/api.ts"
import { Page } from "../../app/page-frame.tsx"
import { usePermissions } from "../../app/session.ts"
import { Tabs } from "../../components/tabs.tsx"
import { useToast } from "../../components/toast.tsx"
import { paramsOf } from "../libraries/library-list.tsx"
import { AddAddress } from "./add-address.tsx"
import { AddBundle } from "./add-bundle.tsx"
import { AddFiles } from "./add-files.tsx"
import { AddNotes } from "./add-notes.tsx"
import { AddWiki } from "./add-wiki.tsx"

/** Adds a library from an address, files, a connected account or an export. */
export function AddPage() {
  const [tab, setTab] = useState("address")
  const [spaceKey, setSpaceKey] = useState<string>()
  const may = usePermissions()
  const router = useRouter()
  const toast = useToast()
  const onAdded = ({ libraryName: libraryId, message }: AddLibraryResponse) => {
    // An existing source is not queued again; the server's advice is meant for programs.
    toast([FORCE_ADVICE, FORCE_MOVED_ADVICE].reduce((text, advice) => text.replace(`. ${advice}`, ""), message))
    void queries.invalidateQueries({ queryKey: ["libraries"] })
    void router.navigate({ to: "/libraries/$owner/$repo", params: paramsOf(libraryId) })
  }
  const address = (
    <AddAddress
      onAdded={onAdded}
      onConnected={({ kind, spaceKey: pasted }) => {
        setSpaceKey(pasted)
        setTab(kind)
      }}
    />
  )
  const connected = [
    { value: "wiki", label: "Confluence", content: <AddWiki key={spaceKey} onAdded={onAdded} spaceKey={spaceKey} /> },
    { value: "notes", label: "Notion", content: <AddNotes onAdded={onAdded} /> },
  ]
  return (
    <Page
      title="Add a library"
      description="Paste an address, drop files or choose pages. Indexing runs in the background."
      permission="addLibrary"
    >
      <Tabs
        label="Kind of source"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "address", label: "Address", content: address },
          { value: "files", label: "Files", content: <AddFiles onAdded={onAdded} /> },
          ...(may("addPrivateLibrary") ? connected : []),
          ...(may("importLibraries") ? [{ value: "import", label: "Import", content: <AddBundle /> }] : []),
        ].map((each) => ({ ...each, isKept: true }))}
      />
    </Page>
  )
}
