import type { LoaderFunctionArgs } from '@remix-run/node'
import { noStore } from '../content/cache-policy.server'
import { notFound } from '../content/content.server'
import { isLanguage } from '../language/languages'
import { shareCardResponse } from '../seo/share-card.server'

const ending = '.png'

/** The picture of a page for where its address is shared: /cards/En/News.png is that of /News. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  const [, path = ''] = /^\/cards\/[^/]*(\/.*)$/.exec(pathname) ?? []
  const { language } = params
  if (!isLanguage(language) || !path.endsWith(ending)) return refuse(notFound())
  try {
    return await shareCardResponse({ request, context }, language, path.slice(0, -ending.length))
  } catch (answer) {
    if (answer instanceof Response) return refuse(answer)
    throw answer
  }
}

function refuse(answer: Response) {
  answer.headers.set('Cache-Control', noStore)
  answer.headers.set('X-Content-Type-Options', 'nosniff')
  return answer
}
