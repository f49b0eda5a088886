import type { MetaDescriptor } from '@remix-run/react'
import { addresses } from '../addresses'
import { languages, siteLanguages, type Language } from '../language/languages'
import type { Frame } from '../layout/frame'
import { shorten } from './descriptions'
import type { PageDescription } from './page-meta'
import { pageTitle } from './page-title'

/**
 * Description, language alternates, Open Graph and share card of a page.
 * @param addressIn the page's absolute address in a language, or for any
 */
export function crawlerMeta(
  { lang, siteUrl, siteName, siteDescription, isOnlyInThisLanguage }: Frame,
  {
    title,
    type = 'website',
    path,
    paths,
    onlyLanguage,
    ...description
  }: PageDescription & { path: string },
  addressIn: (language?: Language) => string,
): MetaDescriptor[] {
  const isIndexed = !onlyLanguage && description.isIndexed !== false
  const summary = shorten(description.description || siteDescription)
  const only = onlyLanguage ?? (isOnlyInThisLanguage ? lang : undefined)
  const known = siteLanguages.filter((language) =>
    only ? language === only : !paths || paths[language],
  )
  const card = siteUrl + addresses.shareCard(lang, path)
  return [
    ...(summary ? [{ name: 'description', content: summary }] : []),
    ...(isIndexed && !description.isSelection ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...alternates(known, addressIn),
    openGraph('title', title || siteName),
    ...(summary ? [openGraph('description', summary)] : []),
    openGraph('type', type),
    openGraph('url', addressIn(lang)),
    ...(siteName ? [openGraph('site_name', siteName)] : []),
    openGraph('locale', languages[lang].openGraph),
    ...known
      .filter((language) => language !== lang)
      .map((language) => openGraph('locale:alternate', languages[language].openGraph)),
    ...(isIndexed ? shareCardMeta(card, pageTitle(title, siteName)) : []),
  ]
}

/** A page that is known in one language only has no other one. */
function alternates(
  known: Language[],
  addressIn: (language?: Language) => string,
): MetaDescriptor[] {
  const link = (hrefLang: string, href: string) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href,
  })
  const own = known.map((language) => link(languages[language].lang, addressIn(language)))
  return known.length > 1 ? [...own, link('x-default', addressIn())] : own
}

/** The share card: the picture that link previews show. */
function shareCardMeta(address: string, alt: string): MetaDescriptor[] {
  return [
    openGraph('image', address),
    openGraph('image:type', 'image/png'),
    openGraph('image:width', '1200'),
    openGraph('image:height', '630'),
    openGraph('image:alt', alt),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
  ]
}

function openGraph(name: string, content: string) {
  return { property: `og:${name}`, content }
}
