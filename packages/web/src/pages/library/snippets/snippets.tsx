import { LIMITS, type LibraryRecord } from "@lectern/contract"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import type { LibraryAddress } from "../../../app/search-parameters.ts"
import { Button } from "../../../components/button.tsx"
import { Field, TextInput } from "../../../components/field.tsx"
import { Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { SnippetList } from "./snippet-list.tsx"
import { SnippetPages } from "./snippet-pages.tsx"

const route = getRouteApi("/libraries/$owner/$repo")

interface SnippetsProps {
  readonly library: LibraryRecord
  /** Tag of the version; empty for the default one. */
  readonly version: string
}

/** Shows the pages of a library, the snippets of one of them, or those that match a search. */
export function Snippets({ library, version }: SnippetsProps) {
  const { page, find } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (next: { readonly page?: string | undefined; readonly find?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, find: undefined, ...next }) as LibraryAddress })
  if (version === "" && library.totalSnippets === 0) {
    return (
      <Panel>
        <Empty icon="file" title="No snippets yet">
          They appear here once the library is indexed.
        </Empty>
      </Panel>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <SearchForm key={`${page} ${find}`} find={find ?? ""} page={page} onFind={(text) => open({ page, find: text })} />
      {page === undefined && find === undefined ? (
        <SnippetPages key={version} libraryId={library.id} version={version} onOpen={(path) => open({ page: path })} />
      ) : (
        <SnippetList
          key={`${version} ${page} ${find}`}
          libraryId={library.id}
          selection={{ version, path: page, query: find }}
          onOpenPage={(path) => open({ page: path })}
          onClose={() => open(find !== undefined && page !== undefined ? { page } : {})}
        />
      )}
    </div>
  )
}

interface SearchFormProps {
  readonly find: string
  /** Path of the page to search; undefined for all pages. */
  readonly page: string | undefined
  readonly onFind: (text: string | undefined) => void
}

function SearchForm({ find, page, onFind }: SearchFormProps) {
  const [text, setText] = useState(find)
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onFind(text.trim() === "" ? undefined : text.trim())
      }}
    >
      <div className="min-w-0 flex-1">
        <Field label={page === undefined ? "Search the snippets" : "Search the snippets of this page"}>
          <TextInput
            type="search"
            maxLength={LIMITS.queryMaxCharacters}
            placeholder="words, names, code"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit">Search</Button>
    </form>
  )
}
