import { LIMITS } from "@lectern/contract"
import { Field, TextArea, TextInput } from "../../components/field.tsx"
import type { SourceOptions } from "./add-request.ts"

interface WebsiteFieldsProps {
  readonly options: SourceOptions
  readonly onChange: (options: SourceOptions) => void
}

/** Form fields for the options of a website. */
export function WebsiteFields({ options, onChange }: WebsiteFieldsProps) {
  const set = (change: Partial<SourceOptions>) => onChange({ ...options, ...change })
  return (
    <details>
      <summary className="w-fit rounded text-sm font-medium text-muted hover:text-ink">Limits and exclusions</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-3">
        <div className="md:col-span-3">
          <Field label="Only pages below" hint="If empty, the folder of the start page.">
            <TextInput
              type="url"
              placeholder="https://docs.example.com/guide/"
              value={options.baseUrl}
              onChange={(event) => set({ baseUrl: event.target.value })}
            />
          </Field>
        </div>
        <Field
          label="Maximum number of pages"
          hint={`${LIMITS.websiteMaxPagesDefault.toLocaleString("en-US")} if empty.`}
        >
          <TextInput
            type="number"
            min={1}
            max={LIMITS.websiteMaxPagesMax}
            value={options.maxPages}
            onChange={(event) => set({ maxPages: event.target.value })}
          />
        </Field>
        <Field label="Maximum link depth" hint={`${LIMITS.websiteMaxDepthDefault} if empty.`}>
          <TextInput
            type="number"
            min={0}
            max={LIMITS.websiteMaxDepthMax}
            value={options.maxDepth}
            onChange={(event) => set({ maxDepth: event.target.value })}
          />
        </Field>
        <Field label="Excluded pages" hint="One glob per line, matched against the path.">
          <TextArea
            rows={2}
            className="font-mono text-sm"
            placeholder="/blog/**"
            value={options.excludePatterns}
            onChange={(event) => set({ excludePatterns: event.target.value })}
          />
        </Field>
      </div>
    </details>
  )
}
