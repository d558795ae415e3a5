import type { InstanceUsage } from "@lectern/contract"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { Button } from "../../../components/button.tsx"
import { Badge, Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { type Column, Table } from "../../../components/table.tsx"
import { countOf, formatCount } from "../../../components/text.tsx"
import { paramsOf } from "../../libraries/library-list.tsx"

type Library = InstanceUsage["libraries"][number]

/** Number of libraries that are shown initially. */
const FEW = 10

/** Lists the libraries with the most requests, each with its share. */
export function MostUsedLibraries({ usage: { libraries, otherLibrariesCount } }: { readonly usage: InstanceUsage }) {
  const [isLong, setIsLong] = useState(false)
  const most = libraries[0]?.count ?? 0
  const columns: readonly Column<Library>[] = [
    { title: "Library", cell: (library) => <LibraryName {...library} tab="usage" /> },
    { title: "Share", isOptional: true, cell: ({ count }) => <Bar share={count / most} /> },
    { title: "Requests", isEnd: true, cell: ({ count }) => formatCount(count) },
  ]
  return (
    <Panel title="Most used libraries" description="An answer from several libraries counts for each of them." isFlush>
      {libraries.length === 0 ? (
        <Empty icon="chart" title="No requests in this range" />
      ) : (
        <>
          <Table
            label="Most used libraries"
            rows={isLong ? libraries : libraries.slice(0, FEW)}
            keyOf={({ libraryId }) => libraryId}
            columns={columns}
          />
          {(otherLibrariesCount > 0 || libraries.length > FEW) && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 text-sm text-muted">
              {libraries.length > FEW && (
                <Button onClick={() => setIsLong(!isLong)}>{isLong ? "Show fewer" : "Show all"}</Button>
              )}
              {otherLibrariesCount > 0 && <span>{countOf(otherLibrariesCount, "request")} to other libraries.</span>}
            </div>
          )}
        </>
      )}
    </Panel>
  )
}

interface LibraryNameProps {
  readonly libraryId: string
  readonly title: string
  readonly private: boolean
  /** Tab of the library page that the link opens. */
  readonly tab: string
}

/** The title of a library with its id, as a link. */
export function LibraryName({ libraryId, title, private: isPrivate, tab }: LibraryNameProps) {
  return (
    <span className="flex flex-col items-start [overflow-wrap:anywhere]">
      <Link
        to="/libraries/$owner/$repo"
        params={paramsOf(libraryId)}
        search={{ tab }}
        className="font-medium hover:underline"
      >
        <bdi>{title}</bdi>
      </Link>
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-sm text-muted">{libraryId}</span>
        {isPrivate && <Badge>Private</Badge>}
      </span>
    </span>
  )
}

function Bar({ share }: { readonly share: number }) {
  return (
    <div aria-hidden="true" className="h-2 w-32 rounded-full bg-sunken">
      <div className="h-2 rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  )
}
