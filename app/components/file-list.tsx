import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { PostFile } from '../content/content.server'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { MixedText } from './mixed-text'

export function FileList({ files }: { files: PostFile[] }) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <section className="file-list">
      <h2>{t('product.files')}</h2>
      <ul>
        {files.map(({ fileName, fileTitle }) => {
          // Without its folder.
          const name = fileName.split('/').pop() ?? ''
          return (
            <li key={fileName}>
              <a href={addresses.image(fileName)}>
                <Icon name="file" />
                <span>{fileTitle ? <MixedText text={fileTitle} /> : <Ltr>{name}</Ltr>}</span>
              </a>
              <span className="file-kind">
                <Ltr>{name.split('.').pop()?.toUpperCase() ?? ''}</Ltr>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
