/** Folders without documentation of the project, regardless of ignore files. */
const UNWANTED_FOLDERS: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "bower_components",
  "__pycache__",
  ".venv",
  ".tox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".idea",
  ".vs",
  ".gradle",
  ".terraform",
  ".next",
  ".nuxt",
  ".cache",
  "__MACOSX",
])

/** Files that usually contain passwords and keys. */
const SECRET =
  /^(?:\.env(?:\.(?!example$|sample$|template$).*)?|\.npmrc|\.netrc|_netrc|\.pypirc|\.git-credentials|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|kdbx|keystore|jks))$/i

/** Files that are neither documentation nor text that a page could include. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|psd|ai|eps|heic|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|wav|flac|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|exe|dll|so|dylib|a|o|obj|lib|class|pyc|pyo|wasm|bin|dat|db|sqlite3?|iso|dmg|deb|rpm|msi|apk|xlsx?|pptx?|doc|odt|ods|odp|key|numbers|parquet|npy|npz|pkl|pt|onnx|safetensors|lock)$|^\.DS_Store$|^Thumbs\.db$|^package-lock\.json$/i

/** Why a file is not sent. */
export type UnwantedReason = "secret" | "binary"

/** Returns true for a folder that is never searched. */
export function isUnwantedFolder(name: string): boolean {
  return UNWANTED_FOLDERS.has(name)
}

/** Returns why a file is not sent, judging by its name; undefined if it is sent. */
export function unwantedReason(name: string): UnwantedReason | undefined {
  if (SECRET.test(name)) return "secret"
  return BINARY.test(name) ? "binary" : undefined
}
