import { type AddLibraryResponse, LIMITS } from "@lectern/contract"
import { type DragEvent, type RefObject, useRef, useState } from "react"
import { sharesOf, type UploadState, uploadingClient } from "../../app/upload-fetch.ts"
import { useAction } from "../../app/use-action.ts"
import { IconButton } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Field, TextArea, TextInput } from "../../components/field.tsx"
import { Form } from "../../components/form.tsx"
import { Icon } from "../../components/icon.tsx"
import { Panel } from "../../components/panel.tsx"
import { ProgressBar } from "../../components/slider.tsx"
import { checkFiles } from "./check-files.ts"

const MEBIBYTE = 2 ** 20
const KIBIBYTE = 2 ** 10
const sizeOf = (bytes: number) =>
  bytes < MEBIBYTE / 10 ? `${Math.ceil(bytes / KIBIBYTE)} KB` : `${(bytes / MEBIBYTE).toFixed(1)} MB`
const LIMIT_TEXT = `PDF and DOCX: up to ${LIMITS.fileUploadMaxFiles} files of ${LIMITS.fileUploadMaxBytesPerFile / MEBIBYTE} MB, ${LIMITS.fileUploadMaxBytesTotal / MEBIBYTE} MB together. OpenAPI in JSON or YAML: one file of up to ${LIMITS.openApiUploadMaxBytes / MEBIBYTE} MB.`
const NOT_STARTED: UploadState = { sentBytes: 0, totalBytes: 0 }

/** Uploads files as one library, and shows the progress of each file. */
export function AddFiles({ onAdded }: { readonly onAdded: (added: AddLibraryResponse) => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [texts, setTexts] = useState<Texts>({ title: "", description: "" })
  const [progress, setProgress] = useState(NOT_STARTED)
  const checked = checkFiles(files)
  const upload = useAction(
    () => {
      setProgress(NOT_STARTED)
      const client = uploadingClient(setProgress)
      const uploaded = files.map((file) => ({ path: file.name, content: file }))
      const { title, description } = texts
      const options = { ...(title === "" ? {} : { title }), ...(description === "" ? {} : { description }) }
      const [first] = uploaded
      return checked.kind === "openapi" && first !== undefined
        ? client.uploadOpenApi(first, options)
        : client.uploadFiles(uploaded, options)
    },
    { onDone: onAdded },
  )
  const dropZone = useRef<HTMLInputElement>(null)
  const removeFile = (removed: File) => {
    setFiles(files.filter((file) => file !== removed))
    // The button that was clicked vanishes.
    dropZone.current?.focus()
  }
  const addFiles = (added: readonly File[]) => {
    const names = new Set(added.map(({ name }) => name))
    setFiles([...files.filter(({ name }) => !names.has(name)), ...added])
  }
  return (
    <Panel>
      <Form
        action="Upload"
        isBusy={upload.isBusy}
        error={checked.problem ?? upload.error}
        isDisabled={files.length === 0 || checked.problem !== undefined}
        onSubmit={upload.run}
      >
        <DropZone input={dropZone} onFiles={addFiles} />
        {files.length > 0 && (
          <FileList
            files={files}
            shares={upload.isBusy ? sharesOf(files, progress) : undefined}
            onRemove={removeFile}
          />
        )}
        <FileTexts texts={texts} onChange={setTexts} />
      </Form>
    </Panel>
  )
}

interface Texts {
  readonly title: string
  readonly description: string
}

interface FileTextsProps {
  readonly texts: Texts
  readonly onChange: (texts: Texts) => void
}

function FileTexts({ texts, onChange }: FileTextsProps) {
  return (
    <>
      <Field label="Title" hint="If empty, the name of the first file.">
        <TextInput
          maxLength={LIMITS.titleMaxCharacters}
          value={texts.title}
          onChange={(event) => onChange({ ...texts, title: event.target.value })}
        />
      </Field>
      <Field label="Description" hint="Agents use it to choose a library. If empty, it is taken from the files.">
        <TextArea
          rows={2}
          maxLength={LIMITS.descriptionMaxCharacters}
          value={texts.description}
          onChange={(event) => onChange({ ...texts, description: event.target.value })}
        />
      </Field>
    </>
  )
}

interface FileListProps {
  readonly files: readonly File[]
  /** Share of each file that was sent; undefined while nothing is being sent. */
  readonly shares: readonly number[] | undefined
  readonly onRemove: (file: File) => void
}

function FileList({ files, shares, onRemove }: FileListProps) {
  return (
    <ul className="flex flex-col rounded-md border">
      {files.map((file, at) => (
        <li key={file.name} className="flex flex-col gap-1 border-b px-3 py-2 last:border-b-0">
          <span className="flex items-center gap-2">
            <Icon name="file" />
            <bdi className="min-w-0 truncate" title={file.name}>
              {file.name}
            </bdi>
            <span className="ml-auto shrink-0 text-sm text-muted">{sizeOf(file.size)}</span>
            {shares === undefined && (
              <IconButton icon="close" label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
            )}
          </span>
          {shares !== undefined && <ProgressBar label={`Upload of ${file.name}`} done={shares[at] ?? 0} total={1} />}
        </li>
      ))}
    </ul>
  )
}

interface DropZoneProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFiles: (files: readonly File[]) => void
}

function DropZone({ input, onFiles }: DropZoneProps) {
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
        ref={input}
        type="file"
        multiple
        accept=".pdf,.docx,.json,.yaml,.yml"
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Otherwise, choosing a file again that was removed from the list would not be a change.
          event.target.value = ""
        }}
      />
    </label>
  )
}
