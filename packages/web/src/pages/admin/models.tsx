import type { ModelTest, SettingsResponse } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { ActionError } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Panel } from "../../components/panel.tsx"

type Settings = SettingsResponse["settings"]
type ModelName = ModelTest["model"]

const MODELS = [
  {
    name: "embedder",
    title: "Embedder",
    purpose: "Finds snippets by meaning as well as by words.",
    receives: "the text of every indexed snippet, and every question",
    settings: ["LECTERN_EMBEDDER_URL", "LECTERN_EMBEDDER_TABLE", "LECTERN_EMBEDDER_LOCAL"],
  },
  {
    name: "reranker",
    title: "Reranker",
    purpose: "Reorders the best candidates of each question.",
    receives: "every question with the text of its best candidates",
    settings: ["LECTERN_RERANKER_URL"],
  },
  {
    name: "writer",
    title: "Writer",
    purpose: "Writes titles and descriptions for snippets and libraries that have none.",
    receives: "the text of indexed snippets, never questions",
    settings: ["LECTERN_WRITER_URL"],
  },
] as const

/** Shows the optional models of the instance: which are configured, what each receives, and a test. */
export function Models() {
  const settings = useQuery({ queryKey: ["settings"], queryFn: ({ signal }) => api.admin.getSettings({ signal }) })
  return (
    <Loaded query={settings}>
      {(read) => (
        <>
          {MODELS.map((model) => (
            <ModelPanel key={model.name} model={model} settings={read.settings} />
          ))}
        </>
      )}
    </Loaded>
  )
}

interface ModelPanelProps {
  readonly model: (typeof MODELS)[number]
  readonly settings: Settings
}

function ModelPanel({ model, settings }: ModelPanelProps) {
  const setting = model.settings.find((name) => settings[name] !== null && settings[name] !== undefined)
  if (setting === undefined) {
    return (
      <Panel title={model.title} description={model.purpose} actions={<Badge>Not configured</Badge>}>
        <p className="text-muted">
          Nothing leaves this machine. To use one, set <code className="font-mono text-sm">{model.settings[0]}</code>{" "}
          and restart the server.
        </p>
      </Panel>
    )
  }
  const value = String(settings[setting])
  const isRemote = setting.endsWith("_URL")
  return (
    <Panel title={model.title} description={model.purpose} actions={<Badge tone="good">Configured</Badge>}>
      <div className="flex flex-col gap-3">
        <dl className="grid gap-1 md:grid-cols-[160px_minmax(0,1fr)]">
          <dt className="text-muted">{isRemote ? "Address" : "Source"}</dt>
          <dd className="font-mono text-sm [overflow-wrap:anywhere]">{value}</dd>
          <dt className="text-muted">What it receives</dt>
          <dd>
            {isRemote
              ? `The server at this address receives ${model.receives}.`
              : "It runs inside Lectern. Nothing leaves this machine."}
          </dd>
        </dl>
        <TestModel name={model.name} />
      </div>
    </Panel>
  )
}

function TestModel({ name }: { readonly name: ModelName }) {
  const [result, setResult] = useState<ModelTest>()
  const test = useAction(() => api.admin.testModel(name), { onDone: setResult })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isBusy={test.isBusy} onClick={test.run}>
        Test
      </Button>
      <ActionError error={test.error} />
      {result !== undefined && (
        <span role="status" className={`min-w-0 [overflow-wrap:anywhere] ${result.works ? "text-good" : "text-bad"}`}>
          {result.message}
          {result.works && ` (${result.durationMs} ms)`}
        </span>
      )}
    </div>
  )
}
