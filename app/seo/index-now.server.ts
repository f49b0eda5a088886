import { getSite } from '../../server/site.ts'
import { serverAddresses } from '../addresses'
import { pathOfPost } from '../content/post-path.server'
import { inLanguage } from '../language/in-language'
import { siteUrl } from './site-url.server'

/** Lets search engines be told of changed pages, each in the language that changed. Call it once at the start. */
export function connectIndexNow() {
  getSite().indexNow?.usePages({
    keyLocation: siteUrl() + serverAddresses.indexNowKey(),
    addressOf: (post) => inLanguage(siteUrl() + pathOfPost(post), post.language),
  })
}

/** The key that proves that submissions are the site's own; undefined if there are none. */
export function findIndexNowKey() {
  return getSite().indexNow?.key
}
