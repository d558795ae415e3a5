interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
  /** Called when the user releases the slider. */
  readonly onCommit?: () => void
}

/** A slider for a number within bounds. */
export function Slider({ label, value, min, max, step, onChange, onCommit }: SliderProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="flex justify-between gap-4 text-sm font-medium">
        {label}
        <output className="text-muted">{value.toLocaleString("en-US")}</output>
      </span>
      <input
        type="range"
        // The label around them names the `output`, because it is the first element that a label can name.
        aria-label={label}
        className="h-8 w-full accent-accent"
        {...{ value, min, max, step }}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={onCommit}
        onKeyUp={onCommit}
      />
    </label>
  )
}

/** Shows progress; without a total, it only shows that something is running. */
export function ProgressBar({
  label,
  done,
  total,
}: {
  readonly label: string
  readonly done: number
  readonly total: number | null
}) {
  const percent = total === null || total === 0 ? undefined : Math.min(100, Math.round((done / total) * 100))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === undefined ? {} : { "aria-valuenow": percent })}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full bg-accent transition-[width] ${percent === undefined ? "w-1/3 animate-fade" : ""}`}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
