import { splitTarget } from './target.ts'

const extension = /\.md$/i

/** Not the name of a page: browsers resolve "." and "..". */
const dotName = /^\.{0,2}$/

/** @param path the canonical path of a page */
export function markdownPathOf(path: string) {
  return path === '/' ? '/home.md' : `${path}.md`
}

/**
 * The segments of the page whose Markdown a path names.
 * @returns null if it names none
 */
export function pageSegmentsOf(segments: readonly string[]): string[] | null {
  const last = segments.at(-1) ?? ''
  const name = last.replace(extension, '')
  return name === last || dotName.test(name) ? null : [...segments.slice(0, -1), name]
}

/** A redirect of a page to another one leads from its Markdown to the other's, if that has one. */
export function redirectedToMarkdown(
  page: Response,
  markdownPath: (path: string) => string | null,
): Response {
  const location = page.headers.get('Location')
  const { path, query } = splitTarget(location ?? '')
  const markdown = location === null ? null : markdownPath(path)
  if (markdown !== null) page.headers.set('Location', query ? `${markdown}?${query}` : markdown)
  return page
}
