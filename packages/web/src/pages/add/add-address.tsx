import { type AddLibraryResponse, recogniseSource } from "@lectern/contract"
import { useState } from "react"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"
import { Panel } from "../../components/panel.tsx"
import { addSource, NO_OPTIONS, type SourceOptions } from "./add-request.ts"
import { GitFields } from "./git-fields.tsx"
import { type PastedKind, type Recognised, recognise } from "./recognise.ts"
import { useRepositoryPreview } from "./repository-preview.tsx"
import { WebsiteFields } from "./website-fields.tsx"

type AddressKind = Exclude<PastedKind, "wiki" | "notes">

const KINDS: readonly { readonly value: AddressKind; readonly label: string }[] = [
  { value: "git", label: "Git repository" },
  { value: "website", label: "Website" },
  { value: "llmstxt", label: "llms.txt file" },
  { value: "openapi", label: "OpenAPI description" },
]

/** Well-known documentation as suggestions. */
const SUGGESTIONS = [
  "https://github.com/vuejs/docs",
  "https://github.com/pallets/flask",
  "https://github.com/honojs/website",
  "https://github.com/tokio-rs/website",
]

interface AddAddressProps {
  readonly onAdded: (added: AddLibraryResponse) => void
  /** Called for an address of a wiki or notes, which are added through a connected account. */
  readonly onConnected: (recognised: Recognised) => void
}

/** Adds the source at an address. Its kind is recognised and can be corrected. */
export function AddAddress({ onAdded, onConnected }: AddAddressProps) {
  const may = usePermissions()
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState<AddressKind>()
  const [options, setOptions] = useState(NO_OPTIONS)
  const address = text.trim()
  const recognised = recognise(address)
  const kind = chosen ?? recognised.kind
  const isConnected = kind === "wiki" || kind === "notes"
  const add = useAction(() => addSource(isConnected ? "git" : kind, recogniseSource(address).address, options), {
    onDone: onAdded,
  })
  const preview = useRepositoryPreview({ address: kind === "git" ? address : "", options, onChange: setOptions })
  const submit = () => (isConnected ? onConnected(recognised) : add.run())
  const kinds = isConnected ? [{ value: kind, label: kind === "wiki" ? "Confluence" : "Notion" }, ...KINDS] : KINDS
  return (
    <Panel>
      <Form
        action={isConnected ? "Choose pages" : "Add library"}
        isBusy={add.isBusy}
        error={add.error}
        isDisabled={isConnected && !may("addPrivateLibrary")}
        onSubmit={submit}
        beside={preview.button}
      >
        <Field
          label="Address"
          hint="A repository, a website, an llms.txt file, an OpenAPI description, Confluence or Notion."
        >
          <TextInput
            required
            maxLength={2048}
            placeholder="https://github.com/owner/repository"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {address === "" ? (
          <Suggestions onChoose={setText} />
        ) : (
          <Field label="Kind" hint={chosen === undefined ? "Recognised from the address." : "Chosen by you."}>
            <Select
              value={kind}
              onChange={(value) => setChosen(KINDS.find((each) => each.value === value)?.value)}
              options={kinds}
            />
          </Field>
        )}
        {address !== "" && <KindFields kind={kind} address={address} options={options} onChange={setOptions} />}
        {preview.files}
      </Form>
    </Panel>
  )
}

interface KindFieldsProps {
  readonly kind: PastedKind
  readonly address: string
  readonly options: SourceOptions
  readonly onChange: (options: SourceOptions) => void
}

function KindFields({ kind, address, options, onChange }: KindFieldsProps) {
  if (kind === "website") return <WebsiteFields options={options} onChange={onChange} />
  if (kind !== "git") return null
  return <GitFields options={options} onChange={onChange} isSsh={/^(?:ssh:|[\w.-]+@)/.test(address)} />
}

function Suggestions({ onChoose }: { readonly onChoose: (address: string) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-1 text-sm text-muted">
      For example
      {SUGGESTIONS.map((address) => (
        <Button key={address} variant="quiet" onClick={() => onChoose(address)}>
          {address.replace("https://github.com/", "")}
        </Button>
      ))}
    </div>
  )
}
