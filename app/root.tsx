import type { MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react'
import { useState, type ReactNode } from 'react'
import type { RouteHandle } from '../server/http/validation/route-table'
import { useTranslation } from './language/translation'
import { addresses } from './addresses'
import { brandView, companyNamesOf, registrationsOf } from './site/brand.server'
import { findContact } from './company/company.server'
import { optional, type FooterData } from './content/content.server'
import { translationFor } from './language/i18n.server'
import { screenLoader } from './content/loaders.server'
import { timingOf } from './site/analytics.server'
import { currentYear } from './language/format'
import { useLanguageGuard, rememberLanguageScript } from './language/language-script'
import { languages, otherLanguage } from './language/languages'
import { useLanguage } from './language/text-language'
import { type BrandView, type ErrorKind, type Frame, pageTitle, useFrame } from './layout/frame'
import { LoadingOverlay } from './layout/navigation/loading-overlay'
import { productMenuOf } from './layout/product-menu-data'
import { popoverFallbackScript } from './framework/popover-fallback'
import { usePageFocus, scrollKeyOf } from './layout/navigation/page-focus'
import { NavigatedHead } from './framework/navigated-head'
import { PageBoundary, pageId } from './framework/page-boundary'
import { PageScripts } from './framework/page-scripts'
import { usePageViews } from './layout/navigation/page-views'
import { usePrefetch } from './layout/navigation/prefetch'
import { SiteFooter } from './layout/site-footer'
import { SiteHeader } from './layout/site-header'
import { ErrorMessage } from './layout/error-message'
import arabicRegular from '../brand/fonts/arabic-400.woff2?url'
import arabicBold from '../brand/fonts/arabic-600.woff2?url'
import latinRegular from '../brand/fonts/latin-400.woff2?url'
import latinBold from '../brand/fonts/latin-600.woff2?url'
import rtlStyles from './styles/rtl.css?url'
import siteStyles from './styles/site.css?url'

/**
 * Fonts above the fold: text and headings; Latin also has the spaces and digits of Arabic text. The stylesheet comes first
 * on slow networks, since text is shown in another font meanwhile.
 */
const preloadedFonts = {
  rtl: [arabicRegular, arabicBold, latinRegular],
  ltr: [latinRegular, latinBold],
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (!data) return []
  return [{ title: pageTitle(error ? data.errorTitles[errorKindOf(error)] : '', data.siteName) }]
}

/** Loads the frame of every screen. All of its parts are optional: no page fails because of its frame. */
export const loader = screenLoader('', async ({ content, request, context }): Promise<Frame> => {
  const [names, { contact, contactLinks }, footer, categories, types] = await Promise.all([
    companyNamesOf(content),
    findContact(content),
    optional(content.findFooter()),
    optional(content.listProductCategories()),
    optional(content.listProductTypes()),
  ])
  const { lang, t, brand } = content
  const other = otherLanguage(lang)
  const { t: inOther } = translationFor(other)
  return {
    lang,
    contact,
    contactLinks,
    footer: footer && shownFooter(footer),
    registrations: [...registrationsOf(brand, t), ...(footer?.postSpecs ?? [])],
    productMenu: productMenuOf(categories ?? [], types ?? []),
    siteUrl: content.siteUrl,
    companyName: names.name,
    siteName: names.shortName,
    brand: brandView(brand),
    hasEnquiries: context.site.enquiries.isOpen,
    hasSheets: context.site.sheets.isAvailable,
    isKeptOffline: context.site.config.isKeptOffline,
    hasDrawings: context.site.config.content.isSample,
    timing: timingOf(context, new URL(request.url).pathname),
    inOtherLanguage: {
      homeTitle: pageTitle(inOther('home.heading'), brand.shortName?.[other] ?? ''),
      home: inOther('menu.home'),
      thisPage: inOther('layout.thisPage'),
      loading: inOther('loading.message'),
    },
    siteDescription: footer?.postSubTitle ?? '',
    errorTitles: {
      missing: t('errors.missing.title'),
      invalid: t('errors.invalid.title'),
      unavailable: t('errors.unavailable.title'),
      offline: t('errors.offline.title'),
    },
    year: currentYear(brand.timeZone.zone),
  }
})

/** Leaves out what the search alone shows, since every page carries the frame. */
function shownFooter({ priceNote: _priceNote, ...footer }: FooterData) {
  return footer
}

/**
 * The frame is the same on every screen, so client-side navigation does not reload it. Only the kind of page in
 * `timing` differs, which the browser reads once, from the loaded document.
 */
export function shouldRevalidate({ formMethod }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== 'GET'
}

/**
 * The page around a screen or an error page. React hydrates only the page: the document around it comes from the server
 * and may contain third-party elements (decisions/0025).
 */
export function Layout({ children }: { children: ReactNode }) {
  const page = (
    <PageBoundary>
      <Page>{children}</Page>
    </PageBoundary>
  )
  return import.meta.env.SSR ? <ServerDocument page={page} /> : page
}

function Page({ children }: { children: ReactNode }) {
  const frame = useFrame()
  const isStatic = useIsStatic()
  const { t } = useTranslation()
  const [isSwitching, setIsSwitching] = useState(false)
  const language = useLanguage()
  usePageViews(language)
  usePageFocus('content')
  useLanguageGuard(language)
  usePrefetch(language)
  return (
    <>
      <a className="skip-link" href="#content">
        {t('layout.skipToContent')}
      </a>
      <SiteHeader frame={frame} onLanguageSwitch={() => setIsSwitching(true)} />
      <LoadingOverlay isSwitching={isSwitching} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter frame={frame} />
      {!isStatic && <ScrollRestoration getKey={scrollKeyOf} />}
      {!import.meta.env.SSR && <NavigatedHead />}
    </>
  )
}

function ServerDocument({ page }: { page: ReactNode }) {
  const frame = useFrame()
  const error = useRouteError()
  const isStatic = useIsStatic()
  const language = useLanguage()
  const { lang, dir } = languages[language]
  const brand = frame?.brand
  const styles = useMatches().flatMap(
    ({ handle }) => (handle as RouteHandle | undefined)?.styles ?? [],
  )
  // Error pages are not measured.
  const timing = error ? null : frame?.timing

  return (
    <html
      lang={lang}
      dir={dir}
      data-language={language}
      data-offline={frame?.isKeptOffline || undefined}
      data-drawings={frame?.hasDrawings || undefined}
      data-timing-sample={timing?.sample}
      data-timing-page={timing?.page}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Phones would turn numbers, dates and addresses into links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        {brand && <BrandMeta brand={brand} />}
        <script dangerouslySetInnerHTML={{ __html: rememberLanguageScript }} />
        <script dangerouslySetInnerHTML={{ __html: popoverFallbackScript }} />
        {preloadedFonts[dir].map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
            fetchpriority="low"
          />
        ))}
        <link rel="stylesheet" href={siteStyles} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="manifest" href={addresses.webManifest()} />
        {brand && <BrandLinks brand={brand} />}
        {dir === 'rtl' && <link id="rtl-styles" rel="stylesheet" href={rtlStyles} />}
        <Meta />
      </head>
      <body>
        <div id={pageId} className="page">
          {page}
        </div>
        {!isStatic && <PageScripts />}
      </body>
    </html>
  )
}

function BrandMeta({ brand: { themeColor } }: { brand: BrandView }) {
  return (['light', 'dark'] as const).map((scheme) => (
    <meta
      key={scheme}
      name="theme-color"
      content={themeColor[scheme]}
      media={`(prefers-color-scheme: ${scheme})`}
    />
  ))
}

/** These links follow the site's stylesheet, which sets the order of the layers. */
function BrandLinks({ brand: { stylesheet, favicon, icon, touchIcon } }: { brand: BrandView }) {
  return (
    <>
      {stylesheet && <link rel="stylesheet" href={stylesheet} />}
      {favicon && <link rel="icon" href={favicon} sizes="16x16 32x32" />}
      {icon && <link rel="icon" href={icon} type="image/svg+xml" />}
      {touchIcon && <link rel="apple-touch-icon" href={touchIcon} />}
    </>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <>
      <ErrorMessage kind={errorKindOf(error)} />
      {/* Developers see the error; visitors see the page alone. */}
      {import.meta.env.MODE === 'development' && error instanceof Error && (
        <pre className="container" dir="ltr">
          {error.stack}
        </pre>
      )}
    </>
  )
}

/** These pages appear at any address, where a script would look for the data of that address's screen. */
function useIsStatic() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const isFallback = Boolean(error) && errorKindOf(error) !== 'missing'
  return import.meta.env.SSR && (isFallback || pathname === addresses.offline())
}

function errorKindOf(error: unknown): ErrorKind {
  if (!isRouteErrorResponse(error))
    return !import.meta.env.SSR && !navigator.onLine ? 'offline' : 'unavailable'
  if (error.status === 404) return 'missing'
  return error.status === 400 ? 'invalid' : 'unavailable'
}
