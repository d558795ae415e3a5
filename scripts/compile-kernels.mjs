// Compiles the AssemblyScript sources of the engine to WebAssembly, and copies the result to where the server loads it.
// Part of every start; plain Node, except for the compiler, which runs in a separate process.
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sources = join(root, "packages", "engine", "assembly")

/** The module, and the files whose exports it has. */
const KERNEL = { name: "scoring", entries: ["add-term.ts", "keep-best.ts"] }

/** No runtime, checks or imports: the module only uses memory that its caller manages. */
const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--use", "abort="]

/**
 * Compiles the kernel if its sources have changed.
 *
 * @throws {Error} with the compiler's messages.
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
  if (status !== 0) throw new Error(`cannot compile ${KERNEL.name}:\n${stdout ?? ""}${stderr ?? ""}`)
  copyToBundle(target)
}

/** Copies the compiled kernel to the bundle of the server. */
function copyToBundle(target) {
  const folder = join(root, "packages", "server", "dist", "kernels")
  mkdirSync(folder, { recursive: true })
  copyFileSync(target, join(folder, `${KERNEL.name}.wasm`))
}

/** Called by vitest, so that tests find the kernels without a build. */
export { compileKernels as setup }

if (process.argv[1] === fileURLToPath(import.meta.url)) compileKernels()
