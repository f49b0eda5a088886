import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Picture } from './picture'

/** A post's picture, and the further ones below it, each linked to its full size. */
export function Gallery({
  image,
  images,
  title,
  shape,
}: {
  image: string
  images: string[]
  title: string
  shape: 'product' | 'scene'
}) {
  const { t } = useTranslation()
  return (
    <div className="gallery">
      {image === '' ? (
        <Picture image="" sizes="" shape={shape} />
      ) : (
        <a href={addresses.image(image)} aria-label={t('product.fullPicture', { title })}>
          <Picture
            image={image}
            sizes="(min-width: 64rem) 40rem, 94vw"
            shape={shape}
            alt={title}
            isLeading
          />
        </a>
      )}
      {images.length > 0 && (
        <ul className="gallery-more">
          {images.map((file, at) => (
            <li key={file}>
              <a
                href={addresses.image(file)}
                aria-label={t('product.furtherPicture', { title, number: at + 2 })}
              >
                <Picture image={file} sizes="10rem" shape={shape} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
