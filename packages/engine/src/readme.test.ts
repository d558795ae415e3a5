import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"

const packageFolder = fileURLToPath(new URL("..", import.meta.url))

it("answers the question of the README's example", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-readme-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const indexPath = join(folder, "routes.db")
  const [, example = ""] = /```ts\n(.*?)```/s.exec(readFileSync(join(packageFolder, "README.md"), "utf8")) ?? []

  const output = execFileSync(
    process.execPath,
    ["--conditions=lectern-source", "--import", "tsx", "--input-type=module", "--eval", inFolder(example, indexPath)],
    { cwd: packageFolder, encoding: "utf8" },
  )

  expect(output).toBe("### Routes\nSource: https://docs.example/routes\n\nAdd a route with `app.get(path)`.\n\n")
  expect(existsSync(indexPath)).toBe(true)
})

function inFolder(example: string, indexPath: string): string {
  return example.replaceAll('"routes.db"', JSON.stringify(indexPath))
}
