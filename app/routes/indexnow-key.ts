import { serverAddresses } from '../addresses'
import { publicForAnHour } from '../content/cache-policy.server'
import { NotFound } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'
import { findIndexNowKey } from '../seo/index-now.server'

/** The key of IndexNow, by which search engines check who submits the site's pages. */
export const loader = fileLoader(serverAddresses.indexNowKey(), () => {
  const key = findIndexNowKey()
  if (key === undefined) throw new NotFound('IndexNow is off')
  return new Response(key, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': publicForAnHour },
  })
})
