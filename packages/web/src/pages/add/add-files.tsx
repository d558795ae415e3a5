import { LIMITS } from "@lectern/contract"
import { useState, type DragEvent, type FormEvent } from "react"
import { api } from "../../app/api.ts"
import { Button } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Field, TextInput } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { Panel } from "../../components/panel.tsx"
import { ProgressBar } from "../../components/slider.tsx"
import { messageOf } from "../../components/states.tsx"
import { checkFiles } from "./check-files.ts"

const MEBIBYTE = 2 ** 20
const megabytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MB`
const LIMIT_TEXT = `PDF and DOCX: up to ${LIMITS.fileUploadMaxFiles} files of ${LIMITS.fileUploadMaxBytesPerFile / MEBIBYTE} MB, ${LIMITS.fileUploadMaxBytesTotal / MEBIBYTE} MB together. OpenAPI in JSON or YAML: one file of up to ${LIMITS.openApiUploadMaxBytes / MEBIBYTE} MB.`

interface Upload {
  readonly isBusy: boolean
  readonly error?: string
}

/** Uploads files as one library. */
export function AddFiles({ onAdded }: { readonly onAdded: (libraryId: string) => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [title, setTitle] = useState("")
  const [upload, setUpload] = useState<Upload>({ isBusy: false })
  const checked = checkFiles(files)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setUpload({ isBusy: true })
    const uploaded = files.map((file) => ({ path: file.name, content: file }))
    // Browsers cannot send a form piece by piece over HTTP/1.1, so how much has arrived is not known.
    const options = title === "" ? {} : { title }
    const [first] = uploaded
    const sent =
      checked.kind === "openapi" && first !== undefined
        ? api.uploadOpenApi(first, options)
        : api.uploadFiles(uploaded, options)
    sent.then(
      ({ libraryName }) => onAdded(libraryName),
      (error: unknown) => setUpload({ isBusy: false, error: messageOf(error) }),
    )
  }
  return (
    <Panel>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <DropZone onFiles={setFiles} />
        {files.length > 0 && (
          <ul className="flex flex-col rounded-md border">
            {files.map((file) => (
              <li key={file.name} className="flex items-center gap-2 border-b px-3 py-2 last:border-b-0">
                <Icon name="file" />
                <span className="min-w-0 truncate">{file.name}</span>
                <span className="ml-auto text-sm text-muted">{megabytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
        <Field label="Title" hint="The name of the first file if left empty." error={upload.error ?? checked.problem}>
          <TextInput
            maxLength={LIMITS.titleMaxCharacters}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        {upload.isBusy && <ProgressBar label="Upload" done={0} total={null} />}
        <div>
          <Button
            type="submit"
            variant="primary"
            isBusy={upload.isBusy}
            disabled={files.length === 0 || checked.problem !== undefined}
          >
            Upload
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "flex cursor-pointer flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-10 text-center focus-within:outline-2 focus-within:outline-accent",
        isOver && "bg-accent-soft",
      )}
    >
      <Icon name="upload" />
      <span className="font-medium">Drop files here, or choose them</span>
      <span className="max-w-[60ch] text-sm text-muted">{LIMIT_TEXT}</span>
      <input
        type="file"
        multiple
        accept=".pdf,.docx,.json,.yaml,.yml"
        className="sr-only"
        onChange={(event) => onFiles([...(event.target.files ?? [])])}
      />
    </label>
  )
}
