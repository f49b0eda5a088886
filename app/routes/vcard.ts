import { vcardPattern, branchPath } from '../addresses'
import { vcardFileName, vcardOf } from '../branches/branch-vcard.server'
import { zoneOf, withAnchors } from '../branches/branch-view.server'
import { fileS, publicWhileFresh, fileLoader } from '../content/loaders.server'
import { companyNamesOf } from '../site/brand.server'
import { contentFor, NotFound } from '../content/content.server'
import { isLanguage, languageKey, languages, siteLanguages } from '../language/languages'

const extension = '.vcf'

/** Serves a branch as an address book entry. The path names the language, since each file has one. */
export const loader = fileLoader(vcardPattern, async ({ params, request, context }) => {
  const { language, file } = params
  if (!isLanguage(language) || !file.endsWith(extension)) throw new NotFound('No such file')

  const url = new URL(request.url)
  url.searchParams.set(languageKey, language)
  const content = contentFor({ request: new Request(url), context })
  const id = file.slice(0, -extension.length)
  const card = withAnchors(await content.listBranches()).find(({ branch }) => branch.postID === id)
  if (!card) throw new NotFound(`There is no branch ${id}`)

  const { branch } = card
  const names = await companyNamesOf(content)
  const text = vcardOf(branch, {
    name: [names.shortName, branch.postTitle].filter((part) => part !== '').join(' – '),
    company: names.name,
    url: content.siteUrl + branchPath(card, { [languageKey]: language }),
    zone: zoneOf(branch, content.timeZone),
    countries: countryNames(content.phoneCountry),
  })
  return new Response(text, {
    headers: {
      'Content-Type': 'text/vcard; charset=utf-8',
      'Content-Disposition': `attachment; filename="${vcardFileName(id)}"`,
      'Cache-Control': publicWhileFresh(context, fileS),
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
})

/** @param country ISO 3166, such as "SA"; undefined where the company names none */
function countryNames(country: string | undefined) {
  return siteLanguages.flatMap((language) => {
    const names = new Intl.DisplayNames(languages[language].lang, { type: 'region' })
    return (country && names.of(country)) || []
  })
}
