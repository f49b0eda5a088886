import { useRouteLoaderData } from '@remix-run/react'
import { addresses } from '../addresses'
import { languageKey, languages, otherLanguage, type Language } from '../language/languages'
import { useLanguage } from '../language/use-language'
import type { Frame } from './frame'
import rtlStyles from '../styles/rtl.css?url'

/** If the form post takes longer, the script navigates to the root itself, ms. */
const switchTimeoutMs = 10_000

/**
 * Switches to the other language, whose name it shows. A form, so it works with script off. With
 * script, the document changes its direction at once, while the site reloads at its root. The
 * script in the head (remember-language.ts) stores the choice.
 */
export function LanguageButton({ onSwitch }: { onSwitch: () => void }) {
  const frame = useRouteLoaderData<Frame>('root')
  const other = otherLanguage(useLanguage())

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
