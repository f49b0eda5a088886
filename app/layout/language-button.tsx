import { useLocation } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { useFrame } from './frame'
import { otherLanguage, languages, languageKey, type Language } from '../language/languages'
import { useLanguage } from '../language/text-language'
import { addresses } from '../addresses'
import { DrawnIcon } from '../components/icon'
import rtlStyles from '../styles/rtl.css?url'

/** If the form post takes longer, the script navigates to the root itself, ms. */
const switchTimeoutMs = 10_000

function setDocumentLanguage(language: Language) {
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

/**
 * Links to this page in the other language, named in that language: the switch that visitors see.
 * @param isShort shows the language's name only
 */
export function OtherLanguageLink({ isShort = false }: { isShort?: boolean }) {
  const text = useFrame()?.inOtherLanguage.thisPage
  const language = otherLanguage(useLanguage())
  const { lang, name } = languages[language]
  const parameters = new URLSearchParams(useLocation().search)
  parameters.set(languageKey, language)
  if (!text) return null
  return (
    // Relative to the page's path: the fallback pages are rendered once and sent at every address.
    // A plain link, since the whole document changes its language.
    <a
      className="other-language-link"
      href={`?${parameters}`}
      hrefLang={lang}
      lang={lang}
      aria-label={isShort ? text : undefined}
    >
      {isShort ? name : text}
    </a>
  )
}

/** The home page, to which the language button leads. */
const homeIcon = { path: 'M3 12l9-8 9 8M6 10v10h12V10' }

/**
 * Switches to the home page in the other language, and shows the language's name. A form, so it works without script. With
 * script, the document changes its direction immediately, while the site reloads at its root. The
 * script in the head (language-script.ts) stores the choice.
 */
export function LanguageButton({ onSwitch }: { onSwitch: () => void }) {
  const frame = useFrame()
  const other = otherLanguage(useLanguage())
  const { lang, name } = languages[other]
  const { t } = useTranslation()
  const home = frame?.inOtherLanguage.home

  function switchLanguage() {
    onSwitch()
    setDocumentLanguage(other)
    if (frame) document.title = frame.inOtherLanguage.homeTitle
    // The choice is already stored, so if the post is aborted, loading the root completes the
    // switch.
    setTimeout(() => window.location.assign(addresses.home()), switchTimeoutMs)
  }

  return (
    <form method="post" action={addresses.language()} onSubmit={switchLanguage}>
      <label className="language-home">
        <DrawnIcon drawing={homeIcon} />
        <span>{t('menu.home')}:</span>{' '}
        <button
          className="language-button"
          name={languageKey}
          value={other}
          lang={lang}
          aria-label={home ? `${home}: ${name}` : undefined}
        >
          {name}
        </button>
      </label>
    </form>
  )
}
