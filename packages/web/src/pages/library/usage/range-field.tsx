import { Field, Select } from "../../../components/field.tsx"

const RANGES = ["7", "30", "90", "365"].map((value) => ({ value, label: `Last ${value} days` }))

/** Days that are shown first. */
export const DEFAULT_DAYS = 30

interface RangeFieldProps {
  readonly days: number
  readonly onChange: (days: number) => void
}

/** Chooses the days whose usage is shown. */
export function RangeField({ days, onChange }: RangeFieldProps) {
  return (
    <div className="w-48">
      <Field label="Range">
        <Select value={String(days)} options={RANGES} onChange={(value) => onChange(Number(value))} />
      </Field>
    </div>
  )
}
