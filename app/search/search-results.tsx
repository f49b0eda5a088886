import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'
import { LanguageMark } from '../components/post-text'
import { Icon } from '../components/icon'
import { Ltr } from '../components/ltr'
import type { ResultView } from '../content/search.server'
import { languageAttributes } from '../language/text-language'
import { MarkedText } from './marked-text'

/** Results, best first: each with its kind, and what of it matched. */
export function SearchResults({ results }: { results: ResultView[] }) {
  return (
    <ol className="search-results">
      {results.map((result) => (
        <li key={`${result.kind} ${result.id}`}>
          <Result result={result} />
        </li>
      ))}
    </ol>
  )
}

function Result({ result }: { result: ResultView }) {
  const { kind, id, href, title, titleMarks, language, code, image, match } = result
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
        <p className="card-text">
          {match?.type === 'text' ? (
            <MarkedText text={match.text} marks={match.marks} language={language} />
          ) : (
            <MixedText text={result.subTitle} language={language} />
          )}
        </p>
        {match?.type === 'spec' && (
          <p>
            <MixedText
              text={`${match.name}: ${match.value} ${match.unit}`.trim()}
              language={language}
            />
          </p>
        )}
      </div>
    </article>
  )
}
