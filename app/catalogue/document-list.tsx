import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import { documentKinds, type DocumentKind } from '@site/product-search/document-kinds'
import type { DocumentCategory, DocumentView } from './documents.server'
import { SpokenCount } from '../components/spoken-count'
import {
  documentsAddress,
  type DocumentsSelection,
  documentSelectors,
  addresses,
} from '../addresses'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { FileFactsLine } from '../components/post-facts'
import { LanguageMark } from '../components/post-text'
import { MarkedText } from '../search/marked-text'

/** Links to the available kinds, categories and types of the chosen one; nothing where there is only one. */
export function DocumentFilters({
  selection,
  counts,
  categories,
  types,
}: {
  selection: DocumentsSelection
  counts: Partial<Record<DocumentKind, number>>
  categories: DocumentCategory[]
  types: DocumentCategory[]
}) {
  const { t } = useTranslation()
  return (
    <>
      <Choices
        label={t('documents.kindsLabel')}
        name="kind"
        selection={selection}
        options={documentKinds.flatMap((id) => {
          const option = { id, title: t(`documents.kinds.${id}`), count: counts[id] ?? 0 }
          return option.count > 0 || id === selection.kind ? [option] : []
        })}
      />
      <Choices
        label={t('documents.categoriesLabel')}
        name="category"
        selection={selection}
        options={selection.solution || selection.product ? [] : categories}
      />
      <Choices
        label={t('documents.typesLabel')}
        name="type"
        selection={selection}
        options={types}
      />
    </>
  )
}

function Choices({
  label,
  name,
  selection,
  options,
}: {
  label: string
  name: 'kind' | 'category' | 'type'
  selection: DocumentsSelection
  options: DocumentCategory[]
}) {
  const { t } = useTranslation()
  const chosen = selection[name] ?? ''
  if (options.length < 2 && chosen === '') return null
  const total = options.reduce((sum, { count }) => sum + count, 0)
  const kept = name === 'category' ? { ...selection, type: '' } : selection
  return (
    <nav aria-label={label}>
      <ul className="choice-links">
        {[{ id: '', title: t(`documents.allOf.${name}`), count: total }, ...options].map(
          (option) => (
            <li key={option.id}>
              <Link
                to={documentsAddress({ ...kept, [name]: option.id })}
                aria-current={option.id === chosen ? 'page' : undefined}
              >
                <MixedText text={option.title} />{' '}
                <small>
                  <SpokenCount
                    count={option.count}
                    text={t('documents.count', { count: option.count })}
                  />
                </small>
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

/** A plain form that searches the selected documents. */
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
      </label>{' '}
      <input
        key={selection.q}
        id="documents-search"
        name="q"
        type="search"
        defaultValue={selection.q}
        placeholder={t('documents.search')}
        maxLength={200}
        enterKeyHint="search"
      />{' '}
      <button className="button">{t('search.submit')}</button>
    </form>
  )
}

/** Lists files with their owner and what is known of them. */
export function DocumentList({
  documents,
  kind,
}: {
  documents: DocumentView[]
  /** The kind that alone is listed. */
  kind?: DocumentKind | undefined
}) {
  const { t } = useTranslation()
  if (documents.length === 0) {
    return (
      <p className="empty-list">
        {kind ? t('documents.noneOf', { kind: t(`documents.kinds.${kind}`) }) : t('documents.none')}{' '}
        <Link className="text-link" to={addresses.documents()}>
          {t('documents.all')}
        </Link>
      </p>
    )
  }
  return (
    <ul className="file-list documents">
      {documents.map(({ href, title, titleMarks, sheetOf, language, owner, facts }, at) => (
        <li key={href}>
          {/* The files of one product stand below its name. */}
          {owner.to !== documents[at - 1]?.owner.to && (
            <Link className="document-owner" to={owner.to}>
              <span>
                <MixedText text={owner.title} language={owner.language ?? language} />
              </span>
            </Link>
          )}{' '}
          <a href={href} aria-label={sheetOf && title}>
            <Icon name="file" />
            <span>
              {sheetOf ? (
                t(`sheet.${sheetOf}`)
              ) : (
                <MarkedText text={title} marks={titleMarks} language={language} />
              )}
              <LanguageMark language={language} />
            </span>
          </a>{' '}
          <FileFactsLine facts={facts} />
        </li>
      ))}
    </ul>
  )
}
