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
 * A post's pictures: one large, with thumbnails of all below it. Each is a link to the full-size
 * file; with script, thumbnails change the large picture and the large picture opens a lightbox.
 * Without pictures, a placeholder symbol.
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
  /** Of `image`. */
  placeholderColour?: string
  images: string[]
  title: string
  shape: Shape
  /** Where the large picture is used. */
  use?: PictureUse
  /** Whether the large picture is the page's LCP image. */
  isLcp?: boolean
}) {
  const pictures = [...new Set([image, ...images])].filter((file) => file !== '')
  // The key resets the state for another post's gallery.
  return pictures.length === 0 ? (
    <div className="gallery">
      <Picture post={{ postImage: '' }} use={use} shape={shape} />
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
  const colourOf = (at: number) => (at === 0 ? placeholderColour : undefined)

  /** Handles a plain click; one with a modifier key is left to the browser (new tab or window). */
  function handlePlainClick(event: MouseEvent, act: () => void) {
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
          onClick={(event) => handlePlainClick(event, () => setIsOpen(true))}
        >
          <Picture
            post={{ postImage: file, placeholderColour: colourOf(shown) }}
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
                onClick={(event) => handlePlainClick(event, () => setShown(at))}
              >
                <Picture
                  post={{ postImage: picture, placeholderColour: colourOf(at) }}
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
