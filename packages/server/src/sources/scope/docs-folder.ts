/** Folder names of documentation. */
export const DOCS_FOLDER = /^(docs?|documentation|content|pages|guides?|website|site|book|manual|tutorials?)$/i
