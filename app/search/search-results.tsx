import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import type { ComponentType, ReactNode } from 'react'
import { useEnquiryAddress, useFrame } from '../layout/frame'
import type { PictureLink } from '../views/card-views.server'
import type { SearchKind, ResultView } from '../site/search.server'
import type { Language } from '../language/languages'
import { SpokenCount } from '../components/spoken-count'
import { languageAttributes } from '../language/text-language'
import { addresses, searchAddress } from '../addresses'
import { MixedText, Ltr } from '../components/mixed-text'
import { ClaimText, ReplacedBy } from '../components/relations'
import { Picture } from '../components/pictures/picture'
import { LanguageMark } from '../components/post-text'
import { Availability } from '../components/availability'
import { Icon } from '../components/icon'
import { ConditionText } from './condition-text'
import { MarkedText } from './marked-text'
import { ContactLink } from '../components/contact'
import { AddToList } from '../enquiry/add-to-list'
import { variantItemId } from '../enquiry/quote-items'

/** Links to the kinds that have results; nothing for a single kind. */
export function KindLinks({
  question,
  counts,
  current,
}: {
  question: string
  counts: Partial<Record<SearchKind, number>>
  current: SearchKind | null
}) {
  const { t } = useTranslation()
  const kinds = Object.entries(counts) as [SearchKind, number][]
  if (kinds.length < 2) return null
  const total = kinds.reduce((sum, [, count]) => sum + count, 0)
  return (
    <nav aria-label={t('search.kindsLabel')}>
      <ul className="choice-links">
        {[[null, total] as const, ...kinds].map(([kind, count]) => (
          <li key={kind}>
            <Link
              to={searchAddress(question, kind ?? '')}
              aria-current={kind === current ? 'page' : undefined}
            >
              {t(kind ? `search.kinds.${kind}` : 'search.all')}{' '}
              <small>
                <SpokenCount count={count} text={t('search.found', { count })} />
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Offers a question with the closest known spelling. */
export function Closest({ closest }: { closest: string }) {
  const { t } = useTranslation()
  return (
    <p>
      {t('search.closest')} <Link to={searchAddress(closest)}>{closest}</Link>
    </p>
  )
}

/** Alternatives for a question without results. */
export function NoResults({
  question,
  kind,
  closest,
  counts,
  isWhole,
  children,
}: {
  question: string
  kind: SearchKind | null
  /** A question with the closest known spelling. */
  closest: string | undefined
  counts: Partial<Record<SearchKind, number>>
  /** False while the content is still being indexed. */
  isWhole: boolean
  /** Links to browse instead. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  const enquiryAddress = useEnquiryAddress(askQuery(question))
  const shorter = question.split(' ').slice(0, -1).join(' ')
  return (
    <div className="search-found">
      <p className="empty-list" role="status">
        {t(isWhole ? 'search.none' : 'search.noneYet', { question })}{' '}
        <Link to={enquiryAddress}>{t('search.ask')}</Link>
      </p>
      <KindLinks question={question} counts={counts} current={kind} />
      {closest && <Closest closest={closest} />}
      {shorter && (
        <p>
          {t('search.shorter')} <Link to={searchAddress(shorter)}>{shorter}</Link>
        </p>
      )}
      {children}
    </div>
  )
}

/**
 * Answers those who ask something of the company, with a link to its contact form.
 * @param language of the text, if that is not the page's
 * @param query of the enquiry form, which the link leads to instead, if there is one
 */
export function TopicNote({
  text,
  language,
  query,
}: {
  text: string
  language?: Language | undefined
  query?: string
}) {
  const { t } = useTranslation()
  const enquiryAddress = useEnquiryAddress(query)
  const isEnquiry = useFrame()?.hasEnquiries === true && query !== undefined
  return (
    <p className="topic-note">
      <span {...languageAttributes(language)}>
        <MixedText text={text} language={language} />
      </span>{' '}
      <Link to={isEnquiry ? enquiryAddress : addresses.contact()}>
        {t(isEnquiry ? 'enquiry.heading' : 'layout.contactUs')}
      </Link>
    </p>
  )
}

/** The query of the enquiry form, which takes what was searched as its message. */
export const askQuery = (question: string) => `?q=${encodeURIComponent(question)}`

interface Choices {
  /** The checkbox of a product or an order code. */
  Choice: ComponentType<{ card: PictureLink; path: string }>
}

/** Results, best first, each with its kind and what matched; products of other types than the one asked for follow. */
export function SearchResults({ results, Choice }: { results: ResultView[] } & Choices) {
  const { t } = useTranslation()
  const others = results.filter((one) => one.conditions?.some(({ isOtherType }) => isOtherType))
  const listOf = (some: ResultView[]) => (
    <ol className="search-results">
      {some.map((result) => (
        <li key={`${result.kind} ${result.id}`}>
          <Result result={result} Choice={Choice} />
        </li>
      ))}
    </ol>
  )
  return (
    <>
      {others.length < results.length && listOf(results.filter((one) => !others.includes(one)))}
      {others.length > 0 && (
        <>
          <h2 className="search-unmet">{t('search.otherTypes')}</h2>
          {listOf(others)}
        </>
      )}
    </>
  )
}

function Result({ result, Choice }: { result: ResultView } & Choices) {
  const { kind, id, href, title, titleMarks, language, code, image, match } = result
  const { facts = [], conditions = [], codes, phone, hours = [], claim, replacedBy } = result
  const meetsAll = conditions.every(({ state }) => state !== 'unmet')
  const { t } = useTranslation()
  const heading = <MarkedText text={title} marks={titleMarks} language={language} />
  return (
    <article data-kind={kind} data-id={id} className="search-result">
      {kind === 'document' ? (
        <Icon name="file" />
      ) : (
        <Picture
          post={{ ...result, postImage: image }}
          use="galleryMore"
          shape="product"
          closesUp
        />
      )}
      <div {...languageAttributes(language)}>
        <p className="search-kind">
          {t(`search.kind.${kind}`)}
          {result.parentTitle && (
            <>
              {' · '}
              <MixedText text={result.parentTitle} language={language} />
            </>
          )}
        </p>
        <h2 className="card-title">
          {kind === 'document' ? <a href={href}>{heading}</a> : <Link to={href}>{heading}</Link>}
          <LanguageMark language={language} />
        </h2>
        {code && (
          <p>
            {t('search.code')} <Ltr>{code}</Ltr>
          </p>
        )}
        <Availability of={result.availability} />
        {claim && (
          <p>
            <ClaimText claim={claim} />
          </p>
        )}
        {replacedBy && <ReplacedBy relations={[replacedBy]} />}
        {conditions.length > 0 && (
          <ul className="conditions">
            {conditions.map((condition) => (
              <li key={condition.asked}>
                <ConditionText condition={condition} />
              </li>
            ))}
          </ul>
        )}
        {conditions.length === 0 && facts.length > 0 && (
          <ul className="conditions">
            {facts.map(({ name, value, unit }) => (
              <li key={name}>
                <MixedText text={`${name}: ${value} ${unit}`.trim()} />
              </li>
            ))}
          </ul>
        )}
        <p className="card-text">
          {match?.type === 'text' ? (
            <MarkedText text={match.text} marks={match.marks} language={language} />
          ) : (
            <MixedText text={result.subTitle} language={language} />
          )}
        </p>
        {hours.length > 0 && (
          <ul className="conditions">
            {hours.map((line) => (
              <li key={line}>
                <MixedText text={line} />
              </li>
            ))}
          </ul>
        )}
        {phone && <ContactLink kind="phone" parts={phone} as="p" />}
        {match?.type === 'spec' && (
          <p>
            <MixedText
              text={`${match.name}: ${match.value} ${match.unit}`.trim()}
              language={language}
            />
          </p>
        )}
        {code && <AddToList post={{ postID: variantItemId(id, code), postTitle: code }} />}
        {meetsAll && codes && <ResultCodes id={id} title={title} href={href} codes={codes} />}
        {kind === 'product' && (
          <Choice
            card={{
              postID: code ? variantItemId(id, code) : id,
              postTitle: code ?? title,
              postImage: image,
              ...(language && !code && { language }),
            }}
            path={href}
          />
        )}
      </div>
    </article>
  )
}

/** The order codes of a product that are found, or the link to all of them. */
function ResultCodes({
  id,
  title,
  href,
  codes = [],
}: Pick<ResultView, 'id' | 'title' | 'href' | 'codes'>) {
  if (codes.length === 0)
    return <AddToList post={{ postID: id, postTitle: title, code: null }} to={href} />
  return (
    <ul className="result-codes">
      {codes.map(({ code, availability }) => (
        <li key={code}>
          <Ltr>{code}</Ltr> <Availability of={availability} />
          <AddToList post={{ postID: variantItemId(id, code), postTitle: code }} isOne />
        </li>
      ))}
    </ul>
  )
}
