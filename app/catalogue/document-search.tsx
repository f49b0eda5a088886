import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { documentSelectors, type DocumentsSelection } from './documents-address'

/** Searches the documents, within the selection: a plain form. */
export function DocumentSearch({ selection }: { selection: DocumentsSelection }) {
  const { t } = useTranslation()
  const others = documentSelectors({ ...selection, q: '' })
  return (
    <form
      role="search"
      className="search-form"
      action={addresses.documents()}
      aria-label={t('documents.search')}
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="documents-search">
        <Icon name="search" />
        <span className="visually-hidden">{t('documents.search')}</span>
      </label>
      <input
        key={selection.q}
        id="documents-search"
        name="q"
        type="search"
        defaultValue={selection.q}
        placeholder={t('documents.search')}
        maxLength={200}
        enterKeyHint="search"
      />
      <button className="button">{t('search.submit')}</button>
    </form>
  )
}
