import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { MixedText } from '../../components/mixed-text'
import type { CardView } from '../../content/cards.server'
import { AddToList } from '../../enquiry/add-to-list'
import { languageAttributes } from '../../language/text-language'
import type { TableView } from './table-view.server'
import { Unit } from './unit'

/** Products as a table whose heads sort it. Wider than the page, it scrolls beside its first column. */
export function ProductTable({
  table: { name, columns, rows },
  cards,
  heading,
}: {
  table: TableView
  cards: CardView[]
  heading: string
}) {
  const { t } = useTranslation()
  const heads = [{ ...name, title: t('view.product'), unit: '' }, ...columns]
  return (
    // A region that scrolls has to be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="product-table" role="region" aria-label={heading} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map(({ title, unit, to, order }) => (
              <th key={to} scope="col" aria-sort={order}>
                <Link to={to} rel="nofollow" replace preventScrollReset>
                  <MixedText text={title} /> <Unit unit={unit} />
                </Link>
              </th>
            ))}
            <th scope="col">{t('addToList.list')}</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card, row) => (
            <tr key={card.postID}>
              <th scope="row">
                <Link to={addresses.product(card.postID)}>
                  <MixedText text={card.postTitle} language={card.language} />
                </Link>
              </th>
              {rows[row]?.map((text, column) => (
                <td key={column} {...languageAttributes(card.language)}>
                  {text === '' ? '–' : <MixedText text={text} />}
                </td>
              ))}
              <td>
                <AddToList post={card} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
