import { RemixBrowser } from '@remix-run/react'
import { startTransition, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PageBoundary, pageId, released } from './framework/page-boundary'
import { loadTranslation, TranslationContext } from './language/translation'
import { reportPageView } from './layout/navigation/page-views'

/**
 * Hydrates the page once its translations are loaded. Before that, or if loading fails, the page works with plain links
 * and forms.
 */
async function hydrate() {
  const translation = await loadTranslation()
  const page = document.getElementById(pageId)
  if (!page || !translation) return
  startTransition(() => {
    const root = hydrateRoot(
      page,
      <PageBoundary>
        <TranslationContext.Provider value={translation}>
          <Started>
            <RemixBrowser />
          </Started>
        </TranslationContext.Provider>
      </PageBoundary>,
      // The error boundary reports these errors.
      { onRecoverableError: () => undefined },
    )
    void released.then((wasHydrated) => {
      root.unmount()
      startOffline()
      if (!wasHydrated) reportPageView(translation.language)
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
