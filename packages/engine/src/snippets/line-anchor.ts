/**
 * How a host writes a place at the end of an address: a range of lines, `page` for files whose lines are pages, `heading` for the
 * identifier of the nearest heading, on web pages, or `slug` for the identifier that is made from its text, on pages that Lectern
 * serves itself.
 */
export type LineAnchor = "github" | "gitlab" | "bitbucket" | "page" | "heading" | "slug"
