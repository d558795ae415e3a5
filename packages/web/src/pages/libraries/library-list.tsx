import type { LibraryState, SearchResultItem } from "@lectern/contract"
import { Link } from "@tanstack/react-router"
import { Badge } from "../../components/panel.tsx"
import { countOf, RelativeTime } from "../../components/text.tsx"

const STATES = {
  initial: { label: "Queued", tone: "neutral" },
  processing: { label: "Indexing", tone: "warn" },
  finalized: { label: "Ready", tone: "good" },
  error: { label: "Failed", tone: "bad" },
  delete: { label: "Deleted", tone: "neutral" },
} as const satisfies Readonly<Record<LibraryState, object>>

/** Shows the state of a library. */
export function StateBadge({ state }: { readonly state: LibraryState }) {
  const { label, tone } = STATES[state]
  return <Badge tone={tone}>{label}</Badge>
}

/** Splits a library id into the parameters of its page. */
export function paramsOf(libraryId: string): { readonly owner: string; readonly repo: string } {
  const [, owner = "", repo = ""] = libraryId.split("/")
  return { owner, repo }
}

/** Libraries as rows that link to their pages. */
export function LibraryList({ libraries }: { readonly libraries: readonly SearchResultItem[] }) {
  return (
    <ul>
      {libraries.map((library) => (
        <li key={library.id} className="border-b last:border-b-0">
          <Link
            to="/libraries/$owner/$repo"
            params={paramsOf(library.id)}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="flex min-w-0 items-center gap-2">
                <bdi className="truncate font-medium" title={library.title}>
                  {library.title}
                </bdi>
                {library.state !== "finalized" && <StateBadge state={library.state} />}
              </span>
              <span className="block truncate text-sm text-muted" title={library.description}>
                {library.id}
                {library.description !== "" && ` · ${library.description}`}
              </span>
            </span>
            <span className="flex gap-4 text-sm text-muted">
              <span>{countOf(library.totalSnippets, "snippet")}</span>
              <span className="w-24 text-right max-sm:w-auto">
                <RelativeTime moment={library.lastUpdateDate} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
