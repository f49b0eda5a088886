import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { PostFile } from '../content/content.server'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { MixedText } from './mixed-text'

/** A post's files, each with its type, and its size if that is known. */
export function FileList({
  files,
  sizes,
}: {
  files: PostFile[]
  /** Formatted, in the order of the files; empty where it is unknown. */
  sizes: string[]
}) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <section className="file-list">
      <h2>{t('product.files')}</h2>
      <ul>
        {files.map(({ fileName, fileTitle }, at) => {
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
                {sizes[at] && ' · '}
                <bdi>{sizes[at]}</bdi>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
