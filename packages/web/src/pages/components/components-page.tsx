import { useState } from "react"
import { Page } from "../../app/page-frame.tsx"
import { Button, IconButton } from "../../components/button.tsx"
import { ChooseFile } from "../../components/choose-file.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { CheckList, DialogButton, Form, OnceShown } from "../../components/form.tsx"
import { Field, Select, TextArea, TextInput } from "../../components/field.tsx"
import { Badge, Figure, Panel } from "../../components/panel.tsx"
import { ProgressBar, Slider } from "../../components/slider.tsx"
import { Empty, Failure, SkeletonRows } from "../../components/states.tsx"
import { Switch } from "../../components/switch.tsx"
import { Table } from "../../components/table.tsx"
import { Tabs } from "../../components/tabs.tsx"
import { CodeBlock, formatCount, RelativeTime } from "../../components/text.tsx"
import { useToast } from "../../components/toast.tsx"

const LONG =
  "A title of one hundred and twenty characters, which is as long as titles get before somebody complains about it, or not"
const ROWS = [
  { name: "Short", count: 0, moment: new Date(Date.now() - 90_000).toISOString() },
  { name: LONG, count: 1_000_000, moment: new Date(Date.now() - 86_400_000).toISOString() },
  { name: "مكتبة التوثيق العربية", count: 1234, moment: "2024-01-01T00:00:00.000Z" },
] as const

/** Shows every component in each of its states, for checking both themes. */
export function ComponentsPage() {
  return (
    <Page title="Components" description="Every component in each of its states. Pages are built from these only.">
      <Actions />
      <Forms />
      <Controls />
      <Panel title="Table" isFlush>
        <Table
          label="Libraries"
          rows={ROWS}
          keyOf={({ name }) => name}
          columns={[
            { title: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
            { title: "Snippets", isEnd: true, cell: ({ count }) => formatCount(count) },
            { title: "Updated", isEnd: true, cell: ({ moment }) => <RelativeTime moment={moment} /> },
          ]}
        />
      </Panel>
      <Panel title="Figures" isFlush>
        <dl className="grid grid-cols-2 md:grid-cols-4">
          <Figure label="Snippets" value="1,000,000" />
          <Figure label="Tokens" value="0" />
          <Figure label="Trust score" value="9.4" />
          <Figure label="Revision" value="0123456789abcdef0123456789abcdef" />
        </dl>
      </Panel>
      <Panel title="Loading" isFlush>
        <SkeletonRows count={2} />
      </Panel>
      <Panel title="Empty" isFlush>
        <Empty title="No libraries yet" action={<Button variant="primary">Add a library</Button>}>
          A library contains the documentation of a repository, a website or files.
        </Empty>
      </Panel>
      <Failure error={new Error("unreachable")} onRetry={() => undefined} />
      <CodeBlock label="Command" code="claude mcp add --transport http lectern https://lectern.example.com/mcp" />
    </Page>
  )
}

function Actions() {
  const toast = useToast()
  return (
    <Panel title="Actions">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" onClick={() => toast("Saved")}>
          Primary
        </Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" isBusy>
          Busy
        </Button>
        <Button icon="refresh">With icon</Button>
        <IconButton icon="copy" label="Copy" />
        <Confirm
          title="Delete /otter/docs?"
          action="Delete"
          onConfirm={() => Promise.resolve()}
          trigger={(open) => (
            <Button variant="danger" icon="trash" onClick={open}>
              Delete
            </Button>
          )}
        >
          This deletes 1,234 snippets and 3 versions.
        </Confirm>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Badge>Queued</Badge>
        <Badge tone="accent">New</Badge>
        <Badge tone="good">Ready</Badge>
        <Badge tone="warn">Indexing</Badge>
        <Badge tone="bad">Failed</Badge>
      </div>
    </Panel>
  )
}

function Controls() {
  const [text, setText] = useState("")
  const [isOn, setOn] = useState(true)
  const [tokens, setTokens] = useState(5000)
  const [tab, setTab] = useState("one")
  return (
    <Panel title="Controls">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Name" hint="Shown to everyone.">
          <TextInput placeholder="Name" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label="Address" error="This is not a URL.">
          <TextInput defaultValue="htp:/example" />
        </Field>
        <Field label="Kind">
          <Select value="git" onChange={() => undefined} options={[{ value: "git", label: "Git repository" }]} />
        </Field>
        <Field label="Disabled">
          <TextInput disabled defaultValue="Cannot be changed" />
        </Field>
        <Field label="Folders">
          <TextArea rows={3} placeholder={"docs\nguides/*"} />
        </Field>
        <Slider label="Token budget" min={500} max={20_000} step={500} value={tokens} onChange={setTokens} />
        <Switch label="Open to everyone" hint="Callers without a key may add libraries." isOn={isOn} onChange={setOn} />
        <div className="flex flex-col justify-center gap-4">
          <ProgressBar label="Parsing" done={40} total={100} />
          <ProgressBar label="Fetching" done={0} total={null} />
        </div>
      </div>
      <div className="mt-6">
        <Tabs
          label="Example"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "one", label: "Ask", content: "First panel" },
            { value: "two", label: "Files", count: 1234, content: "Second panel" },
          ]}
        />
      </div>
    </Panel>
  )
}

function Forms() {
  const [chosen, setChosen] = useState<readonly string[]>(["library.failed"])
  const [fileName, setFileName] = useState("")
  return (
    <Panel title="Forms">
      <Form
        action="Save"
        isBusy={false}
        error="The name ada is taken. Choose another one."
        onSubmit={() => undefined}
        beside={<ChooseFile accept=".yaml" onFile={({ name }) => setFileName(name)} />}
      >
        <CheckList
          label="Events"
          options={[
            { value: "library.finalized", label: "A library became available", hint: "library.finalized" },
            { value: "library.failed", label: "A job failed", hint: "library.failed" },
          ]}
          chosen={chosen}
          onChange={setChosen}
        />
        {fileName !== "" && <p>{fileName}</p>}
        <OnceShown>
          <CodeBlock code="whsec_0123456789abcdef" label="example of a secret" />
        </OnceShown>
      </Form>
      <div className="mt-4">
        <DialogButton label="Open a dialog" title="A dialog">
          {(close) => <Button onClick={close}>Close</Button>}
        </DialogButton>
      </div>
    </Panel>
  )
}
