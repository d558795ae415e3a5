import { LIMITS, type LibraryRecord, type MoveLibraryRequestInput } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useDeferredValue, useState } from "react"
import { api, queries } from "../../../app/api.ts"
import { Button } from "../../../components/button.tsx"
import { Confirm } from "../../../components/dialog.tsx"
import { Field, TextInput } from "../../../components/field.tsx"
import { ChoiceList } from "../../../components/form.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Panel } from "../../../components/panel.tsx"
import { messageOf } from "../../../components/states.tsx"
import { useToast } from "../../../components/toast.tsx"
import { ProjectField } from "../../add/project-field.tsx"
import { paramsOf } from "../../libraries/library-list.tsx"
import { describeMove } from "./describe-move.ts"

const OWNERS = [
  { value: "public", label: "Public", hint: "Everyone who can reach this instance can find it." },
  { value: "private", label: "Private", hint: "To everyone outside your teamspace, it does not exist." },
]
const DEFAULT_PROJECT = "default"

/**
 * Changes the id and the owner of a library, with a preview of how a change affects the people and agents that use it.
 */
export function LibraryLocation({ library }: { readonly library: LibraryRecord }) {
  const location = useQuery({
    queryKey: ["library-location", library.id],
    queryFn: ({ signal }) => api.visibility.moveLibrary(library.id, { dryRun: true }, { signal }),
  })
  return (
    <Panel title="Id and owner" description="Content, versions and usage stay when you change these.">
      {library.keptBy === null ? (
        <Loaded query={location} rows={1}>
          {({ projectId }) => (
            <LocationForm
              key={`${library.id} ${library.private} ${projectId}`}
              library={library}
              projectId={projectId}
            />
          )}
        </Loaded>
      ) : (
        <p className="text-muted">The instance config {library.keptBy} manages this library. Change it there.</p>
      )}
    </Panel>
  )
}

interface LocationFormProps {
  readonly library: LibraryRecord
  /** Null for the default project. */
  readonly projectId: string | null
}

function LocationForm({ library, projectId }: LocationFormProps) {
  const [id, setId] = useState(library.id)
  const [isPrivate, setPrivate] = useState(library.private)
  const [project, setProject] = useState(projectId ?? "")
  const isProjectChanged = isPrivate && project !== (projectId ?? "")
  const change: MoveLibraryRequestInput = {
    ...(id.trim() === library.id ? {} : { id: id.trim() }),
    ...(isPrivate === library.private ? {} : { private: isPrivate }),
    ...(isProjectChanged ? { projectId: project === "" ? DEFAULT_PROJECT : project } : {}),
  }
  const isChanged = Object.keys(change).length > 0
  return (
    <div className="flex flex-col gap-4">
      <Field label="Library id" hint="Agents and addresses use it. It has the form /owner/repo.">
        <TextInput
          className="font-mono text-sm"
          spellCheck={false}
          maxLength={LIMITS.libraryIdMaxCharacters}
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
      </Field>
      <ChoiceList
        label="Who can find it"
        options={OWNERS}
        chosen={isPrivate ? "private" : "public"}
        onChange={(chosen) => setPrivate(chosen === "private")}
      />
      {isPrivate && <ProjectField projectId={project} onChange={setProject} />}
      {isChanged && <MovePreview library={library} change={change} />}
      {!isChanged && (
        <div>
          <Button variant="primary" disabled>
            Change
          </Button>
        </div>
      )}
    </div>
  )
}

interface MovePreviewProps {
  readonly library: LibraryRecord
  readonly change: MoveLibraryRequestInput
}

/** Shows the effects of a change before it is made, and the button that makes it. */
function MovePreview({ library, change }: MovePreviewProps) {
  const shown = useDeferredValue(JSON.stringify(change))
  const preview = useQuery({
    queryKey: ["move-preview", library.id, shown],
    queryFn: ({ signal }) => {
      return api.visibility.moveLibrary(library.id, { ...(JSON.parse(shown) as object), dryRun: true }, { signal })
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isCurrent = preview.data !== undefined && !preview.isPlaceholderData && shown === JSON.stringify(change)
  const effects = preview.data === undefined ? [] : describeMove(preview.data)
  return (
    <>
      {preview.isError ? (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn [overflow-wrap:anywhere]">
          {messageOf(preview.error)}
        </p>
      ) : (
        <div role="status" className="rounded-md bg-sunken p-3 text-sm [overflow-wrap:anywhere]">
          {preview.data === undefined ? "Checking…" : <Effects effects={effects} />}
        </div>
      )}
      <div>
        <ConfirmMove library={library} change={change} effects={effects} isReady={isCurrent && !preview.isError} />
      </div>
    </>
  )
}

function Effects({ effects }: { readonly effects: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4">
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  )
}

interface ConfirmMoveProps extends MovePreviewProps {
  readonly effects: readonly string[]
  readonly isReady: boolean
}

function ConfirmMove({ library, change, effects, isReady }: ConfirmMoveProps) {
  const router = useRouter()
  const toast = useToast()
  const move = async () => {
    const { id } = await api.visibility.moveLibrary(library.id, change)
    const { owner, repo } = paramsOf(id)
    // Opens the page of the new id before anything at the old one is reloaded.
    await router.navigate({ to: "/libraries/$owner/$repo", params: { owner, repo }, search: { tab: "settings" } })
    await Promise.all(
      ["library", "library-location", "libraries"].map((first) => queries.invalidateQueries({ queryKey: [first] })),
    )
    toast("Changed")
  }
  return (
    <Confirm
      title={`Change ${library.id}?`}
      action="Change"
      onConfirm={move}
      trigger={(open) => (
        <Button variant="primary" disabled={!isReady} onClick={open}>
          Change
        </Button>
      )}
    >
      <Effects effects={effects} />
    </Confirm>
  )
}
