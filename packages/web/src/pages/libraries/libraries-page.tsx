import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { api } from "../../app/api.ts"
import { Page } from "../../app/page-frame.tsx"
import { usePermissions } from "../../app/session.ts"
import { ButtonLink } from "../../components/button.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty, Failure, SkeletonRows } from "../../components/states.tsx"
import { countOf } from "../../components/text.tsx"
import { LibraryList } from "./library-list.tsx"

/** The maximum that the server returns; the search finds the others. */
const MAX_LIBRARIES = 100

/** Lists all libraries, newest first, and searches them. */
export function LibrariesPage() {
  const [text, setText] = useState("")
  const name = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ["libraries", name],
    queryFn: async ({ signal }) => {
      if (name === "") return api.listLibraries({ limit: MAX_LIBRARIES }, { signal })
      const { results } = await api.searchLibraries({ libraryName: name, fast: "true" }, { signal })
      return { libraries: results, totalCount: results.length }
    },
    placeholderData: (before) => before,
  })
  const { data } = found
  const description =
    data === undefined
      ? undefined
      : name === ""
        ? countOf(data.totalCount, "library", "libraries")
        : `${data.totalCount} found`
  return (
    <Page title="Libraries" description={description} actions={<AddButton />}>
      <Field label="Find a library" isLabelHidden>
        <TextInput
          type="search"
          placeholder="Find a library by name or product"
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {!found.isError && (
        <Panel isFlush>
          {data === undefined ? (
            <SkeletonRows count={8} />
          ) : data.libraries.length > 0 ? (
            <LibraryList libraries={data.libraries} />
          ) : (
            <Empty title={name === "" ? "No libraries yet" : `No library matches “${name}”`}>
              {name === ""
                ? "Libraries that you can see appear here."
                : "Check the spelling, or add its documentation."}
            </Empty>
          )}
        </Panel>
      )}
      {data !== undefined && data.totalCount > data.libraries.length && (
        <p className="text-sm text-muted">Only the newest are shown. Search for the others.</p>
      )}
    </Page>
  )
}

function AddButton() {
  const may = usePermissions()
  if (!may("addLibrary")) return null
  return (
    <ButtonLink to="/add" variant="primary" icon="plus">
      Add a library
    </ButtonLink>
  )
}
