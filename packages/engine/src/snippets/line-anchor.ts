/**
 * Syntax of the location at the end of a host's URL: a range of lines; `page` for files whose lines are pages; `heading` for the identifier
 * of the nearest heading, on web pages; or `slug` for an identifier made from the heading's text, on pages that Lectern serves.
 */
export type LineAnchor = "github" | "gitlab" | "bitbucket" | "page" | "heading" | "slug"
