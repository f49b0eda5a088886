import { useRef, useState, type MouseEvent } from 'react'
import { useTranslation } from '../../language/translation'
import { addresses } from '../../addresses'
import { Ltr } from '../mixed-text'
import { Picture, type PictureUse } from './picture'
import { useLoaded } from '../hydration'
import { ZoomIcon } from '../icon'

const loadLightbox = () => import('./gallery-lightbox')

type Shape = 'product' | 'scene'

/**
 * A post's pictures: one large, with thumbnails of all below it. Each is a link to the full-size
 * file; with script, thumbnails change the large picture and the large picture opens a lightbox.
 * Nothing without pictures; those that fail to load are left out.
 */
export function Gallery({
  image,
  images,
  title,
  shape,
  use = 'gallery',
  isLcp = false,
}: {
  image: string
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
  return (
    <Pictures
      key={pictures.join('/')}
      all={pictures}
      title={title}
      shape={shape}
      use={use}
      isLcp={isLcp}
    />
  )
}

function Pictures({
  all,
  title,
  shape,
  use,
  isLcp,
}: {
  all: string[]
  title: string
  shape: Shape
  use: PictureUse
  isLcp: boolean
}) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState<string[]>([])
  const pictures = all.filter((picture) => !failed.includes(picture))
  const [selected, setShown] = useState(0)
  const shown = Math.min(selected, pictures.length - 1)
  const [isOpen, setIsOpen] = useState(false)
  const lightbox = useLoaded(loadLightbox)
  const large = useRef<HTMLAnchorElement>(null)
  const file = pictures[shown]
  if (file === undefined) return null

  /** Handles a plain click; one with a modifier key is left to the browser (new tab or window). */
  function handlePlainClick(event: MouseEvent, act: () => void) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act()
  }

  function leaveOut(picture: string) {
    setFailed((others) => (others.includes(picture) ? others : [...others, picture]))
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
          // Until the lightbox has loaded it is a plain link to the picture.
          onClick={(event) => lightbox && handlePlainClick(event, () => setIsOpen(true))}
        >
          <Picture
            post={{ postImage: file }}
            use={use}
            shape={shape}
            alt={title}
            isLcp={isLcp}
            onFailure={() => leaveOut(file)}
          />
          <ZoomIcon name="zoomIn" />
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
                aria-current={at === shown || undefined}
                onClick={(event) => handlePlainClick(event, () => setShown(at))}
              >
                <Picture
                  post={{ postImage: picture }}
                  use="galleryMore"
                  shape={shape}
                  onFailure={() => leaveOut(picture)}
                />
                <span className="visually-hidden">
                  {t('product.furtherPicture', { title, number: at + 1 })}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOpen && lightbox && (
        <lightbox.GalleryLightbox
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
