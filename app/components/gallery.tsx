import { useRef, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { GalleryLightbox } from './gallery-lightbox'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { Picture } from './picture'
import type { PictureUse } from './picture-sizes'

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
  placeholderColour,
  use = 'gallery',
  isLcp = false,
}: {
  image: string
  /** The first one's colour. */
  placeholderColour?: string
  images: string[]
  title: string
  shape: Shape
  /** Where the large one stands. */
  use?: PictureUse
  /** Whether no other picture of the page stands before it. */
  isLcp?: boolean
}) {
  const pictures = [...new Set([image, ...images])].filter((file) => file !== '')
  // Another post's gallery starts anew.
  return pictures.length === 0 ? (
    <div className="gallery">
      <Picture image="" use={use} shape={shape} />
    </div>
  ) : (
    <Pictures
      key={pictures.join('/')}
      pictures={pictures}
      title={title}
      shape={shape}
      placeholderColour={image === pictures[0] ? placeholderColour : undefined}
      use={use}
      isLcp={isLcp}
    />
  )
}

function Pictures({
  pictures,
  title,
  shape,
  placeholderColour,
  use,
  isLcp,
}: {
  pictures: string[]
  title: string
  shape: Shape
  placeholderColour: string | undefined
  use: PictureUse
  isLcp: boolean
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
          <Picture
            image={file}
            placeholderColour={shown === 0 ? placeholderColour : undefined}
            use={use}
            shape={shape}
            alt={title}
            isLcp={isLcp}
          />
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
                <Picture
                  image={picture}
                  placeholderColour={at === 0 ? placeholderColour : undefined}
                  use="galleryMore"
                  shape={shape}
                />
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
