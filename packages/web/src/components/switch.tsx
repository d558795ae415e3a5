import { Switch as BaseSwitch } from "@base-ui/react/switch"
import type { ReactNode } from "react"

interface SwitchProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
}

/** A switch for a setting that takes effect immediately. */
export function Switch({ label, hint, isOn, onChange, disabled = false }: SwitchProps) {
  return (
    <label className="flex items-start justify-between gap-4 py-2">
      <span className="flex min-w-0 flex-col">
        <span className="text-base font-medium">{label}</span>
        {hint !== undefined && <span className="text-sm text-muted">{hint}</span>}
      </span>
      <BaseSwitch.Root
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="absolute top-0.5 left-0.5 size-3.5 rounded-full bg-muted transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
    </label>
  )
}
