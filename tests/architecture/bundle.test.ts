import { existsSync, readdirSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "./cruise.ts"

const bundle = join(projectRoot, "packages/server/dist/program")

/** The bundler writes each import on a line of its own; the second form is a dynamic import. */
const IMPORT =
  /^(?:import|export)\s(?:[^"'`\n;]*?\sfrom\s)?["']([^"'\n]+)["'];?$|\bimport\(\s*["']([^"'\n]+)["']\s*\)/gm

/** Starts threads when the program runs from its TypeScript sources, as in tests; the bundle never does. */
const ONLY_FROM_SOURCE = ["tsx"]

/** Imported for traces only, and installed by operators who want them. */
const OPTIONAL = [
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-node",
]

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

function programFiles(): string[] {
  const names = readdirSync(bundle).filter((name) => name.endsWith(".js"))
  return names.map((name) => readFileSync(join(bundle, name), "utf8"))
}

function importedPackages(): string[] {
  const specifiers = programFiles().flatMap((text) =>
    [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? ""),
  )
  const external = specifiers.filter((name) => /^[@a-z]/.test(name) && !name.startsWith("node:"))
  return [...new Set(external.map(packageOf))].filter((name) => !builtinModules.includes(name)).toSorted()
}

/** The bundler marks where the code of each file begins. */
const REGION = /^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/.*\.\w+$/gm

function bundledPackages(): string[] {
  return [...new Set(programFiles().flatMap((text) => [...text.matchAll(REGION)].map((match) => match[1] ?? "")))]
}

describe("the bundled program", () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(projectRoot, "packages/server/package.json"), "utf8"),
  ) as Record<"dependencies" | "devDependencies", Record<string, string>>

  it("imports only packages that its package.json declares as dependencies", () => {
    const allowed = [...Object.keys(dependencies), ...ONLY_FROM_SOURCE, ...OPTIONAL]
    const undeclared = importedPackages().filter((name) => !allowed.includes(name))

    expect(importedPackages().length).toBeGreaterThan(20)
    expect(undeclared).toEqual([])
  })

  it("contains no package that needs another version of an imported one than the root of node_modules has", () => {
    const imported = importedPackages()
    const conflicts = bundledPackages().flatMap((name) =>
      imported
        .filter((other) => existsSync(join(projectRoot, "node_modules", name, "node_modules", other)))
        .map((other) => `${name} needs its own ${other}`),
    )

    expect(bundledPackages()).toContain("zod")
    expect(conflicts).toEqual([])
  })

  it("contains the packages of the workspace, which are not published", () => {
    expect(importedPackages().filter((name) => name.startsWith("@lectern/"))).toEqual([])
    expect(Object.keys(dependencies).filter((name) => name.startsWith("@lectern/"))).toEqual([])
    expect(Object.keys(devDependencies)).toContain("@lectern/cli")
  })
})
