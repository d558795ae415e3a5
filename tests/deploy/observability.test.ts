import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"

const read = (path: string) => readFileSync(join(import.meta.dirname, "../../deploy", path), "utf8")
const dashboard = JSON.parse(read("grafana/lectern.json")) as {
  panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[]
}
const alerts = parse(read("prometheus/alerts.yaml")) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}
const rules = alerts.groups.flatMap((group) => group.rules)

let program: TestProgram
let metrics: ReadonlySet<string>
beforeAll(async () => {
  program = await startTestProgram()
  const address = await program.app.listen({ host: "127.0.0.1", port: 0 })
  await fetch(`${address}/api/health`)
  await program.context.catalogue.settings.set("worker_seen_at", String(Date.now()))
  const text = await (await fetch(`${address}/metrics`, { headers: asAdmin })).text()
  const suffixes = (name = "", type = "") =>
    type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
  metrics = new Set([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) => suffixes(name, type)))
})
afterAll(() => program.remove())

const names = (expression: string) => expression.match(/\b(?:lectern|process|nodejs)_\w+/g) ?? []

describe("the dashboard for Grafana", () => {
  it("has a title and an expression in every panel, and each panel once", () => {
    const panels = dashboard.panels.filter(({ type }) => type !== "row")

    expect(panels.length).toBeGreaterThan(10)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { title, targets = [] } of panels) expect([title, targets.length > 0]).toEqual([title, true])
  })

  it("uses only metrics that a server reports", () => {
    const used = dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => names(expr)))

    expect(used.length).toBeGreaterThan(15)
    expect(used.filter((name) => !metrics.has(name))).toEqual([])
  })
})

describe("the alert rules for Prometheus", () => {
  it("have a summary and a description, and each name once", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { annotations } of rules) expect(Object.keys(annotations).toSorted()).toEqual(["description", "summary"])
  })

  it("use only metrics that a server reports", () => {
    const used = rules.flatMap(({ expr }) => names(expr))

    expect(used.length).toBeGreaterThanOrEqual(rules.length)
    expect(used.filter((name) => !metrics.has(name))).toEqual([])
  })

  it.each(rules.map(({ alert, expr }) => [alert, expr]))("%s has balanced brackets", (_, expr) => {
    const count = (character: string) => expr.split(character).length
    expect([count("("), count("["), count("{")]).toEqual([count(")"), count("]"), count("}")])
  })
})
