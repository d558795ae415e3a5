import { LIMITS, type LibraryRecord } from "@lectern/contract"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { useAction } from "../../../app/use-action.ts"
import { Field, TextArea } from "../../../components/field.tsx"
import { Form } from "../../../components/form.tsx"
import { Panel } from "../../../components/panel.tsx"

/** Replaces the token or deploy key with which a private repository is fetched. */
export function SourceToken({ library }: { readonly library: LibraryRecord }) {
  const [gitToken, setGitToken] = useState("")
  const save = useAction(() => api.refreshLibrary({ libraryName: library.id, gitToken }), {
    done: "Saved. A refresh has started",
    changes: ["library", "jobs"],
    onDone: () => setGitToken(""),
  })
  return (
    <Panel title="Access to the repository" description="Stored encrypted and never shown again.">
      <Form
        action="Replace and refresh"
        isBusy={save.isBusy}
        error={save.error}
        isDisabled={gitToken === ""}
        onSubmit={save.run}
      >
        <Field label="New token or deploy key" hint="A deploy key is the private key for an ssh address.">
          <TextArea
            rows={2}
            autoComplete="off"
            spellCheck={false}
            maxLength={LIMITS.gitTokenMaxCharacters}
            className="font-mono text-sm"
            value={gitToken}
            onChange={(event) => setGitToken(event.target.value)}
          />
        </Field>
      </Form>
    </Panel>
  )
}
