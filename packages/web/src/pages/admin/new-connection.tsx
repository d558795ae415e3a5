import type { CreateConnectionRequest } from "@lectern/contract"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { ActionError, Form } from "../../components/form.tsx"
import { ReadableError } from "../../components/states.tsx"

type Kind = CreateConnectionRequest["kind"]

interface Service {
  readonly value: string
  readonly label: string
  readonly kind: Kind
  /** Address of the service; empty if each organisation has its own. */
  readonly siteUrl: string
  /** Where to create a token, and which permissions it needs. */
  readonly hint: string
  /** True if a token requires an account name. */
  readonly needsAccountName?: boolean
}

const SERVICES: readonly [Service, ...Service[]] = [
  {
    value: "github",
    label: "GitHub",
    kind: "git",
    siteUrl: "https://github.com",
    hint: "A fine-grained personal access token with read access to the contents of the repositories.",
  },
  {
    value: "gitlab",
    label: "GitLab",
    kind: "git",
    siteUrl: "https://gitlab.com",
    hint: "A personal or group access token with the scope read_repository.",
  },
  {
    value: "bitbucket",
    label: "Bitbucket",
    kind: "git",
    siteUrl: "https://bitbucket.org",
    hint: "An API token with read access to repositories. The account is your email address.",
    needsAccountName: true,
  },
  {
    value: "git",
    label: "Another git host",
    kind: "git",
    siteUrl: "",
    hint: "An access token or password that git accepts over HTTPS.",
    needsAccountName: true,
  },
  {
    value: "wiki",
    label: "Confluence",
    kind: "wiki",
    siteUrl: "",
    hint: "Confluence Cloud: an API token, with your email address as account. Data Center: a personal access token without an account.",
    needsAccountName: true,
  },
  {
    value: "notes",
    label: "Notion",
    kind: "notes",
    siteUrl: "https://www.notion.so",
    hint: "The secret of an internal integration. Share the pages with the integration.",
  },
]

interface NewConnectionProps {
  /** Services that can be connected with OAuth on this instance. */
  readonly consentKinds: readonly Kind[]
  /** Service that is selected initially. */
  readonly first?: string
  readonly onDone: () => void
}

/** Connects an account, with a token or with OAuth. */
export function NewConnection({ consentKinds, first = SERVICES[0].value, onDone }: NewConnectionProps) {
  const [value, setValue] = useState(first)
  const service = SERVICES.find((each) => each.value === value) ?? SERVICES[0]
  return (
    <>
      <Field label="Service">
        <Select value={value} options={SERVICES} onChange={setValue} />
      </Field>
      {consentKinds.includes(service.kind) && service.kind !== "git" && <Consent kind={service.kind} />}
      <TokenForm key={value} service={service} onDone={onDone} />
    </>
  )
}

/**
 * Connects with OAuth. The service asks for approval in a new tab; the list of connections is reloaded when the user
 * returns.
 */
function Consent({ kind }: { readonly kind: "wiki" | "notes" }) {
  const [siteUrl, setSiteUrl] = useState("")
  const begin = useAction(() => api.connections.beginConsent({ kind, ...(siteUrl === "" ? {} : { siteUrl }) }), {
    onDone: ({ url }) => globalThis.open(url, "_blank", "noopener"),
  })
  return (
    <div className="flex flex-col gap-3 rounded-md bg-sunken p-3">
      {kind === "wiki" && (
        <Field label="Site" hint="Optional. If your account belongs to several sites, you choose one at the end.">
          <TextInput
            placeholder="https://example.atlassian.net"
            value={siteUrl}
            onChange={(event) => setSiteUrl(event.target.value)}
          />
        </Field>
      )}
      <ActionError error={begin.error} />
      <div>
        <Button variant="primary" icon="external" isBusy={begin.isBusy} onClick={begin.run}>
          Continue with {kind === "wiki" ? "Atlassian" : "Notion"}
        </Button>
      </div>
      <p className="text-sm text-muted">Or connect it with a token:</p>
    </div>
  )
}

/** Connects an account if its service accepts it. @throws {ReadableError} with the service's reason. */
async function connect(request: CreateConnectionRequest): Promise<void> {
  const { id } = await api.connections.create(request)
  const { accepted, message } = await api.connections.test(id)
  if (accepted) return
  await api.connections.delete(id)
  throw new ReadableError(message)
}

function TokenForm({ service, onDone }: { readonly service: Service; readonly onDone: () => void }) {
  const [values, setValues] = useState({ siteUrl: service.siteUrl, accountName: "", token: "" })
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const { accountName, ...required } = values
  const request = { kind: service.kind, ...required, ...(accountName === "" ? {} : { accountName }) }
  const create = useAction(() => connect(request), {
    done: "Account connected",
    changes: ["connections"],
    onDone,
  })
  return (
    <Form action="Connect" isBusy={create.isBusy} error={create.error} onSubmit={create.run}>
      <Field label="Address of the service">
        <TextInput
          required
          type="url"
          placeholder="https://git.example.com"
          value={values.siteUrl}
          onChange={(event) => set({ siteUrl: event.target.value })}
        />
      </Field>
      {service.needsAccountName === true && (
        <Field label="Account" hint="Leave empty if the token needs none.">
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={values.accountName}
            onChange={(event) => set({ accountName: event.target.value })}
          />
        </Field>
      )}
      <Field label="Token" hint={service.hint}>
        <TextInput
          required
          type="password"
          autoComplete="off"
          value={values.token}
          onChange={(event) => set({ token: event.target.value })}
        />
      </Field>
    </Form>
  )
}
