import { useId, useState, type FormEvent, type ReactNode } from "react"
import { Button } from "./button.tsx"
import { Dialog, useHeldDialog } from "./dialog.tsx"

/** Shows why an action failed. */
export function ActionError({ error }: { readonly error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad [overflow-wrap:anywhere]">
      {error}
    </p>
  )
}

interface FormProps {
  readonly action: string
  readonly isBusy: boolean
  readonly error: string | undefined
  readonly isDisabled?: boolean
  readonly onSubmit: () => void
  /** Content beside the submit button. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** Fields with their submit button, and an error if submitting failed. */
export function Form({ action, isBusy, error, isDisabled = false, onSubmit, beside, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      {children}
      <ActionError error={error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={isDisabled}>
          {action}
        </Button>
        {beside}
      </div>
    </form>
  )
}

interface DialogButtonProps {
  readonly label: string
  readonly title: string
  readonly variant?: "primary" | "secondary"
  readonly icon?: "plus"
  readonly isWide?: boolean
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a dialog, such as a form. */
export function DialogButton({ label, title, variant = "secondary", icon, isWide, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)} {...(icon === undefined ? {} : { icon })}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close} {...(isWide === undefined ? {} : { isWide })}>
        {children(close)}
      </Dialog>
    </>
  )
}

interface CheckListProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Checkboxes for a few values, any number of which can be chosen. */
export function CheckList({ label, options, chosen, onChange }: CheckListProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-[3px] size-4 accent-accent"
            checked={chosen.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value),
              )
            }
          />
          <span>
            {option.label}
            {option.hint !== undefined && <span className="block text-sm text-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface ChoiceListProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint: string }[]
  readonly chosen: string
  readonly onChange: (chosen: string) => void
}

/** Radio buttons for a few values that need an explanation. */
export function ChoiceList({ label, options, chosen, onChange }: ChoiceListProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex items-start gap-2">
          <input
            type="radio"
            name={name}
            className="mt-[3px] size-4 shrink-0 accent-accent"
            checked={option.value === chosen}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            <span className="block text-sm text-muted">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Shows a secret that the server returns only once. */
export function OnceShown({ children }: { readonly children: ReactNode }) {
  useHeldDialog()
  return (
    <div role="status" className="flex flex-col gap-1">
      <p className="text-sm text-muted">Copy it now. It is not shown again.</p>
      {children}
    </div>
  )
}

/** Splits a text into its lines, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
}
