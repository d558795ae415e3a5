/**
 * How a host writes a place at the end of an address: a range of lines, `page` for files whose lines are pages, or `heading` for the
 * identifier of the nearest heading, on web pages.
 */
export type LineAnchor = "github" | "gitlab" | "bitbucket" | "page" | "heading"
