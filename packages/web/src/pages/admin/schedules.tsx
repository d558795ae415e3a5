import type { LibraryRecord, SearchResultItem } from "@lectern/contract"
import { useQueries, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { Button } from "../../components/button.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { type Column, Table } from "../../components/table.tsx"
import { RelativeTime } from "../../components/text.tsx"
import { paramsOf } from "../libraries/library-list.tsx"
import { describeSchedule } from "./describe-schedule.ts"

/** The maximum that the server lists; schedules are loaded only for the displayed rows. */
const MAX_LIBRARIES = 100
const PAGE_SIZE = 20

interface Row extends SearchResultItem {
  /** Undefined while it is loading. */
  readonly record: LibraryRecord | undefined
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: "Library",
    cell: ({ id, title }) => (
      <Link
        to="/libraries/$owner/$repo"
        params={paramsOf(id)}
        search={{ tab: "settings" }}
        className="font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline"
      >
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  {
    title: "Schedule",
    cell: ({ record }) => (
      <span className="whitespace-nowrap">{record === undefined ? "…" : describeSchedule(record.refreshSchedule)}</span>
    ),
  },
  {
    title: "Last update",
    isEnd: true,
    cell: ({ lastUpdateDate }) => <RelativeTime moment={lastUpdateDate} />,
  },
]

/** Shows when libraries are refreshed; a schedule is changed in the settings of its library. */
export function Schedules() {
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const list = useQuery({
    queryKey: ["libraries", "schedules"],
    queryFn: ({ signal }) => api.listLibraries({ limit: MAX_LIBRARIES }, { signal }),
  })
  const shown = (list.data?.libraries ?? []).slice(0, shownCount)
  const records = useQueries({
    queries: shown.map(({ id }) => ({
      queryKey: ["library", id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.getLibrary(id, { signal }),
    })),
  })
  const rows = shown.map((library, at) => ({ ...library, record: records[at]?.data }))
  return (
    <Panel title="Libraries" description="Choose a library to change when it is refreshed." isFlush>
      <Loaded query={list}>
        {({ libraries }) =>
          libraries.length === 0 ? (
            <Empty icon="refresh" title="No libraries yet" />
          ) : (
            <>
              <Table label="Refresh schedules" rows={rows} keyOf={({ id }) => id} columns={COLUMNS} />
              {libraries.length > shownCount && (
                <div className="border-t px-4 py-3">
                  <Button onClick={() => setShownCount(shownCount + PAGE_SIZE)}>Show more</Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
