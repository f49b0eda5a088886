import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../language/translation'
import { Icon, ZoomIcon } from '../icon'
import { MixedParagraph } from '../mixed-text'
import { Picture } from './picture'
import { SlideSteps, useSlideRow } from './slide-row'

/** How far an arrow key scrolls a zoomed picture, px. */
const panStep = 80

/**
 * The pictures as large as the window, in a row with scroll snapping. A tap or a key zooms one to
 * twice that size, in its own scrolling box. Opens on mount.
 */
export function GalleryLightbox({
  pictures,
  title,
  shape,
  shown,
  onShow,
  onClose,
}: {
  /** File names, at least one. */
  pictures: string[]
  title: string
  shape: 'product' | 'scene'
  /** The index of the picture shown. */
  shown: number
  /** Must be a stable function: it is an effect's dependency. */
  onShow: (at: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [first] = useState(shown)
  const [zoomed, setZoomed] = useState<number | null>(null)
  const isZoomed = zoomed === shown

  useEffect(() => {
    const list = row.current
    if (!list) return
    if (!dialog.current?.open) dialog.current?.showModal()
    list.children[first]?.scrollIntoView({ behavior: 'instant', block: 'nearest' })
  }, [first])
  const stepRow = useSlideRow(row, onShow, first)

  function step(by: number) {
    setZoomed(null)
    stepRow(by)
  }

  /** @param x, y the point that stays in view, as fractions of the picture's width and height */
  function zoom(x = 0.5, y = 0.5) {
    flushSync(() => setZoomed(isZoomed ? null : shown))
    const box = row.current?.children[shown]
    if (!box || isZoomed) return
    const hidden = box.scrollWidth - box.clientWidth
    const start = getComputedStyle(box).direction === 'rtl' ? -hidden : 0
    box.scrollTo({
      left: start + x * hidden,
      top: y * (box.scrollHeight - box.clientHeight),
      behavior: 'instant',
    })
  }

  function zoomAt(event: MouseEvent) {
    const isByKey = event.detail === 0
    if (isByKey) return zoom()
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    zoom((event.clientX - left) / width, (event.clientY - top) / height)
  }

  function onKeyDown(event: KeyboardEvent) {
    // With a modifier the key is the browser's shortcut: go back, zoom the page.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const directions: Record<string, [x: number, y: number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const direction = directions[event.key]
    if (direction) {
      event.preventDefault()
      const [x, y] = direction
      const list = row.current
      if (isZoomed) {
        list?.children[shown]?.scrollBy({ left: x * panStep, top: y * panStep })
      } else if (list) {
        // By the direction on the screen: in Arabic the next picture is on the left.
        step(getComputedStyle(list).direction === 'rtl' ? -x : x)
      }
    }
    if (event.key === (isZoomed ? '-' : '+') || (event.key === '=' && !isZoomed)) zoom()
  }

  return (
    // The keys do the same as the buttons, wherever the focus is in the dialog.
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={title}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="lightbox-bar">
        <MixedParagraph text={title} className="lightbox-title" />
        <button type="button" className="icon-button" onClick={() => zoom()}>
          <ZoomIcon name={isZoomed ? 'zoomOut' : 'zoomIn'} />
          <span className="visually-hidden">
            {t(isZoomed ? 'product.zoomOut' : 'product.zoomIn')}
          </span>
        </button>{' '}
        <button type="button" className="icon-button" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span className="visually-hidden">{t('product.closePictures')}</span>
        </button>
      </div>
      <ul className="slide-row" ref={row}>
        {pictures.map((picture, at) => (
          <li key={picture} className="slide lightbox-box" data-near={zoomed === at || undefined}>
            <button
              type="button"
              className="lightbox-picture"
              tabIndex={at === shown ? 0 : -1}
              aria-pressed={zoomed === at}
              onClick={zoomAt}
            >
              <Picture
                post={{ postImage: picture }}
                use={zoomed === at ? 'lightboxZoomed' : 'lightbox'}
                shape={shape}
                alt={t('product.furtherPicture', { title, number: at + 1 })}
              />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <div className="lightbox-bar">
          <SlideSteps
            shown={shown}
            count={pictures.length}
            step={step}
            names={[t('product.previousPicture'), t('product.nextPicture')]}
          />
        </div>
      )}
    </dialog>
  )
}
