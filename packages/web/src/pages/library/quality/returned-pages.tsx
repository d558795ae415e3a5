import type { LibraryPage, ListPagesResponse } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { csvOf, downloadText } from "../../../app/download.ts"
import { useAction } from "../../../app/use-action.ts"
import { Button } from "../../../components/button.tsx"
import { ActionError } from "../../../components/form.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Badge, Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { type Column, Table } from "../../../components/table.tsx"
import { countOf, formatCount } from "../../../components/text.tsx"
import { exportName } from "../export-name.ts"

/** Number of pages that are shown at a time. */
const PAGE_SIZE = 50
/** Number of pages per request of an export, which is the server's maximum. */
const EXPORT_STEP = 1000

interface ReturnedPagesProps {
  readonly libraryId: string
  /** Tag of the version; empty for the default one. */
  readonly version: string
}

/** Lists the pages of a version that no answers, or few answers, contained. */
export function ReturnedPages({ libraryId, version }: ReturnedPagesProps) {
  const [limit, setLimit] = useState(PAGE_SIZE)
  const list = useQuery({
    queryKey: ["pages", libraryId, version, limit],
    queryFn: ({ signal }) => api.questions.listPages(libraryId, { version, limit }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel
      title="Pages that answers never contain"
      description="Lectern counts the pages in each answer, and nothing about the question or who asked it."
      isFlush
      actions={
        list.data !== undefined && list.data.total > 0 && <ExportPages libraryId={libraryId} version={version} />
      }
    >
      <Loaded query={list}>
        {(found) => <Pages found={found} onMore={() => setLimit(Math.min(limit + 2 * PAGE_SIZE, EXPORT_STEP))} />}
      </Loaded>
    </Panel>
  )
}

interface PagesProps {
  readonly found: ListPagesResponse
  readonly onMore: () => void
}

const COLUMNS: readonly Column<LibraryPage>[] = [
  {
    title: "Page",
    cell: ({ title, path }) => (
      <span className="flex flex-col [overflow-wrap:anywhere]">
        <bdi className="font-medium">{title === "" ? path : title}</bdi>
        <span className="font-mono text-sm text-muted">{path}</span>
      </span>
    ),
  },
  {
    title: "Answers",
    isEnd: true,
    cell: ({ answerCount }) => (answerCount === 0 ? <Badge tone="warn">Never</Badge> : formatCount(answerCount)),
  },
]

function Pages({ found: { countsAnswers, answerCount, total, neverReturnedCount, pages }, onMore }: PagesProps) {
  if (total === 0) return <Empty icon="file" title="No pages are indexed yet" />
  if (!countsAnswers && answerCount === 0) {
    return (
      <Empty icon="chart" title="Answers are not counted">
        This server runs with LECTERN_USAGE=off. Turn it on to see which pages answers contain.
      </Empty>
    )
  }
  if (answerCount === 0) {
    return (
      <Empty icon="chart" title="No answers counted yet">
        Ask the library, or connect an agent. The pages of each answer are counted from then on.
      </Empty>
    )
  }
  return (
    <>
      <p className="border-b px-4 py-3 text-sm text-muted">
        {describeTotals({ total, neverReturnedCount, answerCount })}
      </p>
      <Table label="Pages" rows={pages} keyOf={({ path }) => path} columns={COLUMNS} />
      {pages.length < total && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 text-sm text-muted">
          {pages.length < EXPORT_STEP && <Button onClick={onMore}>Show more</Button>}
          <span>
            {formatCount(pages.length)} of {countOf(total, "page")}, least often returned first. The export has all of
            them.
          </span>
        </div>
      )}
    </>
  )
}

/** Describes how many pages no answer contained. */
function describeTotals({
  total,
  neverReturnedCount,
  answerCount,
}: Pick<ListPagesResponse, "total" | "neverReturnedCount" | "answerCount">): string {
  const answers = answerCount === 1 ? "the only answer so far" : `any of ${countOf(answerCount, "answer")}`
  if (neverReturnedCount === 0) return `Every page was part of an answer. ${countOf(answerCount, "answer")} counted.`
  const verb = neverReturnedCount === 1 ? "was" : "were"
  return `${formatCount(neverReturnedCount)} of ${countOf(total, "page")} ${verb} not part of ${answers}.`
}

/** Downloads the pages of a version with their counts. */
function ExportPages({ libraryId, version }: ReturnedPagesProps) {
  const save = useAction(() => readAllPages(libraryId, version), {
    onDone: (pages) => {
      const rows = pages.map(({ path, title, url, answerCount }) => [path, title, url, answerCount])
      downloadText(exportName(libraryId, version, "pages"), csvOf(["path", "title", "url", "answers"], rows))
    },
  })
  return (
    <div>
      <Button isBusy={save.isBusy} onClick={save.run}>
        Export as CSV
      </Button>
      <ActionError error={save.error} />
    </div>
  )
}

async function readAllPages(libraryId: string, version: string): Promise<readonly LibraryPage[]> {
  const pages: LibraryPage[] = []
  for (;;) {
    const step = await api.questions.listPages(libraryId, { version, offset: pages.length, limit: EXPORT_STEP })
    pages.push(...step.pages)
    if (step.pages.length < EXPORT_STEP) return pages
  }
}
