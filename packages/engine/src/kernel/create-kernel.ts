import { ReferenceKernel } from "./reference-kernel.ts"
import type { ScoringKernel } from "./scoring-kernel.ts"
import { WasmKernel } from "./wasm-kernel.ts"

/** The part of the WebAssembly API that is used here; the types of Node lack it. Undefined where Node runs without a compiler. */
declare const WebAssembly: { validate(bytes: Uint8Array): boolean } | undefined

/** A module with one function that returns `i8x16.popcnt(i8x16.splat(0))`. */
const SIMD_MODULE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic number and version
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // types: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // functions: one of that type
  ...[0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b], // its code
)

/** Returns true when this process can run the WebAssembly kernel. */
export function hasSimd(): boolean {
  return typeof WebAssembly !== "undefined" && WebAssembly.validate(SIMD_MODULE)
}

/**
 * Creates a kernel: WebAssembly where SIMD is available, else the TypeScript reference. Both give the same scores.
 *
 * @throws {BrokenInstallation} when the compiled kernel is missing.
 */
export function createScoringKernel({ useSimd = hasSimd() }: { readonly useSimd?: boolean | undefined } = {}): ScoringKernel {
  return useSimd ? new WasmKernel() : new ReferenceKernel()
}
