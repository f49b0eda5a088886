import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'
import { LanguageMark } from '../components/post-text'
import type { DocumentView } from '../content/documents.server'
import { MarkedText } from '../search/marked-text'

/** Files with what they belong to, their kind, language, type and size. */
export function DocumentList({ documents }: { documents: DocumentView[] }) {
  const { t } = useTranslation()
  if (documents.length === 0) {
    return (
      <p className="empty-list">
        {t('documents.none')}{' '}
        <Link className="text-link" to={addresses.documents()}>
          {t('documents.all')}
        </Link>
      </p>
    )
  }
  return (
    <ul className="file-list documents">
      {documents.map(({ fileName, title, titleMarks, language, owner, ...file }) => (
        <li key={fileName}>
          <a href={addresses.image(fileName)}>
            <Icon name="file" />
            <span>
              <MarkedText text={title} marks={titleMarks} language={language} />
              <LanguageMark language={language} />
            </span>
          </a>
          <Link to={owner.to}>
            <span>
              <MixedText text={owner.title} language={language} />
            </span>
          </Link>
          <span className="file-kind">
            {t(`documents.kind.${file.kind}`)}
            {file.fileLanguage !== '' && ` · ${t(`documents.languages.${file.fileLanguage}`)}`}
            {file.type !== '' && ' · '}
            <Ltr>{file.type}</Ltr>
            {file.size !== '' && ' · '}
            <bdi>{file.size}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
