import { useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { queries } from "../../app/api.ts"
import { Page } from "../../app/page-frame.tsx"
import { Tabs } from "../../components/tabs.tsx"
import { useToast } from "../../components/toast.tsx"
import { paramsOf } from "../libraries/library-list.tsx"
import { AddAddress } from "./add-address.tsx"
import { AddFiles } from "./add-files.tsx"

/** Adds a library by an address or with files. */
export function AddPage() {
  const [tab, setTab] = useState("address")
  const router = useRouter()
  const toast = useToast()
  const onAdded = (libraryId: string) => {
    toast(`${libraryId} is queued`)
    void queries.invalidateQueries({ queryKey: ["libraries"] })
    void router.navigate({ to: "/libraries/$owner/$repo", params: paramsOf(libraryId) })
  }
  return (
    <Page
      title="Add a library"
      description="A library is documentation that was indexed. Indexing runs in the background."
      permission="addLibrary"
    >
      <Tabs
        label="Kind of source"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "address", label: "Address", content: <AddAddress onAdded={onAdded} /> },
          { value: "files", label: "Files", content: <AddFiles onAdded={onAdded} /> },
        ]}
      />
    </Page>
  )
}
