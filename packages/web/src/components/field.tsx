import { Field as BaseField } from "@base-ui/react/field"
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react"
import { classNames } from "./class-names.ts"

const CONTROL =
  "w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted disabled:bg-sunken disabled:text-muted aria-invalid:border-bad"

interface FieldProps {
  readonly label: string
  /** Help below the field. */
  readonly hint?: ReactNode
  /** What is wrong with the value. */
  readonly error?: string | undefined
  /** Hides the label from view, not from screen readers. */
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

/** A line of text. */
export function TextInput({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <BaseField.Control render={<input {...rest} />} className={classNames(CONTROL, "h-8", className)} />
}

/** Several lines of text. */
export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <BaseField.Control render={<textarea {...rest} />} className={classNames(CONTROL, "py-2", className)} />
}

interface ChoiceProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly disabled?: boolean
}

/** A choice from a list, with the system's own menu. */
export function Select({ value, onChange, options, disabled = false }: ChoiceProps) {
  return (
    <BaseField.Control
      render={
        <select value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      }
      className={classNames(CONTROL, "h-8 pr-2")}
    />
  )
}
