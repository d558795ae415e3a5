import type { LibraryRecord } from "@lectern/contract"
import { useRouter } from "@tanstack/react-router"
import { api, queries } from "../../../app/api.ts"
import { downloadBlob } from "../../../app/download.ts"
import { usePermissions } from "../../../app/session.ts"
import { useAction } from "../../../app/use-action.ts"
import { Button } from "../../../components/button.tsx"
import { Confirm } from "../../../components/dialog.tsx"
import { ActionError } from "../../../components/form.tsx"
import { Panel } from "../../../components/panel.tsx"
import { countOf } from "../../../components/text.tsx"
import { useToast } from "../../../components/toast.tsx"
import { useMayDelete, useMayUpdate } from "../permissions.ts"
import { LibraryAccess } from "./library-access.tsx"
import { LibraryLocation } from "./library-location.tsx"
import { LibraryRules } from "./library-rules.tsx"
import { LibraryScope } from "./library-scope.tsx"
import { LibraryTexts } from "./library-texts.tsx"
import { SourceToken } from "./source-token.tsx"

/** Shows and changes everything about a library that its operators can change. */
export function LibrarySettings({ library }: { readonly library: LibraryRecord }) {
  const may = usePermissions()
  const mayUpdate = useMayUpdate(library)
  const mayDelete = useMayDelete(library)
  const mayMove = mayUpdate && may("manageLibraryAccess")
  const isGit = library.source.kind === "git"
  return (
    <div className="flex flex-col gap-6">
      {mayUpdate && <LibraryTexts key={library.title + library.description} library={library} />}
      {mayUpdate && isGit && <LibraryScope key={JSON.stringify(library.source)} library={library} />}
      {mayUpdate && isGit && library.private && <SourceToken library={library} />}
      {may("manageLibraryAccess") && <LibraryAccess library={library} />}
      {mayMove && <LibraryLocation library={library} />}
      <LibraryRules library={library} />
      {may("exportLibrary") && <ExportLibrary library={library} />}
      {mayDelete && <DeleteLibrary library={library} />}
    </div>
  )
}

function ExportLibrary({ library }: { readonly library: LibraryRecord }) {
  const save = useAction(async () => {
    const { fileName, body } = await api.exportLibrary(library.id)
    downloadBlob(fileName, await new Response(body).blob())
  })
  return (
    <Panel
      title="Export"
      description="A zip with every snippet and version, which another instance can import."
      actions={
        <Button isBusy={save.isBusy} onClick={save.run}>
          Download
        </Button>
      }
    >
      {save.error === undefined ? (
        <p className="text-muted">{contentsOf(library)}.</p>
      ) : (
        <ActionError error={save.error} />
      )}
    </Panel>
  )
}

/** Describes the content of a library; one without tags has no versions besides its current state. */
function contentsOf({ totalSnippets, versions }: LibraryRecord): string {
  const snippets = countOf(totalSnippets, "snippet")
  return versions.length === 0 ? snippets : `${snippets} and ${countOf(versions.length, "version")}`
}

/** Deletes a library after a confirmation that says what will be lost. */
function DeleteLibrary({ library }: { readonly library: LibraryRecord }) {
  const router = useRouter()
  const toast = useToast()
  const remove = async () => {
    await api.deleteLibrary(library.id)
    await router.navigate({ to: "/libraries" })
    queries.removeQueries({ queryKey: ["library", library.id] })
    toast(`${library.id} deleted`)
  }
  return (
    <Panel
      title="Delete this library"
      description="Agents will no longer get answers from it. This cannot be undone."
      actions={
        <Confirm
          title={`Delete ${library.id}?`}
          action="Delete"
          changes={["libraries"]}
          onConfirm={remove}
          trigger={(open) => (
            <Button variant="danger" icon="trash" onClick={open}>
              Delete
            </Button>
          )}
        >
          This deletes {contentsOf(library)}. Agents will no longer get answers from it.
        </Confirm>
      }
    >
      <p className="text-muted">Another library can then use the id {library.id}.</p>
    </Panel>
  )
}
