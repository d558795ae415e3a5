import { type ApplyInstanceConfigResponse, type InstanceConfigStep, LIMITS } from "@lectern/contract"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { ChooseFile } from "../../components/choose-file.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, TextArea } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { Switch } from "../../components/switch.tsx"
import { Table } from "../../components/table.tsx"
import { countOf } from "../../components/text.tsx"

const ACTIONS = {
  add: { label: "Add", tone: "good" },
  change: { label: "Change", tone: "accent" },
  keep: { label: "Unchanged", tone: "neutral" },
  remove: { label: "Delete", tone: "bad" },
  leave: { label: "No longer listed", tone: "warn" },
} as const

const EXAMPLE = `name: team
libraries:
  - git: https://github.com/owner/repository
    folders: [docs]
    versions: [v1]
  - website: https://docs.example.com
    schedule: "0 3 * * *"
`

/** Applies a lectern.yaml, after showing the changes. */
export function InstanceConfig() {
  const [manifest, setManifest] = useState("")
  const [prune, setPrune] = useState(false)
  const [result, setResult] = useState<ApplyInstanceConfigResponse>()
  const change = (text: string) => {
    setManifest(text)
    setResult(undefined)
  }
  const preview = useAction(() => api.applyManifest({ manifest, prune, dryRun: true }), { onDone: setResult })
  const apply = async () => {
    setResult(await api.applyManifest({ manifest, prune }))
  }
  return (
    <>
      <Panel title="lectern.yaml" description="You can review the changes before they are applied.">
        <Form
          action="Show changes"
          isBusy={preview.isBusy}
          error={preview.error}
          onSubmit={preview.run}
          beside={<ChooseFile accept=".yaml,.yml" onFile={(file) => void file.text().then(change)} />}
        >
          <Field label="Text of the file">
            <TextArea
              required
              rows={12}
              spellCheck={false}
              maxLength={LIMITS.manifestMaxCharacters}
              className="font-mono text-sm"
              placeholder={EXAMPLE}
              value={manifest}
              onChange={(event) => change(event.target.value)}
            />
          </Field>
          <Switch
            label="Delete libraries that are no longer listed"
            hint="Only libraries that an earlier file of the same name added."
            isOn={prune}
            onChange={(isOn) => {
              setPrune(isOn)
              setResult(undefined)
            }}
          />
        </Form>
      </Panel>
      {result !== undefined && <Steps result={result} onApply={apply} />}
    </>
  )
}

interface StepsProps {
  readonly result: ApplyInstanceConfigResponse
  readonly onApply: () => Promise<unknown>
}

function Steps({ result: { name, applied, steps }, onApply }: StepsProps) {
  const changes = steps.filter(({ action }) => action === "add" || action === "change" || action === "remove")
  const deleted = steps.filter(({ action }) => action === "remove")
  const apply = (
    <Confirm
      title={`Apply ${name}?`}
      action="Apply"
      changes={["libraries", "library", "jobs"]}
      onConfirm={onApply}
      trigger={(open) => (
        <Button variant="primary" disabled={changes.length === 0} onClick={open}>
          Apply {countOf(changes.length, "change")}
        </Button>
      )}
    >
      {deleted.length === 0
        ? "No library is deleted."
        : `${countOf(deleted.length, "library is", "libraries are")} deleted: ${deleted.map(({ libraryId, source }) => libraryId ?? source).join(", ")}.`}
    </Confirm>
  )
  return (
    <Panel
      title={applied ? `${name} is applied` : `Changes by ${name}`}
      description={applied ? "New libraries are indexed in the background." : "Nothing has changed yet."}
      isFlush
      actions={!applied && apply}
    >
      {steps.length === 0 ? (
        <Empty icon="file" title="The file lists no library" />
      ) : (
        <Table
          label="Changes"
          rows={steps}
          keyOf={({ source, libraryId, action }) => `${action} ${source} ${libraryId}`}
          columns={[
            {
              title: "Change",
              cell: ({ action }) => <Badge tone={ACTIONS[action].tone}>{ACTIONS[action].label}</Badge>,
            },
            { title: "Library", cell: (step) => <Subject step={step} /> },
            { title: "Details", cell: (step) => <Details step={step} /> },
          ]}
        />
      )}
    </Panel>
  )
}

function Subject({ step: { libraryId, source } }: { readonly step: InstanceConfigStep }) {
  return (
    <span className="flex flex-col [overflow-wrap:anywhere]">
      <span className="font-medium">{libraryId ?? "New library"}</span>
      <span className="text-sm text-muted">{source}</span>
    </span>
  )
}

function Details({ step: { details, problem } }: { readonly step: InstanceConfigStep }) {
  return (
    <ul className="text-sm [overflow-wrap:anywhere]">
      {details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
      {problem !== null && <li className="text-bad">{problem}</li>}
    </ul>
  )
}
