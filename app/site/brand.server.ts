import type { Brand, BrandFileName } from '../../server/site/brand'
import { embeddable } from '../../server/http/headers'
import { serverAddresses } from '../addresses'
import {
  NotFound,
  optional,
  type Content,
  type LoadContext,
  type Spec,
} from '../content/content.server'
import { publicForAnHour, publicWhileFresh, unchanging } from '../content/loaders.server'
import { defaultLanguage, languages } from '../language/languages'
import type { BrandView } from '../layout/frame'

/**
 * Returns the company's names in the content's language: the brand's, else the content's title of the site. Empty if
 * neither is known.
 */
export async function companyNamesOf(content: Pick<Content, 'lang' | 'brand' | 'findFooter'>) {
  const { lang, brand } = content
  const { name, shortName } = brand
  if (name && shortName) return { name: name[lang], shortName: shortName[lang] }
  const title = (await optional(content.findFooter()))?.postTitle ?? ''
  return { name: title, shortName: shortName?.[lang] ?? title }
}

/** Returns the registrations that the brand states, for the footer. */
export function registrationsOf(
  { commercialRegistration, vatNumber }: Brand,
  t: Content['t'],
): Spec[] {
  const fact = (name: string, value?: string) => (value ? [{ name, value, unit: '' }] : [])
  return [
    ...fact(t('layout.commercialRegistration'), commercialRegistration),
    ...fact(t('layout.vatNumber'), vatNumber),
  ]
}

/** Returns the part of the brand that the document needs, besides names. */
export function brandView(brand: Brand): BrandView {
  const src = fileAddress(brand, 'mark.svg')
  return {
    themeColor: brand.themeColor,
    mark: src === null || !brand.markSize ? null : { src, ...brand.markSize },
    stylesheet: fileAddress(brand, 'tokens.css'),
    icon: fileAddress(brand, 'icon.svg'),
    favicon: brand.files.has('favicon.ico') ? serverAddresses.favicon() : null,
    touchIcon: fileAddress(brand, 'apple-touch-icon.png'),
  }
}

function fileAddress({ files, version }: Brand, name: BrandFileName) {
  return files.has(name) ? serverAddresses.brandFile(version, name) : null
}

/**
 * Responds with a file of the brand.
 * @param version from its address; undefined for an address without one
 * @throws NotFound when the brand has no such file
 */
export function brandFileResponse(
  { site: { brand } }: LoadContext,
  name: string,
  version?: string,
) {
  const file = brand.files.get(name)
  if (!file) throw new NotFound(`The brand has no ${name}`)
  return new Response(Buffer.from(file.bytes), {
    headers: {
      'Content-Type': file.type,
      // A page of another version may still be cached somewhere.
      'Cache-Control': version === brand.version ? unchanging : publicForAnHour,
      'X-Content-Type-Options': 'nosniff',
      ...embeddable,
    },
  })
}

/**
 * Responds with the icon that browsers request from every site. Without one they show their own, and a 404 would be an
 * error in the console of every page.
 */
export function findFaviconResponse(context: LoadContext) {
  const name = 'favicon.ico'
  if (context.site.brand.files.has(name)) return brandFileResponse(context, name)
  return new Response(null, { status: 204, headers: { 'Cache-Control': publicForAnHour } })
}

/** Responds with the web app manifest, in the default language. */
export async function manifestResponse(content: Content, context: LoadContext) {
  const {
    site: { brand },
  } = context
  const { name, shortName } = await companyNamesOf(content)
  const footer = await optional(content.findFooter())
  const { lang, dir } = languages[defaultLanguage]
  const icons = (
    [
      ['icon-192.png', '192x192', 'any'],
      ['icon-512.png', '512x512', 'any'],
      ['icon-maskable-512.png', '512x512', 'maskable'],
      ['icon.svg', 'any', 'any'],
    ] as const
  ).flatMap(([file, sizes, purpose]) => {
    const src = fileAddress(brand, file)
    return src === null ? [] : [{ src, sizes, type: brand.files.get(file)?.type, purpose }]
  })
  const manifest = {
    id: '/',
    ...(name && { name, short_name: shortName }),
    ...(footer?.postSubTitle && { description: footer.postSubTitle }),
    lang,
    dir,
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: brand.colours.paper,
    theme_color: brand.themeColor.light,
    icons,
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': publicWhileFresh(context),
    },
  })
}

/** Returns the part of the brand that a share card needs, besides names. */
export function cardBrand({ colours, files }: Brand) {
  return { colours, mark: files.get('mark.svg')?.bytes.toString('utf8') ?? null }
}
