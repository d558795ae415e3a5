import { useState } from "react"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"
import { Panel } from "../../components/panel.tsx"
import { addSource, NO_OPTIONS } from "./add-request.ts"
import { GitFields } from "./git-fields.tsx"
import { type PastedKind, type Recognised, recognise } from "./recognise.ts"
import { WebsiteFields } from "./website-fields.tsx"

type AddressKind = Exclude<PastedKind, "wiki" | "notes">

const KINDS: readonly { readonly value: AddressKind; readonly label: string }[] = [
  { value: "git", label: "Git repository" },
  { value: "website", label: "Website" },
  { value: "llmstxt", label: "llms.txt file" },
  { value: "openapi", label: "OpenAPI description" },
]

/** Well-known documentation to start with. */
const SUGGESTIONS = [
  "https://github.com/vuejs/docs",
  "https://github.com/pallets/flask",
  "https://github.com/honojs/website",
  "https://github.com/tokio-rs/website",
]

interface AddAddressProps {
  readonly onAdded: (libraryId: string) => void
  /** Called for an address of a wiki or of notes, which are added through a connected account. */
  readonly onConnected: (recognised: Recognised) => void
}

/** Adds what an address points to; its kind is recognised and can be corrected. */
export function AddAddress({ onAdded, onConnected }: AddAddressProps) {
  const may = usePermissions()
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState<AddressKind>()
  const [options, setOptions] = useState(NO_OPTIONS)
  const address = text.trim()
  const recognised = recognise(address)
  const kind = chosen ?? recognised.kind
  const isConnected = kind === "wiki" || kind === "notes"
  const add = useAction(() => addSource(isConnected ? "git" : kind, address, options), {
    onDone: ({ libraryName }) => onAdded(libraryName),
  })
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
        {address !== "" && kind === "git" && (
          <GitFields options={options} onChange={setOptions} isSsh={/^(?:ssh:|[\w.-]+@)/.test(address)} />
        )}
        {address !== "" && kind === "website" && <WebsiteFields options={options} onChange={setOptions} />}
      </Form>
    </Panel>
  )
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
