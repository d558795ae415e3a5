import { ReferenceKernel } from "./reference-kernel.ts"
import type { ScoringKernel } from "./scoring-kernel.ts"
import { WasmKernel } from "./wasm-kernel.ts"

/** The part of the WebAssembly API that is used here, which Node's types lack. Undefined if Node runs without a compiler. */
declare const WebAssembly: { validate(bytes: Uint8Array): boolean } | undefined

/** A module with one function that returns `i8x16.popcnt(i8x16.splat(0))`. */
const SIMD_MODULE = Uint8Array.from(
  [
    "0061736d 01000000", // magic number and version
    "01 05 01 60 00 01 7b", // types: () -> v128
    "03 02 01 00", // functions: one of that type
    "0a 0a 01 08 00 41 00 fd 0f fd 62 0b", // its code
  ].flatMap((part) => [...Buffer.from(part.replaceAll(" ", ""), "hex")]),
)

/** Returns true when this process can run the WebAssembly kernel. */
export function hasSimd(): boolean {
  return typeof WebAssembly !== "undefined" && WebAssembly.validate(SIMD_MODULE)
}

/**
 * Creates a kernel: WebAssembly if SIMD is available, otherwise the TypeScript reference. Both return the same scores.
 *
 * @throws {BrokenInstallation} if the compiled kernel is missing.
 */
export function createScoringKernel({
  useSimd = hasSimd(),
}: { readonly useSimd?: boolean | undefined } = {}): ScoringKernel {
  return useSimd ? new WasmKernel() : new ReferenceKernel()
}
