import { type ImportLibrariesResponse, LIMITS } from "@lectern/contract"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { ChooseFile } from "../../components/choose-file.tsx"
import { Form } from "../../components/form.tsx"
import { Panel } from "../../components/panel.tsx"
import { Switch } from "../../components/switch.tsx"
import { countOf } from "../../components/text.tsx"

const MEBIBYTE = 2 ** 20

/** Imports the libraries of a zip file that another instance has exported. */
export function AddBundle() {
  const [file, setFile] = useState<File>()
  const [force, setForce] = useState(false)
  const [result, setResult] = useState<ImportLibrariesResponse>()
  const isTooLarge = (file?.size ?? 0) > LIMITS.importBundleMaxBytes
  const send = useAction(() => api.importLibraries(file ?? new Blob([]), { force }), {
    changes: ["libraries", "jobs"],
    onDone: setResult,
  })
  return (
    <Panel
      title="Import"
      description={`A zip of up to ${LIMITS.importBundleMaxBytes / MEBIBYTE} MB, exported by another instance.`}
    >
      <Form
        action="Import"
        isBusy={send.isBusy}
        error={isTooLarge ? `${file?.name ?? ""} is too large.` : send.error}
        isDisabled={file === undefined || isTooLarge}
        onSubmit={send.run}
        beside={<ChooseFile accept=".zip" onFile={setFile} />}
      >
        {file !== undefined && <p className="[overflow-wrap:anywhere]">{file.name}</p>}
        <Switch
          label="Replace existing libraries"
          hint="Otherwise they are skipped."
          isOn={force}
          onChange={setForce}
        />
        {result !== undefined && (
          <div role="status" className="flex flex-col gap-1">
            <p>{countOf(result.queued.length, "library is", "libraries are")} being imported.</p>
            {result.skipped.map(({ project, reason }) => (
              <p key={project} className="text-sm text-warn [overflow-wrap:anywhere]">
                {project} was skipped: {reason}
              </p>
            ))}
          </div>
        )}
      </Form>
    </Panel>
  )
}
