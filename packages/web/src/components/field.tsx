import { Field as BaseField } from "@base-ui/react/field"
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react"
import { classNames } from "./class-names.ts"

/** 16 px on narrow pages, because iOS zooms into fields with smaller text. */
const CONTROL =
  "w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink max-sm:text-lg placeholder:text-muted disabled:bg-sunken disabled:text-muted aria-invalid:border-bad"

interface FieldProps {
  readonly label: string
  /** Help below the field. */
  readonly hint?: ReactNode
  /** Why the value is invalid. */
  readonly error?: string | undefined
  /** Hides the label visually, but not from screen readers. */
  readonly isLabelHidden?: boolean
  readonly children: ReactNode
}

/** A label, a control, its help and its error, connected for screen readers. */
export function Field({ label, hint, error, isLabelHidden = false, children }: FieldProps) {
  return (
    <BaseField.Root invalid={error !== undefined} className="flex min-w-0 flex-col gap-1.5">
      <BaseField.Label className={isLabelHidden ? "sr-only" : "text-sm font-medium text-ink"}>{label}</BaseField.Label>
      {children}
      {hint !== undefined && error === undefined && (
        <BaseField.Description className="text-xs text-muted">{hint}</BaseField.Description>
      )}
      {error !== undefined && (
        <BaseField.Error match className="text-xs text-bad">
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  )
}

/** A text field with one line. */
export function TextInput({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <BaseField.Control render={<input {...rest} />} className={classNames(CONTROL, "h-8", className)} />
}

/** Height of a line, and of the space above and below the text including the border. */
const LINE_PIXELS = 20
const EDGE_PIXELS = 18

/** A text field with several lines that grows with its content. */
export function TextArea({ className, rows = 2, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  // Browsers ignore the attribute `rows` if a field grows with its content.
  const style = { minHeight: rows * LINE_PIXELS + EDGE_PIXELS }
  return (
    <BaseField.Control
      render={<textarea rows={rows} style={style} {...rest} />}
      className={classNames(CONTROL, "field-sizing-content max-h-[640px] py-2", className)}
    />
  )
}

interface Option {
  readonly value: string
  readonly label: string
  readonly group?: string
}

interface ChoiceProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Adjacent options with the same group have its name as a heading above them. */
  readonly options: readonly Option[]
  readonly disabled?: boolean
}

/** A choice from a list, using the system's own menu. */
export function Select({ value, onChange, options, disabled = false }: ChoiceProps) {
  return (
    <BaseField.Control
      render={
        <select value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
          {groupsOf(options).map(([group, members]) =>
            group === undefined ? (
              <Options key="" options={members} />
            ) : (
              <optgroup key={group} label={group}>
                <Options options={members} />
              </optgroup>
            ),
          )}
        </select>
      }
      className={classNames(CONTROL, "h-8 pr-2")}
    />
  )
}

function Options({ options }: { readonly options: readonly Option[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ))
}

function groupsOf(options: readonly Option[]): [string | undefined, Option[]][] {
  const groups = new Map<string | undefined, Option[]>()
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  return [...groups]
}
