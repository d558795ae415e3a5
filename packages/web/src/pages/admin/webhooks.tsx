import { EVENT_TYPES, type EventType, type Webhook, type WebhookWithSecret } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { ActionError, CheckList, DialogButton, Form, OnceShown } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { CodeBlock, RelativeTime } from "../../components/text.tsx"
import { Deliveries } from "./deliveries.tsx"

const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  "library.finalized": "A library became available",
  "library.refreshed": "A library was refreshed",
  "library.failed": "A job failed",
  "library.deleted": "A library was deleted",
  "key.created": "An API key was created",
}
const EVENT_OPTIONS = EVENT_TYPES.map((value) => ({ value, label: EVENT_LABELS[value], hint: value }))

/** Lists the outgoing webhooks of the teamspace with their deliveries. */
export function Webhooks() {
  const list = useQuery({ queryKey: ["webhooks"], queryFn: ({ signal }) => api.webhooks.list({ signal }) })
  const add = (
    <DialogButton label="New webhook" title="Create a webhook" variant="primary" icon="plus">
      {() => <NewWebhook />}
    </DialogButton>
  )
  return (
    <>
      <Panel
        title="Registered URLs"
        description="Deliveries are signed with the secret of the webhook."
        isFlush
        actions={add}
      >
        <Loaded query={list}>
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <Empty icon="plug" title="No webhooks">
                Create one to notify another program when libraries change.
              </Empty>
            ) : (
              <ul>
                {webhooks.map((webhook) => (
                  <li key={webhook.id} className="border-b p-4 last:border-b-0">
                    <WebhookRow webhook={webhook} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

function StateOf({ webhook: { active, switchedOffBecause, failingSince } }: { readonly webhook: Webhook }) {
  if (switchedOffBecause !== null) return <Badge tone="bad">Disabled by Lectern</Badge>
  if (!active) return <Badge>Disabled</Badge>
  return failingSince === null ? <Badge tone="good">Active</Badge> : <Badge tone="warn">Failing</Badge>
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const [isLogShown, setLogShown] = useState(false)
  const changes = ["webhooks", "deliveries"]
  const test = useAction(() => api.webhooks.test(webhook.id), {
    done: ({ status, error }) =>
      status === null ? `Test failed: ${error ?? "no response"}` : `Responded with status ${status}`,
    changes,
  })
  const toggle = useAction(() => api.webhooks.update(webhook.id, { active: !webhook.active }), {
    done: "Saved",
    changes,
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {webhook.url} <StateOf webhook={webhook} />
          </p>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {webhook.description !== "" && `${webhook.description} · `}
            {webhook.events.length === 0 ? "Every event" : webhook.events.join(", ")}
            {webhook.lastAttemptAt !== null && (
              <>
                {" · last delivery "}
                <RelativeTime moment={webhook.lastAttemptAt} />
              </>
            )}
          </p>
          {webhook.switchedOffBecause !== null && <p className="text-sm text-bad">{webhook.switchedOffBecause}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={isLogShown} onClick={() => setLogShown(!isLogShown)}>
            Deliveries
          </Button>
          <Button isBusy={test.isBusy} onClick={test.run}>
            Send test
          </Button>
          <Button isBusy={toggle.isBusy} onClick={toggle.run}>
            {webhook.active ? "Disable" : "Enable"}
          </Button>
          <DialogButton label="Edit" title="Edit the webhook">
            {(close) => <EditWebhook webhook={webhook} onDone={close} />}
          </DialogButton>
        </div>
      </div>
      <ActionError error={test.error ?? toggle.error} />
      {isLogShown && <Deliveries webhookId={webhook.id} />}
    </div>
  )
}

interface WebhookDraft {
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
}

const eventsOf = (events: readonly string[]) => EVENT_TYPES.filter((type) => events.includes(type))

function WebhookFields({ draft, set }: { readonly draft: WebhookDraft; readonly set: (next: WebhookDraft) => void }) {
  return (
    <>
      <Field label="URL">
        <TextInput
          required
          type="url"
          placeholder="https://example.com/lectern-events"
          value={draft.url}
          onChange={(event) => set({ ...draft, url: event.target.value })}
        />
      </Field>
      <Field label="Description">
        <TextInput
          maxLength={500}
          value={draft.description}
          onChange={(event) => set({ ...draft, description: event.target.value })}
        />
      </Field>
      <CheckList
        label="Events (all if none is chosen)"
        options={EVENT_OPTIONS}
        chosen={draft.events}
        onChange={(events) => set({ ...draft, events })}
      />
    </>
  )
}

function Secret({ webhook }: { readonly webhook: WebhookWithSecret }) {
  return (
    <OnceShown>
      <CodeBlock code={webhook.secret} label="secret of the webhook" />
    </OnceShown>
  )
}

function NewWebhook() {
  const [draft, setDraft] = useState<WebhookDraft>({ url: "", description: "", events: [] })
  const [made, setMade] = useState<WebhookWithSecret>()
  const create = useAction(() => api.webhooks.create({ ...draft, events: eventsOf(draft.events) }), {
    changes: ["webhooks"],
    onDone: setMade,
  })
  if (made !== undefined) return <Secret webhook={made} />
  return (
    <Form action="Create webhook" isBusy={create.isBusy} error={create.error} onSubmit={create.run}>
      <WebhookFields draft={draft} set={setDraft} />
    </Form>
  )
}

function EditWebhook({ webhook, onDone }: { readonly webhook: Webhook; readonly onDone: () => void }) {
  const [draft, setDraft] = useState<WebhookDraft>(webhook)
  const [renewed, setRenewed] = useState<WebhookWithSecret>()
  const { url, description, events } = draft
  const save = useAction(() => api.webhooks.update(webhook.id, { url, description, events: eventsOf(events) }), {
    done: "Webhook saved",
    changes: ["webhooks"],
    onDone,
  })
  if (renewed !== undefined) return <Secret webhook={renewed} />
  return (
    <>
      <Form action="Save" isBusy={save.isBusy} error={save.error} onSubmit={save.run}>
        <WebhookFields draft={draft} set={setDraft} />
      </Form>
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <Confirm
          title="Replace the secret?"
          action="Replace"
          onConfirm={async () => setRenewed(await api.webhooks.renewSecret(webhook.id))}
          trigger={(open) => <Button onClick={open}>Replace the secret</Button>}
        >
          The old secret no longer works. The receiver has to use the new one.
        </Confirm>
        <Confirm
          title="Delete this webhook?"
          action="Delete"
          changes={["webhooks"]}
          onConfirm={() => api.webhooks.delete(webhook.id)}
          trigger={(open) => (
            <Button variant="danger" icon="trash" onClick={open}>
              Delete
            </Button>
          )}
        >
          {webhook.url} receives no more events, and its delivery log is deleted.
        </Confirm>
      </div>
    </>
  )
}
