import type { LibraryRecord } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { api } from "../../../app/api.ts"
import { useAction } from "../../../app/use-action.ts"
import { Field, TextArea, TextInput } from "../../../components/field.tsx"
import { Form, linesOf } from "../../../components/form.tsx"
import { Panel } from "../../../components/panel.tsx"
import { messageOf } from "../../../components/states.tsx"
import { countOf, formatCount } from "../../../components/text.tsx"

interface Scope {
  readonly folders: string[]
  readonly excludeFolders: string[]
  readonly excludeFiles: string[]
}

/** What is read of a repository, with a preview of what the patterns match. */
export function LibraryScope({ library: { id, source } }: { readonly library: LibraryRecord }) {
  const [branch, setBranch] = useState(source.branch ?? "")
  const [texts, setTexts] = useState({
    folders: source.folders.join("\n"),
    excludeFolders: source.excludeFolders.join("\n"),
    excludeFiles: source.excludeFiles.join("\n"),
  })
  const scope: Scope = {
    folders: linesOf(texts.folders),
    excludeFolders: linesOf(texts.excludeFolders),
    excludeFiles: linesOf(texts.excludeFiles),
  }
  const isChanged =
    branch !== (source.branch ?? "") ||
    [scope.folders, scope.excludeFolders, scope.excludeFiles].join("|") !==
      [source.folders, source.excludeFolders, source.excludeFiles].join("|")
  const save = useAction(() => api.updateLibrary(id, { branch: branch === "" ? null : branch, ...scope }), {
    done: "Saved. A refresh has started",
    changes: ["library", "jobs"],
  })
  const area = (name: keyof typeof texts, label: string, hint: string, placeholder: string) => (
    <Field label={label} hint={hint}>
      <TextArea
        rows={4}
        className="font-mono text-sm"
        placeholder={placeholder}
        value={texts[name]}
        onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <Panel
      title="Source"
      description="Saving refreshes the library. The library config in the repository adds to these."
    >
      <Form
        action="Save and refresh"
        isBusy={save.isBusy}
        error={save.error}
        isDisabled={!isChanged}
        onSubmit={save.run}
      >
        <Field label="Branch or tag" hint="If empty, the default branch.">
          <TextInput value={branch} onChange={(event) => setBranch(event.target.value)} />
        </Field>
        <div className="grid gap-4 md:grid-cols-3">
          {area("folders", "Folders", "One path or glob per line. If empty, everything.", "docs")}
          {area("excludeFolders", "Excluded folders", "One path or glob per line.", "docs/archive")}
          {area("excludeFiles", "Excluded files", "One path or glob per line.", "**/draft-*.md")}
        </div>
        <ScopePreview libraryId={id} scope={scope} />
      </Form>
    </Panel>
  )
}

/** Files that a scope would read, among those that the last ingestion found. */
function ScopePreview({ libraryId, scope }: { readonly libraryId: string; readonly scope: Scope }) {
  const shown = useDeferredValue(JSON.stringify(scope))
  const preview = useQuery({
    queryKey: ["scope-preview", libraryId, shown],
    queryFn: ({ signal }) => api.previewScope(libraryId, JSON.parse(shown) as Scope, { signal }),
    placeholderData: keepPreviousData,
  })
  if (preview.isError) return <p className="text-sm text-warn">{messageOf(preview.error)}</p>
  if (preview.data === undefined) return <p className="text-sm text-muted">Matching files…</p>
  const { knownCount, includedCount, included, excludedCount, excluded } = preview.data
  if (knownCount === 0) {
    return <p className="text-sm text-muted">A preview appears here when the library was indexed once.</p>
  }
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md bg-sunken p-3 text-sm">
      <p className="font-medium">
        {formatCount(includedCount)} of {countOf(knownCount, "known documentation file")} would be read.
      </p>
      <Paths title={`${countOf(includedCount, "file")} read`} paths={included} count={includedCount} />
      <Paths title={`${countOf(excludedCount, "file")} left out`} paths={excluded} count={excludedCount} />
    </div>
  )
}

interface PathsProps {
  readonly title: string
  readonly paths: readonly string[]
  readonly count: number
}

function Paths({ title, paths, count }: PathsProps) {
  if (count === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <ul className="mt-1 max-h-48 overflow-auto pl-4 font-mono text-xs [overflow-wrap:anywhere]">
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
        {count > paths.length && <li>and {formatCount(count - paths.length)} more</li>}
      </ul>
    </details>
  )
}
