import { useRef, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { GalleryLightbox } from './gallery-lightbox'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { Picture } from './picture'

type Shape = 'product' | 'scene'

/**
 * A post's pictures: one large, all of them small below it. Each is a link to its full size; script
 * changes the large one in place, and opens it in a lightbox. A quiet symbol where there is none.
 */
export function Gallery({
  image,
  images,
  title,
  shape,
  sizes = '(min-width: 80rem) 45rem, (min-width: 64rem) 55vw, 94vw',
}: {
  image: string
  images: string[]
  title: string
  shape: Shape
  /** How wide the large one is shown, as in the sizes attribute. */
  sizes?: string
}) {
  const pictures = [...new Set([image, ...images])].filter((file) => file !== '')
  // Another post's gallery starts anew.
  return pictures.length === 0 ? (
    <div className="gallery">
      <Picture image="" sizes="" shape={shape} />
    </div>
  ) : (
    <Pictures
      key={pictures.join('/')}
      pictures={pictures}
      title={title}
      shape={shape}
      sizes={sizes}
    />
  )
}

function Pictures({
  pictures,
  title,
  shape,
  sizes,
}: {
  pictures: string[]
  title: string
  shape: Shape
  sizes: string
}) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const large = useRef<HTMLAnchorElement>(null)
  const file = pictures[shown] ?? ''

  /** A plain click does its work in place; one that asks for another tab or window gets it. */
  function inPlace(event: MouseEvent, act: () => void) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act()
  }

  function close() {
    setIsOpen(false)
    large.current?.focus()
  }

  return (
    <div className="gallery">
      <div className="gallery-large">
        <a
          ref={large}
          href={addresses.image(file)}
          aria-label={t('product.fullPicture', { title })}
          onClick={(event) => inPlace(event, () => setIsOpen(true))}
        >
          <Picture image={file} sizes={sizes} shape={shape} alt={title} isLeading />
          <Icon name="zoomIn" />
        </a>
        {pictures.length > 1 && (
          <p className="gallery-position" aria-live="polite">
            <Ltr>{`${shown + 1} / ${pictures.length}`}</Ltr>
          </p>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="gallery-more">
          {pictures.map((picture, at) => (
            <li key={picture}>
              <a
                href={addresses.image(picture)}
                aria-label={t('product.furtherPicture', { title, number: at + 1 })}
                aria-current={at === shown || undefined}
                onClick={(event) => inPlace(event, () => setShown(at))}
              >
                <Picture image={picture} sizes="7rem" shape={shape} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <GalleryLightbox
          pictures={pictures}
          title={title}
          shape={shape}
          shown={shown}
          onShow={setShown}
          onClose={close}
        />
      )}
    </div>
  )
}
