import { Link } from 'react-router-dom'
import { useTranslation } from '../../language/translation'
import { addresses } from '../../addresses'
import { Ltr, MixedText } from '../../components/mixed-text'
import { ConditionText } from '../../search/condition-text'
import { addedKey, compareAddress, onlyDifferences, onlyKey } from './compared-ids'
import { ComparedField } from './compare-table'
import type { findAdditions } from './comparison.server'

/** Searches for what to add to a comparison, of any type: a plain form, and links that add one result. */
export function CompareSearch({
  ids,
  isOnly,
  question,
  additions,
}: {
  /** In the comparison already. */
  ids: string[]
  isOnly: boolean
  question: string
  /** Null without a question, and if the search is unavailable. */
  additions: Awaited<ReturnType<typeof findAdditions>> | null
}) {
  const { t } = useTranslation()
  return (
    <search className="compare-search" data-markdown="skip">
      <form action={addresses.compare()}>
        <label>
          <span>{t('compare.search')}</span>{' '}
          <input
            key={question}
            name={addedKey}
            type="search"
            defaultValue={question}
            maxLength={200}
            required
            autoComplete="off"
            enterKeyHint="search"
          />
        </label>{' '}
        {ids.map((id) => (
          <ComparedField key={id} id={id} />
        ))}
        {isOnly && <input type="hidden" name={onlyKey} value={onlyDifferences} />}
        <button className="button">{t('search.submit')}</button>
      </form>
      {additions?.searchedInstead && (
        <p>{t('search.instead', { question, searched: additions.searchedInstead })}</p>
      )}
      {question && (
        <p role="status">
          {!additions && t('compare.searchFailed')}
          {additions?.results.length === 0 && t('compare.noAdditions', { question })}
          {additions && additions.results.length > 0 && t('compare.additions')}
        </p>
      )}
      {additions && additions.results.length > 0 && (
        <ul>
          {additions.results.map(({ item, title, language, code, conditions = [] }) => (
            <li key={item}>
              <Link to={compareAddress([...ids, item], isOnly)}>
                <span aria-hidden="true">+ </span>
                {code && (
                  <strong>
                    <Ltr>{code}</Ltr>{' '}
                  </strong>
                )}
                <MixedText text={title} language={language} />
              </Link>
              {conditions.map((condition) => (
                <small key={condition.asked}>
                  {' '}
                  <ConditionText condition={condition} />
                </small>
              ))}
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
