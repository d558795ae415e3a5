import { LIMITS, type SnippetPage } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { api } from "../../../app/api.ts"
import { Button } from "../../../components/button.tsx"
import { Field, TextInput } from "../../../components/field.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { type Column, Table } from "../../../components/table.tsx"
import { countOf, formatCount } from "../../../components/text.tsx"

/** Number of pages that are shown initially, and that each further step adds. */
const STEP = 100

interface SnippetPagesProps {
  readonly libraryId: string
  readonly version: string
  readonly onOpen: (path: string) => void
}

/** Lists the pages of a library version in reading order, with the size of their snippets. */
export function SnippetPages({ libraryId, version, onOpen }: SnippetPagesProps) {
  const [text, setText] = useState("")
  const [limit, setLimit] = useState(STEP)
  const contains = useDeferredValue(text)
  const list = useQuery({
    queryKey: ["snippet-pages", libraryId, version, contains, limit],
    queryFn: ({ signal }) => api.contents.listSnippetPages(libraryId, { version, contains, limit }, { signal }),
    placeholderData: keepPreviousData,
  })
  const columns: readonly Column<SnippetPage>[] = [
    {
      title: "Page",
      cell: ({ path, title }) => (
        <span className="flex flex-col items-start [overflow-wrap:anywhere]">
          <button type="button" className="text-left font-medium hover:underline" onClick={() => onOpen(path)}>
            <bdi>{title === "" ? path : title}</bdi>
          </button>
          <span className="font-mono text-sm text-muted">{path}</span>
        </span>
      ),
    },
    { title: "Snippets", isEnd: true, cell: ({ snippetCount }) => formatCount(snippetCount) },
    { title: "Tokens", isEnd: true, cell: ({ tokens }) => formatCount(tokens) },
  ]
  return (
    <Panel isFlush>
      <div className="border-b p-4">
        <Field label="Path or title contains">
          <TextInput type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
      <Loaded query={list} rows={8}>
        {({ pages, total }) =>
          total === 0 ? (
            <Empty icon="search" title="No page matches">
              Search the snippets above to look inside the pages.
            </Empty>
          ) : (
            <>
              <Table label="Pages" rows={pages} keyOf={({ path }) => path} columns={columns} />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 text-sm text-muted">
                {pages.length < total && limit < LIMITS.pagesListMaxCount && (
                  <Button onClick={() => setLimit(Math.min(limit + STEP, LIMITS.pagesListMaxCount))}>Show more</Button>
                )}
                <span>{describeShown(pages.length, total)}</span>
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function describeShown(shown: number, total: number): string {
  if (shown === total) return `${countOf(total, "page")} in reading order.`
  const narrower = shown >= LIMITS.pagesListMaxCount ? " Type a part of the path to see the others." : ""
  return `${formatCount(shown)} of ${countOf(total, "page")} in reading order.${narrower}`
}
