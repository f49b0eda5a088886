/** Lists longer than this are shown in pages. */
export const pageSize = 24

/** One page of a list, and where it stands among the others. */
export interface Paged<T> {
  items: T[]
  /** From 1 on. */
  page: number
  pages: number
}

/**
 * The page of a list that an address asks for with ?page=. Arabic digits count as digits; what is
 * no number means the first page, what lies beyond the last means the last.
 */
export function pageOf<T>(items: T[], request: Request): Paged<T> {
  const pages = Math.max(1, Math.ceil(items.length / pageSize))
  const page = Math.min(Math.max(askedPage(request.url), 1), pages)
  const start = (page - 1) * pageSize
  return { items: items.slice(start, start + pageSize), page, pages }
}

function askedPage(url: string) {
  const text = new URL(url).searchParams.get('page') ?? ''
  const digits = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
  return /^\d+$/.test(digits) ? Number(digits) : 1
}
