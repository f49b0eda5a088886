import { Link } from 'react-router-dom'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'
import { LanguageMark } from '../components/post-text'
import { useLanguage } from '../language/use-language'
import { AddToList } from '../enquiry/add-to-list'
import { compareAddress } from './compared-ids'
import { replaceCompared } from './compare-list'
import { CompareColumns, phoneColumns } from './compare-columns'
import { CompareRows, TypeRow } from './compare-rows'
import type { Comparison } from './comparison.server'
import { storedProductOf } from './stored-products'

/**
 * Products side by side, one column each. It never scrolls sideways: columns share the width, and phones
 * show the two products that are chosen above the table. So the titles can stick to the window's edge.
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
  const ids = products.map(({ postID }) => postID)
  const hasGroups = shared.length > 0 && others.length > 0
  const hasTypes = isOnly ? differingTypes !== '' : products.some(({ type }) => type)
  const isEmpty = shared.length + others.length === 0

  useEffect(() => {
    // What is compared is what lists show as chosen.
    replaceCompared(products.map((product) => storedProductOf(product, product.to, language)))
  }, [products, language])

  return (
    <div className="compare">
      {products.length > phoneColumns && <CompareColumns products={products} />}
      {products.length > 1 && hasSpecs && (
        <Link className="text-link" to={compareAddress(ids, !isOnly)} preventScrollReset>
          {t(isOnly ? 'compare.allRows' : 'compare.onlyDifferences')}
        </Link>
      )}
      <table>
        <caption className="visually-hidden">{t('compare.table')}</caption>
        <thead>
          <tr>
            <td />
            {products.map((product) => (
              <td key={product.postID}>
                <Link
                  className="icon-button"
                  to={compareAddress(
                    ids.filter((id) => id !== product.postID),
                    isOnly,
                  )}
                  preventScrollReset
                  onClick={ids.length === 1 ? () => replaceCompared([]) : undefined}
                  aria-label={t('compare.remove', { title: product.postTitle })}
                >
                  <Icon name="close" />
                </Link>
                <Picture post={product} use="type" shape="product" />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('product.specName')}</span>
            </th>
            {products.map(({ postID, postTitle, language, to }) => (
              <th key={postID} scope="col">
                <Link to={to}>
                  <MixedText text={postTitle} language={language} />
                </Link>
                <LanguageMark language={language} />
              </th>
            ))}
          </tr>
        </thead>
        {hasTypes && <TypeRow products={products} differing={differingTypes} />}
        <CompareRows heading={hasGroups ? t('compare.shared') : ''} rows={shared} />
        <CompareRows heading={hasGroups ? t('compare.others') : ''} rows={others} />
        <tbody>
          <tr>
            <th scope="row">{t('addToList.list')}</th>
            {products.map((product) => (
              <td key={product.postID}>
                <AddToList post={product} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {isEmpty && (
        <p className="empty-list">{t(hasSpecs ? 'compare.noDifferences' : 'compare.noSpecs')}</p>
      )}
      {products.length === 1 && <p className="empty-list">{t('compare.single')}</p>}
    </div>
  )
}
