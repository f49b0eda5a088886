declare global {
  interface Window {
    /** The answer that the page's script has asked for ahead; undefined if there was none. */
    earlyTranslations?: Promise<Response | undefined>
  }
}

/**
 * Asks for the words before the modules that need them are here, so that they travel side by side.
 * By script and not by a preload: who does not run script, or keeps no cookies, has no use for them.
 */
export const earlyTranslationsScript = `if (navigator.cookieEnabled) {
  window.earlyTranslations = fetch('/assets/i18n/' + document.documentElement.dataset.language + '.json').catch(function () {})
}`
