// Compiles what is written in AssemblyScript to WebAssembly, to where the server looks for it.
// A fresh clone does it before it starts; plain Node without any dependency but the compiler, which runs in a process of its own.
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sources = join(root, "packages", "engine", "assembly")

/** The module and the files whose exports are its own. */
const KERNEL = { name: "scoring", entries: ["add-term.ts", "keep-best.ts"] }

/** No runtime, no checks, no imports: the module owns nothing but the memory that its caller lays out. */
const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--use", "abort="]

/**
 * Compiles the kernel unless nothing has changed since.
 *
 * @throws {Error} with what the compiler said.
 */
export function compileKernels() {
  const target = join(root, "packages", "engine", "dist", "kernels", `${KERNEL.name}.wasm`)
  const inputs = [fileURLToPath(import.meta.url), ...readdirSync(sources).map((name) => join(sources, name))]
  if (existsSync(target) && inputs.every((path) => statSync(path).mtimeMs <= statSync(target).mtimeMs)) {
    copyToBundle(target)
    return
  }
  const compiler = join(root, "node_modules", "assemblyscript", "bin", "asc.js")
  const entries = KERNEL.entries.map((name) => join(sources, name))
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...entries, ...OPTIONS, "-o", target], {
    encoding: "utf8",
    cwd: sources,
  })
  if (status !== 0) throw new Error(`compiling ${KERNEL.name} failed:\n${stdout ?? ""}${stderr ?? ""}`)
  copyToBundle(target)
}

/** Gives the bundle of the server its own copy of the compiled kernel. */
function copyToBundle(target) {
  const folder = join(root, "packages", "server", "dist", "kernels")
  mkdirSync(folder, { recursive: true })
  copyFileSync(target, join(folder, `${KERNEL.name}.wasm`))
}

/** Tests that are run without a build find the kernels too. */
export { compileKernels as setup }

if (process.argv[1] === fileURLToPath(import.meta.url)) compileKernels()
