import { ApiError } from "@lectern/client"
import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"
import { Icon, type IconName } from "./icon.tsx"
import { problemsOf, sentencesOf } from "./readable-message.ts"

/** An error whose message is written for users. */
export class ReadableError extends Error {}

/** Codes of errors whose messages name the fields of a request. */
const FIELD_ERRORS: readonly string[] = ["validation_error", "invalid_library_id"]

/** Returns an error message for users. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && FIELD_ERRORS.includes(error.code)) return sentencesOf(problemsOf(error.message))
  if (error instanceof ApiError || error instanceof ReadableError) return sentencesOf(error.message)
  return "Cannot reach the server. Check that it is running and that you are connected."
}

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={classNames("animate-fade rounded bg-line", className)} />
}

/** A placeholder for a list that is loading. */
export function SkeletonRows({ count = 5 }: { readonly count?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex h-14 items-center gap-4 border-b px-4 last:border-b-0">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </div>
  )
}

interface EmptyProps {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shown if there is nothing to show, with advice on what to do next. */
export function Empty({ icon = "book", title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <span className="mb-1 flex size-10 items-center justify-center rounded-lg bg-sunken text-muted">
        <Icon name={icon} />
      </span>
      <h3 className="max-w-full font-semibold [overflow-wrap:anywhere]">{title}</h3>
      {children !== undefined && (
        <p className="max-w-[min(48ch,100%)] text-balance [overflow-wrap:anywhere] text-muted">{children}</p>
      )}
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Shows that something could not be loaded, why, and how to report it. */
export function Failure({ error, onRetry }: FailureProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 rounded-lg border bg-bad-soft p-4 text-bad">
      <Icon name="warning" />
      <div className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
        <p>{messageOf(error)}</p>
        {requestId !== undefined && <p className="text-xs">Request ID: {requestId}</p>}
      </div>
      {onRetry !== undefined && (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
