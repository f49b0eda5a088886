import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { formatNumber } from '../language/format'
import { useLanguage } from '../language/text-language'
import { changedFields, useIsHydrated } from '../components/hydration'
import { MixedText } from '../components/mixed-text'
import type { NarrowingView } from './narrow-list.server'

function selectsOf(form: HTMLFormElement | null) {
  return [...(form?.elements ?? [])].filter((field) => field instanceof HTMLSelectElement)
}

/** Fields that narrow a list: a plain form, and with script each choice is applied. */
export function NarrowList({ view }: { view: NarrowingView }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const isLive = useIsHydrated()
  const isStarted = useRef(false)

  useEffect(() => {
    const element = form.current
    function apply() {
      const chosen = selectsOf(element)
        .filter(({ value }) => value !== '')
        .map(({ name, value }): [string, string] => [name, value])
      const selected = new URLSearchParams(chosen.sort()).toString()
      navigate(
        { pathname, search: selected && `?${selected}` },
        { replace: true, preventScrollReset: true },
      )
    }
    // A choice may have been made before this script could listen.
    if (element && !isStarted.current && changedFields(element).length > 0) apply()
    isStarted.current = true
    element?.addEventListener('change', apply)
    return () => element?.removeEventListener('change', apply)
  }, [navigate, pathname])

  // Links and the browser's history change the address, too.
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    for (const field of selectsOf(form.current)) {
      field.value = view.fields.find(({ parameter }) => parameter === field.name)?.chosen ?? ''
    }
  }, [view])

  return (
    <form
      ref={form}
      className="narrow-list"
      action={pathname}
      autoComplete="off"
      aria-label={t('narrow.label')}
    >
      {view.fields.map(({ parameter, name, chosen, choices }) => (
        <label key={parameter}>
          {name}{' '}
          <select name={parameter} defaultValue={chosen}>
            <option value="">{t('narrow.all')}</option>
            {choices.map(({ value, text, count }) => (
              <option key={value} value={value} disabled={count === 0 && value !== chosen}>
                {`${text} (${count})`}
              </option>
            ))}
          </select>{' '}
        </label>
      ))}
      {!isLive && <button className="button">{t('narrow.apply')}</button>}
      {view.search !== '' && (
        <p role="status">
          {t('narrow.found', { found: view.found, total: view.total })}{' '}
          <Link className="text-link" to={pathname} rel="nofollow" replace preventScrollReset>
            {t('filters.clear')}
          </Link>
        </p>
      )}
    </form>
  )
}

/** Says which choice to drop where nothing matches all of them. */
export function NothingLeft({ removals }: Pick<NarrowingView, 'removals'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { pathname } = useLocation()
  return (
    <>
      <p className="empty-list">{t('narrow.none')}</p>
      <ul className="removals">
        {removals.map(({ filter, count, search }) => (
          <li key={filter}>
            <Link to={{ pathname, search }} rel="nofollow" replace preventScrollReset>
              <MixedText text={t('filters.without', { filter })} />
            </Link>{' '}
            {formatNumber(count, language)}
          </li>
        ))}
      </ul>
    </>
  )
}
