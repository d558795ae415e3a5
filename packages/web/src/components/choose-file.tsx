interface ChooseFileProps {
  /** File extensions, separated by commas. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** A button that opens the system's file dialog. */
export function ChooseFile({ accept, onFile }: ChooseFileProps) {
  return (
    <label className="inline-flex h-8 cursor-pointer items-center rounded-md border border-line-strong bg-surface px-3 font-medium focus-within:outline-2 focus-within:outline-accent hover:bg-hover">
      Choose a file
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
