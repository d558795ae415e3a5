import { LIMITS } from "@lectern/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useDeferredValue } from "react"
import { api } from "../../app/api.ts"
import { Page } from "../../app/page-frame.tsx"
import { librariesAddressOf } from "../../app/search-parameters.ts"
import { usePermissions } from "../../app/session.ts"
import { useAddressText } from "../../app/use-address-text.ts"
import { Button, ButtonLink } from "../../components/button.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { countOf, formatCount } from "../../components/text.tsx"
import { LibraryList } from "./library-list.tsx"

const route = getRouteApi("/libraries")

const PAGE_SIZE = 50

/** Lists all libraries, newest first, and searches them. */
export function LibrariesPage() {
  const { q = "" } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useAddressText(
    q,
    (words) => void navigate({ search: librariesAddressOf({ q: words }), replace: true }),
  )
  const name = useDeferredValue(text.trim())
  const found = useInfiniteQuery({
    queryKey: ["libraries", name],
    queryFn: async ({ pageParam: cursor, signal }) => {
      if (name === "") return api.listLibraries({ limit: PAGE_SIZE, cursor }, { signal })
      const { results } = await api.searchLibraries({ libraryName: name, fast: "true" }, { signal })
      return { libraries: results, totalCount: results.length, nextCursor: null }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
  })
  const totalCount = found.data?.pages[0]?.totalCount
  return (
    <Page
      title="Libraries"
      description={totalCount === undefined ? undefined : describe(name, totalCount)}
      actions={<AddButton />}
    >
      <Field label="Find a library" isLabelHidden>
        <TextInput
          type="search"
          placeholder="Find a library by name or product"
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Panel isFlush>
        <Loaded query={found} rows={8}>
          {({ pages }) => {
            const libraries = pages.flatMap((page) => page.libraries)
            return libraries.length > 0 ? <LibraryList libraries={libraries} /> : <NoLibrary name={name} />
          }}
        </Loaded>
      </Panel>
      {name !== "" && totalCount === LIMITS.searchResultsMaxCount && (
        <p className="text-sm text-muted">Only the best matches are shown. Type more words to find others.</p>
      )}
      {found.hasNextPage && (
        <Button isBusy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Page>
  )
}

function NoLibrary({ name }: { readonly name: string }) {
  if (name === "") return <Empty title="No libraries yet">Libraries that you can see appear here.</Empty>
  return <Empty title={`No library matches “${name}”`}>Check the spelling, or add its documentation.</Empty>
}

function describe(name: string, count: number): string {
  return name === "" ? countOf(count, "library", "libraries") : `${formatCount(count)} found`
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
