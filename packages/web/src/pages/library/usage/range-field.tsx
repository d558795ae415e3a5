import { Field, Select } from "../../../components/field.tsx"

const RANGES = ["7", "30", "90", "365"].map((value) => ({ value, label: `Last ${value} days` }))

/** Number of days that are shown initially. */
export const DEFAULT_DAYS = 30

interface RangeFieldProps {
  readonly days: number
  readonly onChange: (days: number) => void
}

/** Lets users choose the range of days whose usage is shown. */
export function RangeField({ days, onChange }: RangeFieldProps) {
  return (
    <div className="w-48">
      <Field label="Range">
        <Select value={String(days)} options={RANGES} onChange={(value) => onChange(Number(value))} />
      </Field>
    </div>
  )
}
