import { tagOfAllContent } from '../../purges/proxy-purges.ts'

/**
 * Tags a page that caches in front may keep with the content types it depends on, so that they can purge it:
 * `Surrogate-Key` for Fastly and others that `PURGE` is sent to, `Cache-Tag` for Cloudflare and others.
 */
export function setCacheTags({ headers }: Response, types: Iterable<string>) {
  if (!headers.get('cache-control')?.includes('s-maxage=')) return
  const tags = [tagOfAllContent, ...[...types].sort()]
  headers.set('Surrogate-Key', tags.join(' '))
  headers.set('Cache-Tag', tags.join(','))
}
