import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Failure, SkeletonRows } from "./states.tsx"

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** Rows whose place is held while the data is loaded. */
  readonly rows?: number
  readonly children: (data: Data) => ReactNode
}

/** Shows data when it has arrived; until then its place, or why it did not arrive. */
export function Loaded<Data>({ query, rows = 3, children }: LoadedProps<Data>) {
  if (query.isError) {
    return (
      <div className="p-4">
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  return query.isPending ? <SkeletonRows count={rows} /> : children(query.data)
}
