/** Names of folders that contain documentation. */
export const DOCS_FOLDER = /^(docs?|documentation|content|pages|guides?|website|site|book|manual|tutorials?)$/i
