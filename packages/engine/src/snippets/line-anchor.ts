/** How a host writes a range of lines at the end of an address; `page` for files whose lines are pages. */
export type LineAnchor = "github" | "gitlab" | "bitbucket" | "page"
