import { ADDABLE_KINDS, type AddableKind, type AddLibraryResponse, recogniseSource } from "@lectern/contract"
import { useState, type FormEvent } from "react"
import { api } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextArea, TextInput } from "../../components/field.tsx"
import { Panel } from "../../components/panel.tsx"
import { messageOf } from "../../components/states.tsx"
import { Switch } from "../../components/switch.tsx"

type AddressKind = Exclude<AddableKind, "files">

const LABELS: Readonly<Record<AddressKind, string>> = {
  git: "Git repository",
  website: "Website",
  llmstxt: "llms.txt file",
  openapi: "OpenAPI description",
}
const KINDS = ADDABLE_KINDS.filter((kind): kind is AddressKind => kind !== "files")

interface GitOptions {
  readonly branch: string
  readonly folders: string
  readonly excludeFolders: string
  readonly isPrivate: boolean
  readonly gitToken: string
}

const NO_OPTIONS: GitOptions = { branch: "", folders: "", excludeFolders: "", isPrivate: false, gitToken: "" }
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

function add(kind: AddressKind, address: string, options: GitOptions): Promise<AddLibraryResponse> {
  switch (kind) {
    case "website":
      return api.addWebsite({ websiteUrl: address })
    case "llmstxt":
      return api.addLlmsTxt({ llmstxtUrl: address })
    case "openapi":
      return api.addOpenApi({ openApiUrl: address })
    case "git": {
      const { branch, isPrivate, gitToken } = options
      const [folders, excludeFolders] = [linesOf(options.folders), linesOf(options.excludeFolders)]
      return api.addRepository({
        docsRepoUrl: address,
        ...(branch === "" ? {} : { branch }),
        ...(folders.length === 0 ? {} : { folders }),
        ...(excludeFolders.length === 0 ? {} : { excludeFolders }),
        ...(isPrivate ? { private: true } : {}),
        ...(isPrivate && gitToken !== "" ? { gitToken } : {}),
      })
    }
  }
}

/** Adds what an address points to; its kind is recognised and can be corrected. */
export function AddAddress({ onAdded }: { readonly onAdded: (libraryId: string) => void }) {
  const [address, setAddress] = useState("")
  const [chosen, setChosen] = useState<AddressKind>()
  const [options, setOptions] = useState(NO_OPTIONS)
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const recognised = recogniseSource(address.trim(), chosen)
  const kind = chosen ?? (recognised.kind === "files" ? "git" : recognised.kind)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setState({ isBusy: true })
    add(kind, recognised.address, options).then(
      ({ libraryName }) => onAdded(libraryName),
      (error: unknown) => setState({ isBusy: false, error: messageOf(error) }),
    )
  }
  return (
    <Panel>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field
          label="Address"
          hint="A repository, a website, an llms.txt file or an OpenAPI description."
          error={state.error}
        >
          <TextInput
            required
            placeholder="https://github.com/owner/repository"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        {address.trim() !== "" && (
          <Field label="Kind" hint={chosen === undefined ? "Recognised from the address." : "Chosen by you."}>
            <Select
              value={kind}
              onChange={(value) => setChosen(KINDS.find((each) => each === value))}
              options={KINDS.map((value) => ({ value, label: LABELS[value] }))}
            />
          </Field>
        )}
        {address.trim() !== "" && kind === "git" && <GitFields options={options} onChange={setOptions} />}
        <div>
          <Button type="submit" variant="primary" isBusy={state.isBusy}>
            Add library
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface GitFieldsProps {
  readonly options: GitOptions
  readonly onChange: (options: GitOptions) => void
}

function GitFields({ options, onChange }: GitFieldsProps) {
  const may = usePermissions()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Branch or tag" hint="The default branch if left empty.">
        <TextInput value={options.branch} onChange={(event) => onChange({ ...options, branch: event.target.value })} />
      </Field>
      {may("addPrivateLibrary") && (
        <Switch
          label="Private"
          hint="Only your teamspace can see the library."
          isOn={options.isPrivate}
          onChange={(isPrivate) => onChange({ ...options, isPrivate })}
        />
      )}
      <Field label="Folders" hint="One path or glob in each line. Everything if left empty.">
        <TextArea
          rows={3}
          placeholder="docs"
          value={options.folders}
          onChange={(event) => onChange({ ...options, folders: event.target.value })}
        />
      </Field>
      <Field label="Excluded folders" hint="One path or glob in each line.">
        <TextArea
          rows={3}
          placeholder="docs/archive"
          value={options.excludeFolders}
          onChange={(event) => onChange({ ...options, excludeFolders: event.target.value })}
        />
      </Field>
      {options.isPrivate && (
        <Field label="Access token" hint="Stored encrypted, and never shown again.">
          <TextInput
            type="password"
            autoComplete="off"
            value={options.gitToken}
            onChange={(event) => onChange({ ...options, gitToken: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
