import { RemixBrowser } from '@remix-run/react'
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { startTransition, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { getInitialNamespaces } from 'remix-i18next/client'
import { PageBoundary, pageId, released } from './framework/page-boundary'
import { i18nOptions } from './language/i18n-options'
import { isLanguage } from './language/languages'
import { reportPageView } from './layout/navigation/page-views'

/**
 * Hydrates the page once its translations are loaded. Before that, or if loading fails, the page works with plain links
 * and forms.
 */
async function hydrate() {
  const { language = '' } = document.documentElement.dataset
  await i18next
    .use(translationsBackend)
    .use(initReactI18next)
    .init({
      ...i18nOptions,
      lng: language,
      fallbackLng: false,
      ns: ['translation', ...getInitialNamespaces()],
    })
  const page = document.getElementById(pageId)
  if (!page || !i18next.hasResourceBundle(language, 'translation')) return
  startTransition(() => {
    const root = hydrateRoot(
      page,
      <PageBoundary>
        <I18nextProvider i18n={i18next}>
          <Started>
            <RemixBrowser />
          </Started>
        </I18nextProvider>
      </PageBoundary>,
      // The error boundary reports these errors.
      { onRecoverableError: () => undefined },
    )
    void released.then((wasHydrated) => {
      root.unmount()
      startOffline()
      if (!wasHydrated && isLanguage(language)) reportPageView(language)
    })
  })
}

/** Starts what needs Remix's router, which exists from its first render on: hydration begins at any time after its call. */
function Started({ children }: { children: ReactNode }) {
  useEffect(startOffline, [])
  return children
}

function startOffline() {
  import('./offline/connection').then(
    (offline) => offline.startOffline(),
    () => {}, // A script that cannot be loaded costs what works without a network only.
  )
}

/** i18next's backend in the browser: uses the page's early request for the translations, or its own. */
const translationsBackend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, _namespace, callback) {
    fetchTranslations(language).then(
      (translations) => callback(null, translations),
      (error: Error) => callback(error, false),
    )
  },
}

async function fetchTranslations(language: string): Promise<ResourceKey> {
  const early = await window.earlyTranslations
  const response = early ?? (await fetch(`/assets/i18n/${language}.json`))
  const translations: unknown = response.ok ? await response.json() : undefined
  if (typeof translations === 'object' && translations !== null) return translations
  throw new Error(`Failed to load the translations for ${language}: HTTP ${response.status}`)
}

/**
 * Measures this page load if it is in the site's sample and the visitor has not opted out. Runs once the page is loaded
 * and the browser is idle.
 */
function measure() {
  const { language, timingSample, timingPage } = document.documentElement.dataset
  const { doNotTrack, globalPrivacyControl } = navigator
  const isChosen = Math.random() < Number(timingSample)
  if (!isChosen || doNotTrack === '1' || globalPrivacyControl) return
  function load() {
    import('./layout/page-timings').then(
      ({ measurePageLoad }) => measurePageLoad(timingPage, language),
      () => {}, // A script that cannot be loaded costs a measurement only.
    )
  }
  // Safari has no idle callbacks.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(load)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
}

hydrate().catch((error: unknown) => window.reportScriptFailure?.('hydrate', error))
measure()
