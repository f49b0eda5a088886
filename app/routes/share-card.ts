import type { RouteHandle } from '../../server/http/validation/route-table'
import { shareCardPattern } from '../addresses'
import { NotFound } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'
import { isLanguage } from '../language/languages'
import { shareCardResponse } from '../seo/share-card.server'

export const handle = { kind: 'share-card' } satisfies RouteHandle

const extension = '.png'

/** Serves the preview image of a page: /cards/En/News.png belongs to /News. */
export const loader = fileLoader(shareCardPattern, ({ params, request, context }) => {
  const { pathname } = new URL(request.url)
  const [, path = ''] = /^\/cards\/[^/]*(\/.*)$/.exec(pathname) ?? []
  const { language } = params
  if (!isLanguage(language) || !path.endsWith(extension)) throw new NotFound('No such card')
  return shareCardResponse({ request, context }, language, path.slice(0, -extension.length))
})
