/** Finds the old posts of a blog beside documentation. */
export interface Posts {
  /** Returns the folder of the blog if a file is an old post of it. */
  blogOf(path: string): string | undefined
}

/** Folder names of blogs, and of posts in general. */
const BLOG_FOLDER = /^_?blogs?$/i
const POSTS_FOLDER = /^_?posts$/i
/** A date in the path of a post: `2017-06-21-koi.md`, `2017/06/21/koi.md`. */
const DATE = /(?:^|\/)((?:19|20)\d{2})[-_/](0?[1-9]|1[0-2])[-_/](?:0?[1-9]|[12]\d|3[01])(?!\d)/
/** Names of posts that are guides, such as `2017-06-21-upgrading-to-koi-2.md`; they are often the only text about it. */
const GUIDE = /(?:^|[^a-z])(?:upgrad|migrat|porting)/i
/** Posts that are at most this much older than the newest one are kept, because they describe what is new. */
const MAX_AGE_MONTHS = 24
const NO_POSTS: Posts = { blogOf: () => undefined }
/** Minimum number of posts with a date in a blog. Other folders of that name are about blogs. */
const MIN_DATED = 3

/**
 * Finds the old posts of blogs in a repository with more pages of documentation than posts. All files of a folder such as `blog` are posts if
 * at least three of them have a date in their path; in a folder `posts`, at least half. Posts without a date, posts of the two years before
 * the newest one, and guides to a new version are kept.
 *
 * @param paths all documentation files of the source.
 * @param isPage returns true for a file that the other default exclusions keep.
 */
export function findPosts(paths: readonly string[], isPage: (path: string) => boolean): Posts {
  const counts = new Map<string, { files: number; dated: number }>()
  for (const path of paths) {
    const folder = blogFolderOf(path)
    if (folder === undefined) continue
    const count = counts.get(folder) ?? { files: 0, dated: 0 }
    count.files++
    if (DATE.test(path.slice(folder.length))) count.dated++
    counts.set(folder, count)
  }
  const blogs = new Set([...counts].filter(([folder, count]) => isBlog(folder, count)).map(([folder]) => folder))
  const blogOf = (path: string) => {
    const folder = blogFolderOf(path)
    return folder !== undefined && blogs.has(folder) && !GUIDE.test(path.slice(folder.length)) ? folder : undefined
  }
  if (blogs.size === 0) return NO_POSTS
  const pages = paths.filter(isPage)
  const posts = pages.filter((path) => blogOf(path) !== undefined)
  if (posts.length * 2 >= pages.length) return NO_POSTS
  // There may be more posts than `Math.max` can take as arguments.
  const newest = posts.reduce((latest, path) => Math.max(latest, monthOf(path) ?? 0), 0)
  const isOld = (path: string) => (monthOf(path) ?? newest) < newest - MAX_AGE_MONTHS
  return { blogOf: (path) => (isOld(path) ? blogOf(path) : undefined) }
}

/** Returns the number of the month in the date of a post, counted from the year 0. */
function monthOf(path: string): number | undefined {
  const [, year, month] = DATE.exec(path) ?? []
  return year === undefined ? undefined : 12 * Number(year) + Number(month)
}

function isBlog(folder: string, { files, dated }: { readonly files: number; readonly dated: number }): boolean {
  const isNamedBlog = BLOG_FOLDER.test(folder.slice(folder.lastIndexOf("/") + 1))
  return dated >= MIN_DATED && (isNamedBlog || dated * 2 >= files)
}

/** Returns the outermost folder of a path that is named like a blog. */
function blogFolderOf(path: string): string | undefined {
  const folders = path.split("/").slice(0, -1)
  const at = folders.findIndex((folder) => BLOG_FOLDER.test(folder) || POSTS_FOLDER.test(folder))
  return at < 0 ? undefined : folders.slice(0, at + 1).join("/")
}
