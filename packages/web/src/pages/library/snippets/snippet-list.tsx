import { type IndexedSnippet, LIMITS, type ListSnippetsResponse } from "@lectern/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { Button } from "../../../components/button.tsx"
import { isLost } from "../../../components/loaded.tsx"
import { Badge, Panel } from "../../../components/panel.tsx"
import { Empty, Failure, SkeletonRows } from "../../../components/states.tsx"
import { CodeBlock, countOf, formatCount } from "../../../components/text.tsx"
import { RenderedText } from "../rendered-text.tsx"
import { SnippetHeading } from "../snippet-heading.tsx"

/** Number of snippets that are loaded at a time. */
const STEP = 20

interface SnippetListProps {
  readonly libraryId: string
  readonly selection: {
    readonly version: string
    readonly path: string | undefined
    readonly query: string | undefined
  }
  readonly onOpenPage: (path: string) => void
  /** Returns to the previous selection. */
  readonly onClose: () => void
}

/**
 * Shows snippets exactly as they are indexed: those of one page in reading order, or those found by words, best first.
 */
export function SnippetList({ libraryId, selection, onOpenPage, onClose }: SnippetListProps) {
  const [isRendered, setRendered] = useState(false)
  const { path, query } = selection
  const list = useSnippets(libraryId, selection)
  const back = (
    <Button onClick={onClose}>{query !== undefined && path !== undefined ? "Whole page" : "All pages"}</Button>
  )
  const failure = list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />
  if (isLost(list)) return failure
  const first = list.data?.pages[0]
  if (first === undefined) {
    return (
      <Panel title={path ?? "Search"} actions={back} isFlush>
        <SkeletonRows count={6} />
      </Panel>
    )
  }
  const snippets = list.data?.pages.flatMap((step) => step.snippets) ?? []
  return (
    <Panel
      title={titleOf(selection, first)}
      description={<Description selection={selection} first={first} />}
      isFlush
      actions={
        <div className="flex flex-wrap gap-2">
          <Button aria-pressed={isRendered} onClick={() => setRendered(!isRendered)}>
            {isRendered ? "Show the exact text" : "Show rendered"}
          </Button>
          {back}
        </div>
      }
    >
      {failure}
      {snippets.length === 0 ? (
        <Empty icon="search" title="No snippet matches">
          {query === undefined ? "The page is not in this version." : "Try other words, or look at the Files tab."}
        </Empty>
      ) : (
        snippets.map((snippet, at) => (
          <Snippet
            key={`${at} ${snippet.url}`}
            snippet={snippet}
            isRendered={isRendered}
            onOpenPage={path === undefined ? onOpenPage : undefined}
          />
        ))
      )}
      {list.hasNextPage && (
        <div className="flex flex-wrap items-center gap-4 px-4 py-3 text-sm text-muted">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
          {formatCount(snippets.length)} of {countOf(first.total, "snippet")}
        </div>
      )}
    </Panel>
  )
}

function useSnippets(libraryId: string, { version, path, query }: SnippetListProps["selection"]) {
  return useInfiniteQuery({
    queryKey: ["snippets", libraryId, version, path, query],
    queryFn: ({ pageParam: offset, signal }) =>
      api.contents.listSnippets(
        libraryId,
        {
          version,
          ...(path === undefined ? {} : { path }),
          ...(query === undefined ? {} : { query }),
          offset,
          limit: STEP,
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = countShown(pages)
      return shown < total ? shown : undefined
    },
  })
}

const countShown = (pages: readonly ListSnippetsResponse[]) =>
  pages.reduce((sum, { snippets }) => sum + snippets.length, 0)

function titleOf({ path, query }: SnippetListProps["selection"], { total, snippets }: ListSnippetsResponse): string {
  if (query !== undefined) {
    const isCut = total >= LIMITS.snippetSearchMaxCount
    return isCut ? `The best ${formatCount(total)} snippets` : countOf(total, "snippet")
  }
  const title = snippets[0]?.pageTitle ?? ""
  return title === "" ? (path ?? "") : title
}

interface DescriptionProps {
  readonly selection: SnippetListProps["selection"]
  readonly first: ListSnippetsResponse
}

function Description({ selection: { path, query }, first: { total, withheldCount } }: DescriptionProps) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {query === undefined ? `${countOf(total, "snippet")} in ` : "Best first. Words are matched as in a question"}
      {path !== undefined && (
        <>
          {query !== undefined && ", in "}
          <code className="font-mono">{path}</code>
        </>
      )}
      {query !== undefined && "."}
      {withheldCount > 0 && ` ${countOf(withheldCount, "snippet")} withheld because of suspicious text.`}
    </span>
  )
}

interface SnippetProps {
  readonly snippet: IndexedSnippet
  readonly isRendered: boolean
  /** Opens the page of the snippet; undefined if it is already open. */
  readonly onOpenPage: ((path: string) => void) | undefined
}

function Snippet({ snippet, isRendered, onOpenPage }: SnippetProps) {
  const { kind, path, headings, content, url, tokens, finding, written } = snippet
  return (
    <article className="flex min-w-0 flex-col gap-2 border-b p-4 last:border-b-0">
      <SnippetHeading title={headings.join(" › ")} source={url} tokens={tokens} />
      <div className="flex flex-wrap items-center gap-2 text-sm empty:hidden">
        {kind === "code" && <Badge>Code</Badge>}
        {finding !== undefined && <Badge tone="warn">Suspicious: {finding.kinds.join(", ")}</Badge>}
        {onOpenPage !== undefined && (
          <button
            type="button"
            className="text-left font-mono text-xs text-muted [overflow-wrap:anywhere] hover:text-ink hover:underline"
            onClick={() => onOpenPage(path)}
          >
            {path}
          </button>
        )}
      </div>
      {written !== undefined && (
        <p className="text-sm text-muted">
          A language model describes it as <q>{written.title}</q>: {written.description}
        </p>
      )}
      {isRendered ? <RenderedText markdown={content} /> : <CodeBlock code={content} label="snippet" isTall />}
    </article>
  )
}
