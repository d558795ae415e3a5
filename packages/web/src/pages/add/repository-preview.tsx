import { type RepositoryPreview as Preview, recogniseSource } from "@lectern/contract"
import { keepPreviousData, useIsFetching, useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { api } from "../../app/api.ts"
import { Button } from "../../components/button.tsx"
import { Empty, Failure, SkeletonRows } from "../../components/states.tsx"
import { countOf } from "../../components/text.tsx"
import { FilePreview } from "../scope/file-preview.tsx"
import type { ScopeTexts } from "../scope/scope-texts.ts"
import { useSettled } from "../../app/use-settled.ts"
import { gitHostOf, gitRequestOf, type SourceOptions } from "./add-request.ts"

const COMMIT_CHARACTERS = 7
/** The server caches a listing for the same time. */
const KEPT_MS = 5 * 60_000

interface RepositoryPreviewProps {
  readonly address: string
  readonly options: SourceOptions
  readonly onChange: (options: SourceOptions) => void
}

/**
 * Offers a preview of a repository.
 *
 * @param preview.address address as typed; empty if there is none.
 * @returns a button, and the files after it was pressed. If the address, branch or token changes, the files are hidden
 *   until the button is pressed again, because each preview sends requests to the host.
 */
export function useRepositoryPreview(preview: RepositoryPreviewProps): {
  readonly button: ReactNode
  readonly files: ReactNode
} {
  const [previewed, setPreviewed] = useState<string>()
  const { address, options } = preview
  if (address === "") return { button: null, files: null }
  const source = JSON.stringify([address, options.branch, options.isPrivate, options.gitToken])
  const isShown = previewed === source
  return {
    button: (
      <Button icon="file" aria-expanded={isShown} onClick={() => setPreviewed(isShown ? undefined : source)}>
        {isShown ? "Hide the preview" : "Preview files"}
      </Button>
    ),
    files: isShown && <RepositoryPreview key={source} {...preview} />,
  }
}

/** Shows the files of a repository that would be indexed if it were added now. */
function RepositoryPreview({ address, options, onChange }: RepositoryPreviewProps) {
  const { branch: wanted, isPrivate, gitToken, folders, excludeFolders, excludeFiles } = options
  const source = ["repository-preview", address, wanted, isPrivate, gitToken]
  const isFetching = useIsFetching({ queryKey: source }) > 0
  const asked = JSON.stringify({ folders, excludeFolders, excludeFiles })
  const settled = useSettled(asked, isFetching)
  const listing = useQuery({
    queryKey: [...source, settled],
    queryFn: ({ signal }) => {
      const request = gitRequestOf(recogniseSource(address).address, {
        ...options,
        ...(JSON.parse(settled) as ScopeTexts),
      })
      return api.previewRepository(request, { host: gitHostOf(address), signal })
    },
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    retry: false,
  })
  if (listing.isError) {
    return (
      <div className="flex flex-col gap-2">
        <Failure error={listing.error} onRetry={() => void listing.refetch()} />
        <p className="text-sm text-muted">The library can be added without a preview.</p>
      </div>
    )
  }
  if (listing.data === undefined) {
    return (
      <div className="rounded-md border">
        <p className="px-4 pt-3 text-muted">Listing the files of the repository…</p>
        <SkeletonRows count={3} />
      </div>
    )
  }
  if (listing.data.knownCount === 0) return <NothingFound preview={listing.data} />
  const { branch, revision, libraryConfig } = listing.data
  return (
    <FilePreview
      matches={listing.data}
      texts={options}
      onChange={(texts) => onChange({ ...options, ...texts })}
      isStale={listing.isPlaceholderData || settled !== asked}
    >
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {branch} at <span className="font-mono text-xs">{revision.slice(0, COMMIT_CHARACTERS)}</span>
        {libraryConfig !== null && `, with the folders and exclusions of ${libraryConfig} in the repository`}.
      </p>
    </FilePreview>
  )
}

/** Shows what a repository without documentation contains. */
function NothingFound({ preview: { branch, otherFiles, exclusions } }: { readonly preview: Preview }) {
  const unread = exclusions.map(({ reason, fileCount }) => ({ pattern: reason.replaceAll("_", " "), fileCount }))
  const found = [...otherFiles, ...unread].map(({ pattern, fileCount }) => `${pattern} (${countOf(fileCount, "file")})`)
  return (
    <div className="rounded-md border">
      <Empty icon="file" title={`No documentation files in ${branch}`}>
        {found.length === 0 ? "The branch has no files." : `It contains ${found.join(", ")}.`} You can still index the
        source code: see “Branch, folders and exclusions”.
      </Empty>
    </div>
  )
}
