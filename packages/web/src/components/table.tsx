import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Aligned to the right, for numbers and actions. */
  readonly isEnd?: boolean
  /** True to hide the column on narrow pages. */
  readonly isOptional?: boolean
}

/** Title of a column of buttons, whose labels say what they do. */
const ACTION = "Action"

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/**
 * A table. Its first column names the rows, so long names are broken there. On narrow pages, each row is a block whose
 * values have the titles of their columns beside them; ARIA roles keep it a table for screen readers.
 */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const classOf = ({ isEnd = false, isOptional = false }: Column<Row>) =>
    classNames("px-4 py-2.5", isEnd ? "text-right" : "text-left", isOptional && "max-md:hidden")
  return (
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table role="table" className="w-full border-collapse max-sm:block">
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b text-xs text-muted">
            {columns.map((column) => (
              <th
                key={column.title}
                role="columnheader"
                scope="col"
                className={classNames(classOf(column), "font-medium whitespace-nowrap")}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="border-b last:border-b-0 hover:bg-sunken max-sm:block max-sm:py-2"
            >
              {columns.map((column, at) => (
                <td
                  key={column.title}
                  role="cell"
                  className={classNames(
                    classOf(column),
                    "align-baseline",
                    column.isOptional !== true &&
                      "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:py-1",
                  )}
                >
                  {at > 0 && (
                    <span aria-hidden="true" className="shrink-0 text-xs text-muted sm:hidden">
                      {column.title !== ACTION && column.title}
                    </span>
                  )}
                  <div className={classNames("min-w-0", at === 0 ? "[overflow-wrap:anywhere]" : "max-sm:text-right")}>
                    {column.cell(row)}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
