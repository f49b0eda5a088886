import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../language/translation'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import type * as TypeAheadModule from './type-ahead'

/**
 * A search field: a plain form, so it works without script. Its type-ahead is loaded when the field
 * is first focused.
 * @param label the accessible name of this search on the page
 * @param question the previous question, to be changed
 * @param shortcut the key that focuses the field from anywhere on the page
 */
export function SearchForm({
  id,
  label,
  question,
  shortcut,
}: {
  id: string
  label: string
  question?: string
  shortcut?: string
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typeAhead, setTypeAhead] = useState<typeof TypeAheadModule>()

  useEffect(() => {
    // The visitor may have focused the field before hydration.
    if (input.current === document.activeElement) loadTypeAhead()
    function onKeyDown(event: KeyboardEvent) {
      const isTyping = (event.target as Element).matches('input, select, textarea')
      if (event.key !== shortcut || isTyping || event.ctrlKey || event.metaKey || event.altKey)
        return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [shortcut])

  function loadTypeAhead() {
    import('./type-ahead').then(setTypeAhead, () => {})
  }

  return (
    <form role="search" className="search-form" action={addresses.search()} aria-label={label}>
      <label htmlFor={id}>
        <Icon name="search" />
        <span className="visually-hidden">{t('search.label')}</span>
      </label>{' '}
      <input
        ref={input}
        key={question}
        id={id}
        name="q"
        type="search"
        defaultValue={question}
        placeholder={t('search.hint')}
        maxLength={200}
        aria-keyshortcuts={shortcut}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={typeAhead ? undefined : loadTypeAhead}
      />{' '}
      <button className="button">{t('search.submit')}</button>
      {typeAhead && <typeAhead.TypeAhead input={input} />}
    </form>
  )
}
