import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Failure, SkeletonRows } from "./states.tsx"

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** Number of placeholder rows while the data is loading. */
  readonly rows?: number
  readonly children: (data: Data) => ReactNode
}

/** Shows data once it has loaded; until then a placeholder, or an error. */
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
