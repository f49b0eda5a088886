import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { languageKey, languages, otherLanguage, type Language } from '../language/languages'
import { useLanguage } from '../language/use-language'
import rtlStyles from '../styles/rtl.css?url'

/** How long the switch may take before the page goes to the root by itself, ms. */
const patienceMs = 10_000

/**
 * Shows the other language, in its own script. A form, so it works with script off; with script the
 * page is turned round while the site reloads at its root. The page's first script stores the choice.
 */
export function LanguageButton({ onSwitch }: { onSwitch: () => void }) {
  const { t } = useTranslation()
  const other = otherLanguage(useLanguage())

  function switchLanguage() {
    onSwitch()
    turnDocument(other)
    document.title = t('layout.otherHomeTitle')
    // Stopped on its way, the visitor is not left between two languages: the choice is stored.
    setTimeout(() => window.location.assign(addresses.home()), patienceMs)
  }

  return (
    <form method="post" action={addresses.language()} onSubmit={switchLanguage}>
      <button
        className="language-button"
        name={languageKey}
        value={other}
        lang={languages[other].lang}
      >
        {languages[other].name}
      </button>
    </form>
  )
}

function turnDocument(language: Language) {
  const { lang, dir } = languages[language]
  document.documentElement.lang = lang
  document.documentElement.dir = dir
  document.getElementById('rtl-styles')?.remove()
  if (dir === 'rtl') {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: rtlStyles,
    })
    document.head.append(Object.assign(link, { id: 'rtl-styles' }))
  }
}
