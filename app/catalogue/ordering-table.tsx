import { useLocation } from '@remix-run/react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'
import { SpecValue } from '../components/spec-value'
import type { OrderingView } from '../content/ordering-view.server'
import { AddToList } from '../enquiry/add-to-list'
import { variantItemId } from '../enquiry/variant-item-id'
import { variantAnchor, variantFragment } from '../variant-anchor'

/**
 * The order codes of a product that is a series, each with a form for the quotation list. The row that the
 * address names is marked.
 */
export function OrderingTable({ postId, ordering }: { postId: string; ordering: OrderingView }) {
  const { t } = useTranslation()
  // The server does not know the hash.
  const { hash } = useLocation()
  const shownHash = useSyncExternalStore(
    subscribeToNothing,
    () => hash,
    () => '',
  )
  const { columns, rows } = ordering
  if (rows.length === 0) return null
  return (
    <section className="ordering container">
      <h2>{t('product.orderCodes')}</h2>
      {/* A wide table scrolls, also by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="rich-text-table" role="group" tabIndex={0} aria-label={t('layout.table')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('product.orderCode')}</th>
              <th scope="col">{t('addToList.list')}</th>
              {columns.map(({ name, unit }, at) => (
                <th scope="col" key={at}>
                  <MixedText text={name} />
                  {unit && <SpecValue value="" unit={unit} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ code, values }) => (
              // A navigation without a page load does not change the target of CSS.
              <tr key={code} aria-current={shownHash === variantFragment(code) || undefined}>
                <th scope="row" id={variantAnchor(code)}>
                  <a href={variantFragment(code)}>
                    <Ltr>{code}</Ltr>
                  </a>
                </th>
                {/* Beside its code: on a phone the end of the table is out of sight. */}
                <td>
                  <AddToList post={{ postID: variantItemId(postId, code), postTitle: code }} />
                </td>
                {values.map((value, at) => (
                  <td key={at}>{value === '' ? '–' : <MixedText text={value} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function subscribeToNothing() {
  return () => {}
}
