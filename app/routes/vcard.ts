import type { LoaderFunctionArgs } from '@remix-run/node'
import { addresses, pathParameter, vcardPattern } from '../addresses'
import { vcardFileName, vcardOf } from '../branches/branch-vcard.server'
import { anchorOf, zoneOf } from '../branches/branch-view.server'
import { contentFor, notFound } from '../content.server'
import { isLanguage, languageKey } from '../language/languages'

/** A branch as a contact to keep. The language stands in the path: a file is one language's. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const language = pathParameter(url.pathname, vcardPattern, 'language')
  const file = pathParameter(url.pathname, vcardPattern, 'file')
  if (!isLanguage(language) || !file?.endsWith('.vcf')) throw notFound()

  url.searchParams.set(languageKey, language)
  const content = contentFor({ request: new Request(url), context })
  const id = file.slice(0, -'.vcf'.length)
  const branch = (await content.listBranches()).find(({ postID }) => postID === id)
  if (!branch) throw notFound()

  const page = `${content.siteUrl}${addresses.branches()}?${languageKey}=${language}`
  const company = content.t('site.shortName')
  const text = vcardOf(branch, {
    name: `${company} – ${branch.postTitle}`,
    company: content.t('site.name'),
    url: `${page}#${encodeURIComponent(anchorOf(branch))}`,
    zone: zoneOf(branch),
  })
  return new Response(text, {
    headers: {
      'Content-Type': 'text/vcard; charset=utf-8',
      'Content-Disposition': `attachment; filename="${vcardFileName(id)}"`,
      'Cache-Control': 'public, max-age=300',
    },
  })
}
