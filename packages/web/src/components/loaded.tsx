import { ApiError } from "@lectern/client"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Failure, SkeletonRows } from "./states.tsx"

/**
 * Returns true if there is nothing to show because of an error. Data that could only not be loaded again stays, with
 * everything that was typed into it, unless the server has refused it.
 */
export function isLost({ isError, error, data }: Pick<UseQueryResult, "isError" | "error" | "data">): boolean {
  return isError && (data === undefined || (error instanceof ApiError && [401, 403, 404].includes(error.status)))
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** Number of placeholder rows while the data is loading. */
  readonly rows?: number
  readonly children: (data: Data) => ReactNode
}

/** Shows data once it has loaded; until then a placeholder, or an error. */
export function Loaded<Data>({ query, rows = 3, children }: LoadedProps<Data>) {
  const failure = query.isError && (
    <div className="p-4">
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
  if (isLost(query)) return failure
  if (query.data === undefined) return <SkeletonRows count={rows} />
  return (
    <>
      {failure}
      {children(query.data)}
    </>
  )
}
