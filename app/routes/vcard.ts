import type { LoaderFunctionArgs } from '@remix-run/node'
import { pathParameter, vcardPattern } from '../addresses'
import { vcardFileName, vcardOf } from '../branches/branch-vcard.server'
import { zoneOf } from '../branches/branch-view.server'
import { branchPath, withAnchors } from '../branches/card-places.server'
import { fileS, publicWhileFresh, noStore } from '../content/cache-policy.server'
import { contentFor, notFound } from '../content/content.server'
import { isLanguage, languageKey } from '../language/languages'

/** A branch as a contact to keep. The language stands in the path: a file is one language's. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    return await answerContact(args)
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer
    const headers = new Headers(answer.headers)
    headers.set('Cache-Control', noStore)
    headers.set('X-Content-Type-Options', 'nosniff')
    return new Response(null, { status: answer.status, headers })
  }
}

async function answerContact({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const language = pathParameter(url.pathname, vcardPattern, 'language')
  const file = pathParameter(url.pathname, vcardPattern, 'file')
  if (!isLanguage(language) || !file?.endsWith('.vcf')) throw notFound()

  url.searchParams.set(languageKey, language)
  const content = contentFor({ request: new Request(url), context })
  const id = file.slice(0, -'.vcf'.length)
  const card = withAnchors(await content.listBranches()).find(({ branch }) => branch.postID === id)
  if (!card) throw notFound()

  const { branch } = card
  const text = vcardOf(branch, {
    name: `${content.t('site.shortName')} – ${branch.postTitle || content.t('list.untitled')}`,
    company: content.t('site.name'),
    url: content.siteUrl + branchPath(card, { [languageKey]: language }),
    zone: zoneOf(branch),
  })
  return new Response(text, {
    headers: {
      'Content-Type': 'text/vcard; charset=utf-8',
      'Content-Disposition': `attachment; filename="${vcardFileName(id)}"`,
      'Cache-Control': publicWhileFresh(context, fileS),
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
