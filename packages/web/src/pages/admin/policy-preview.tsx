import type { UpdatePoliciesRequest } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { api } from "../../app/api.ts"
import { messageOf } from "../../components/states.tsx"
import { countOf, formatCount } from "../../components/text.tsx"
import type { PolicyDraft } from "./policy-change.ts"
import { describeEffect } from "./suspicious-content.tsx"

interface PolicyPreviewProps {
  readonly change: UpdatePoliciesRequest
  readonly suspiciousAction: PolicyDraft["suspiciousAction"]
}

/** Shows what a change of policies would do, before it is saved. */
export function PolicyPreview({ change, suspiciousAction }: PolicyPreviewProps) {
  const preview = useQuery({
    queryKey: ["policy-preview", change],
    queryFn: ({ signal }) => api.visibility.previewPolicies(change, { signal }),
    placeholderData: keepPreviousData,
  })
  if (preview.isError) {
    return (
      <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
        {messageOf(preview.error)}
      </p>
    )
  }
  if (preview.data === undefined) return <p className="text-sm text-muted">Counting libraries…</p>
  const { accessibleLibraryCount, flagged, hiddenCount, hidden, revealedCount, revealed } = preview.data
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md bg-sunken p-3 text-sm">
      <p className="font-medium">
        After saving, members can use {countOf(accessibleLibraryCount, "public library", "public libraries")}.
      </p>
      {hiddenCount === 0 && revealedCount === 0 && <p className="text-muted">No library becomes hidden or visible.</p>}
      {change.suspiciousContent !== undefined && <p>{describeEffect(suspiciousAction, flagged)}</p>}
      <Listed title="becomes hidden" plural="become hidden" count={hiddenCount} ids={hidden} />
      <Listed title="becomes visible" plural="become visible" count={revealedCount} ids={revealed} />
    </div>
  )
}

interface ListedProps {
  readonly title: string
  readonly plural: string
  readonly count: number
  readonly ids: readonly string[]
}

function Listed({ title, plural, count, ids }: ListedProps) {
  if (count === 0) return null
  return (
    <details>
      <summary>
        {countOf(count, "library", "libraries")} {count === 1 ? title : plural}
      </summary>
      <ul className="mt-1 max-h-48 overflow-auto pl-4 font-mono text-xs [overflow-wrap:anywhere]">
        {ids.map((id) => (
          <li key={id}>{id}</li>
        ))}
        {count > ids.length && <li>and {formatCount(count - ids.length)} more</li>}
      </ul>
    </details>
  )
}
