import { useCallback, useRef, useEffect } from 'react'
import { useTranslation } from '../../language/translation'
import { Link, useNavigate } from 'react-router-dom'
import { Ltr, MixedText } from '../../components/mixed-text'
import { addresses } from '../../addresses'
import { useIsHydrated } from '../../components/hydration'
import { SpecValue } from '../../components/post-facts'
import type { ComparedProduct, ComparedRow, Comparison } from './comparison.server'
import { Icon } from '../../components/icon'
import { Picture } from '../../components/pictures/picture'
import { LanguageMark } from '../../components/post-text'
import { useLanguage } from '../../language/text-language'
import { AddToList } from '../../enquiry/add-to-list'
import {
  compareAddress,
  comparedIds,
  comparedItem,
  comparedKey,
  onlyDifferences,
  onlyKey,
  replaceCompared,
} from './compared-ids'
import { storedProductOf } from '../stored-products'

/** A group of specifications, with a heading if there are several groups. */
function CompareRows({ heading, rows }: { heading: string; rows: ComparedRow[] }) {
  if (rows.length === 0) return null
  return (
    <tbody>
      {heading && (
        <tr className="compare-group">
          <th scope="rowgroup">{heading}</th>
        </tr>
      )}
      {rows.map(({ name, cells, differing }) => (
        <tr key={name} data-differing={differing || undefined}>
          <th scope="row">
            <MixedText text={name} />
            {differing && <DifferenceMark />}
          </th>
          {cells.map((specs, at) => (
            <td key={at}>
              {specs.length === 0 && <NotStated />}
              {specs.map(({ value, unit }, index) => (
                <div key={index}>
                  <SpecValue value={value} unit={unit} />
                </div>
              ))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** The row of product types, where known. */
function TypeRow({ products, differing }: { products: ComparedProduct[]; differing: boolean }) {
  const { t } = useTranslation()
  return (
    <tbody>
      <tr data-differing={differing || undefined}>
        <th scope="row">
          {t('compare.type')}
          {differing && <DifferenceMark />}
        </th>
        {products.map(({ id, type }) => (
          <td key={id}>
            {type ? (
              <Link to={addresses.productsOfType(type.postID)}>
                <MixedText text={type.postTitle} language={type.language} />
              </Link>
            ) : (
              <NotStated />
            )}
          </td>
        ))}
      </tr>
    </tbody>
  )
}

/** The row in which the order codes of products are chosen, all in one form; none without a choice. */
function CodeRow({ products, isOnly }: { products: ComparedProduct[]; isOnly: boolean }) {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const row = useRef<HTMLTableSectionElement>(null)
  const navigate = useNavigate()
  const compare = useCallback(
    (form: HTMLFormElement) => {
      // The field is about to be removed.
      document.getElementById('content')?.focus({ preventScroll: true })
      const ids = comparedIds(new FormData(form).getAll(comparedKey).map(String))
      navigate(compareAddress(ids, isOnly), { preventScrollReset: true })
    },
    [navigate, isOnly],
  )

  useEffect(() => {
    // A code may have been chosen before this script was loaded.
    const fields = [...(row.current?.querySelectorAll('select') ?? [])]
    const chosen = fields.find(({ selectedIndex }) => selectedIndex > 0)
    if (chosen?.form) compare(chosen.form)
  }, [compare])

  if (products.every(({ choices }) => !choices)) return null
  return (
    <tbody ref={row} data-markdown="skip">
      <tr className="compare-codes">
        <th scope="row">{t('product.orderCode')}</th>
        {products.map(({ id, postTitle, code, choices }) => (
          <td key={id}>
            {!choices && <ComparedField id={id} form={codesFormId} />}
            {!choices && (code ? <Ltr>{code}</Ltr> : <NotStated />)}
            {choices && (
              <>
                <select
                  name={comparedKey}
                  form={codesFormId}
                  autoComplete="off"
                  aria-label={t('addToList.chooseOf', { title: postTitle })}
                  onChange={({ target: { form } }) => form && compare(form)}
                >
                  <option value={comparedItem(id)}>{t('compare.choose')}</option>
                  {choices.map((choice) => (
                    <option key={choice.id} value={comparedItem(choice.id)}>
                      {choice.text}
                    </option>
                  ))}
                </select>{' '}
                {!isHydrated && (
                  <button className="button" form={codesFormId}>
                    {t('compare.choose')}
                  </button>
                )}
              </>
            )}
          </td>
        ))}
      </tr>
    </tbody>
  )
}

/** The ID of the form that the row of order codes belongs to: its fields are in the order of the columns. */
const codesFormId = 'compare-codes'

/** A column of the comparison in a form. */
export function ComparedField({ id, form }: { id: string; form?: string }) {
  return <input type="hidden" name={comparedKey} value={comparedItem(id)} form={form} />
}

/** Marks a difference by a sign, not only by weight or colour. */
function DifferenceMark() {
  const { t } = useTranslation()
  return (
    <span className="compare-mark">
      {' '}
      <span aria-hidden="true">≠</span>{' '}
      <span className="visually-hidden">{t('compare.differs')}</span>
    </span>
  )
}

function NotStated() {
  const { t } = useTranslation()
  return (
    <>
      <span aria-hidden="true">–</span>{' '}
      <span className="visually-hidden">{t('compare.notStated')}</span>
    </>
  )
}

/**
 * Shows products and order codes side by side, one column each. Columns share the width, and the titles stick to the
 * window's edge. More than two are wider than a phone, where the table scrolls in a box, whose edge the titles stick to.
 */
export function CompareTable({
  comparison: { products, differingTypes, hasSpecs, shared, others },
  isOnly,
}: {
  comparison: Comparison
  /** Whether only rows with a difference are shown. */
  isOnly: boolean
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const ids = products.map(({ id }) => id)
  const hasGroups = shared.length > 0 && others.length > 0
  const hasTypes = isOnly ? differingTypes : products.some(({ type }) => type)
  const isEmpty = shared.length + others.length === 0

  useEffect(() => {
    // Lists show the compared products as selected.
    replaceCompared(
      products.map((product) => {
        const { id, postTitle, code, to } = product
        const item = { ...product, postID: id, postTitle: code || postTitle }
        return storedProductOf(item, to, language)
      }),
    )
  }, [products, language])

  return (
    <div className="compare">
      {products.length > 1 && hasSpecs && (
        <Link className="text-link" to={compareAddress(ids, !isOnly)} preventScrollReset>
          {t(isOnly ? 'compare.allRows' : 'compare.onlyDifferences')}
        </Link>
      )}
      <form id={codesFormId} action={addresses.compare()}>
        {isOnly && <input type="hidden" name={onlyKey} value={onlyDifferences} />}
      </form>
      <div className="compare-scroll" data-wide={products.length > 2 || undefined}>
        <table data-columns={products.length}>
          <caption className="visually-hidden">{t('compare.table')}</caption>
          <thead>
            <tr>
              <td />
              {products.map((product) => (
                <td key={product.id}>
                  <Link
                    className="icon-button"
                    to={compareAddress(
                      ids.filter((id) => id !== product.id),
                      isOnly,
                    )}
                    preventScrollReset
                    onClick={ids.length === 1 ? () => replaceCompared([]) : undefined}
                  >
                    <Icon name="close" />
                    <span className="visually-hidden">
                      {t('compare.remove', { title: product.code || product.postTitle })}
                    </span>
                  </Link>
                  <Picture post={product} use="type" shape="product" />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('product.specName')}</span>
              </th>
              {products.map(({ id, postTitle, code, language, to }) => (
                <th key={id} scope="col" className={code ? 'compared-code' : undefined}>
                  <Link to={to}>
                    {code && (
                      <strong>
                        <Ltr>{code}</Ltr>
                      </strong>
                    )}{' '}
                    <MixedText text={postTitle} language={language} />
                  </Link>
                  <LanguageMark language={language} />
                </th>
              ))}
            </tr>
          </thead>
          <CodeRow products={products} isOnly={isOnly} />
          {hasTypes && <TypeRow products={products} differing={differingTypes} />}
          <CompareRows heading={hasGroups ? t('compare.shared') : ''} rows={shared} />
          <CompareRows heading={hasGroups ? t('compare.others') : ''} rows={others} />
          <tbody>
            <tr>
              <th scope="row">{t('addToList.list')}</th>
              {products.map((product) => (
                <td key={product.id}>
                  <AddToList
                    post={{ ...product, postTitle: product.code || product.postTitle }}
                    to={product.to}
                    saleUnit={product.saleUnit}
                  />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {isEmpty && (
        <p className="empty-list">{t(hasSpecs ? 'compare.noDifferences' : 'compare.noSpecs')}</p>
      )}
      {products.length === 1 && <p className="empty-list">{t('compare.single')}</p>}
    </div>
  )
}
