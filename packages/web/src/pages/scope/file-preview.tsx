import { LIMITS, type PreviewedExclusion, type ScopeMatches } from "@lectern/contract"
import type { ReactNode } from "react"
import { classNames } from "../../components/class-names.ts"
import { countOf, formatCount } from "../../components/text.tsx"
import { describeReason } from "./describe-reason.ts"
import { FolderList } from "./folder-list.tsx"
import { folderTree } from "./folder-tree.ts"
import type { ScopeTexts } from "./scope-texts.ts"

interface FilePreviewProps {
  readonly matches: ScopeMatches
  readonly texts: ScopeTexts
  readonly onChange: (texts: ScopeTexts) => void
  /** True while changed folders and exclusions are being matched. */
  readonly isStale: boolean
  /** Describes what was listed. */
  readonly children?: ReactNode
}

/** Shows the files that folders and exclusions match, by folder, and why others are left out. */
export function FilePreview({ matches, texts, onChange, isStale, children }: FilePreviewProps) {
  const { knownCount, includedCount, included, excludedCount, exclusions, folders, folderCount, notes } = matches
  return (
    <section
      aria-label="Preview of the files"
      aria-busy={isStale}
      className={classNames("flex flex-col gap-3 rounded-md border p-3 transition-opacity", isStale && "opacity-60")}
    >
      <div>
        <p role="status" className={classNames("font-medium", includedCount === 0 && "text-warn")}>
          {includedCount === 0
            ? `None of ${countOf(knownCount, "documentation file")} would be read.`
            : `${formatCount(includedCount)} of ${countOf(knownCount, "documentation file")} would be read.`}
        </p>
        {children}
        {notes.map((note) => (
          <p key={note} className="text-sm text-warn [overflow-wrap:anywhere]">
            Note: {note}.
          </p>
        ))}
      </div>
      {folders.length > 0 && (
        <fieldset className="max-h-96 overflow-auto rounded-md bg-sunken p-1">
          <legend className="sr-only">Folders that would be read</legend>
          <FolderList nodes={folderTree(folders)} texts={texts} onChange={onChange} />
          {folderCount > folders.length && (
            <p className="px-2 py-1 text-sm text-muted">
              and {countOf(folderCount - folders.length, "more folder", "more folders")}, counted above
            </p>
          )}
        </fieldset>
      )}
      <div className="flex flex-col gap-1 text-sm">
        <Paths
          title={`${countOf(includedCount, "file")} read`}
          paths={included.map((path) => ({ path }))}
          count={includedCount}
        />
        {exclusions.map((exclusion) => (
          <Paths
            key={`${exclusion.reason} ${exclusion.byDefault}`}
            title={`${countOf(exclusion.fileCount, "file")} left out: ${wordsOf(exclusion)}`}
            paths={exclusion.files}
            count={exclusion.fileCount}
          />
        ))}
        {excludedCount === 0 && exclusions.length === 0 && <p className="text-muted">Nothing is left out.</p>}
      </div>
    </section>
  )
}

/** Describes an exclusion. For default exclusions, the folder has no name that the user chose. */
function wordsOf({ reason, byDefault }: PreviewedExclusion): string {
  if (!byDefault) return describeReason(reason).toLowerCase()
  if (reason === "excluded_folder") return "in a folder of tests, builds, packages or tools"
  if (reason === "too_many_files") {
    return `more than the ${formatCount(LIMITS.folderUploadMaxFiles)} files that a library can have`
  }
  return describeReason(reason).toLowerCase()
}

interface PathsProps {
  readonly title: string
  readonly paths: readonly { readonly path: string; readonly detail?: string | null }[]
  readonly count: number
}

function Paths({ title, paths, count }: PathsProps) {
  if (count === 0) return null
  return (
    <details>
      <summary className="w-fit rounded text-muted hover:text-ink">{title}</summary>
      <ul
        tabIndex={0}
        aria-label={title}
        className="mt-1 max-h-48 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]"
      >
        {paths.map(({ path, detail }) => (
          <li key={path}>
            <bdi>{path}</bdi>
            {detail !== null && detail !== undefined && !path.endsWith(detail) && (
              <span className="font-sans text-muted"> ({detail})</span>
            )}
          </li>
        ))}
        {count > paths.length && (
          <li className="font-sans text-muted">and {countOf(count - paths.length, "more file", "more files")}</li>
        )}
      </ul>
    </details>
  )
}
