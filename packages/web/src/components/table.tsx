import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Aligned to the right, for numbers and actions. */
  readonly isEnd?: boolean
  /** Left out where the page is narrow. */
  readonly isOptional?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** Rows of values; wide tables scroll inside their panel. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const classOf = ({ isEnd = false, isOptional = false }: Column<Row>) =>
    classNames("px-4 py-2.5", isEnd ? "text-right" : "text-left", isOptional && "max-md:hidden")
  return (
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b text-xs text-muted">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={classNames(classOf(column), "font-medium whitespace-nowrap")}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b last:border-b-0 hover:bg-sunken">
              {columns.map((column) => (
                <td key={column.title} className={classNames(classOf(column), "align-top")}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
