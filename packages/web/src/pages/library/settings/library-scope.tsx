import type { LibraryRecord } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { useAction } from "../../../app/use-action.ts"
import { Field, TextInput } from "../../../components/field.tsx"
import { Form } from "../../../components/form.tsx"
import { Panel } from "../../../components/panel.tsx"
import { Failure, Skeleton } from "../../../components/states.tsx"
import { FilePreview } from "../../scope/file-preview.tsx"
import { ScopeFields } from "../../scope/scope-fields.tsx"
import { type Scope, scopeOf, type ScopeTexts } from "../../scope/scope-texts.ts"
import { useSettled } from "../../../app/use-settled.ts"

/** Changes which files of a repository are indexed, with a preview of what the patterns match. */
export function LibraryScope({ library: { id, source } }: { readonly library: LibraryRecord }) {
  const [branch, setBranch] = useState(source.branch ?? "")
  const [texts, setTexts] = useState<ScopeTexts>({
    folders: source.folders.join("\n"),
    excludeFolders: source.excludeFolders.join("\n"),
    excludeFiles: source.excludeFiles.join("\n"),
  })
  const scope = scopeOf(texts)
  const isChanged =
    branch !== (source.branch ?? "") ||
    [scope.folders, scope.excludeFolders, scope.excludeFiles].join("|") !==
      [source.folders, source.excludeFolders, source.excludeFiles].join("|")
  const save = useAction(() => api.updateLibrary(id, { branch: branch === "" ? null : branch, ...scope }), {
    done: "Saved. A refresh has started",
    changes: ["library", "jobs"],
  })
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
        <ScopeFields texts={texts} onChange={setTexts} />
        <LibraryPreview libraryId={id} scope={scope} texts={texts} onChange={setTexts} />
      </Form>
    </Panel>
  )
}

interface LibraryPreviewProps {
  readonly libraryId: string
  readonly scope: Scope
  readonly texts: ScopeTexts
  readonly onChange: (texts: ScopeTexts) => void
}

/** Shows which files from the last ingestion a scope would include. */
function LibraryPreview({ libraryId, scope, texts, onChange }: LibraryPreviewProps) {
  const asked = JSON.stringify(scope)
  const settled = useSettled(asked)
  const preview = useQuery({
    queryKey: ["scope-preview", libraryId, settled],
    queryFn: ({ signal }) => api.previewScope(libraryId, JSON.parse(settled) as Scope, { signal }),
    placeholderData: keepPreviousData,
  })
  if (preview.isError) return <Failure error={preview.error} onRetry={() => void preview.refetch()} />
  if (preview.data === undefined) return <Skeleton className="h-24" />
  if (preview.data.knownCount === 0) {
    return <p className="text-sm text-muted">A preview appears here once the library has been indexed.</p>
  }
  return (
    <FilePreview
      matches={preview.data}
      texts={texts}
      onChange={onChange}
      isStale={preview.isPlaceholderData || settled !== asked}
    >
      <p className="text-sm text-muted">Among the files that the last refresh found.</p>
    </FilePreview>
  )
}
