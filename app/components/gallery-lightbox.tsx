import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { MixedText } from './mixed-text'
import { Picture } from './picture'
import { useSlideRow } from './slide-row'

/** How far an arrow key moves a picture that is shown at twice its size, px. */
const panStep = 80

/**
 * The pictures as large as the window, in a row that scrolls and snaps. A tap or a key shows one at
 * twice that size, in a box of its own that scrolls. Opens as it mounts.
 */
export function GalleryLightbox({
  pictures,
  title,
  shape,
  shown,
  onShow,
  onClose,
}: {
  /** At least one. */
  pictures: string[]
  title: string
  shape: 'product' | 'scene'
  /** Which picture is shown, from 0 on. */
  shown: number
  /** Has to be the same function all the time. */
  onShow: (at: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [first] = useState(shown)
  const [near, setNear] = useState<number | null>(null)
  const isNear = near === shown

  useEffect(() => {
    const list = row.current
    if (!list) return
    if (!dialog.current?.open) dialog.current?.showModal()
    list.children[first]?.scrollIntoView({ behavior: 'instant', block: 'nearest' })
  }, [first])
  const stepRow = useSlideRow(row, onShow, first)

  function step(by: number) {
    setNear(null)
    stepRow(by)
  }

  /** @param x, y what stays in its place, as parts of the picture's width and height */
  function zoom(x = 0.5, y = 0.5) {
    flushSync(() => setNear(isNear ? null : shown))
    const box = row.current?.children[shown]
    if (!box || isNear) return
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
    // With these a key is the browser's own: a page back, a larger page.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const ways: Record<string, [x: number, y: number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const way = ways[event.key]
    if (way) {
      event.preventDefault()
      const [x, y] = way
      const list = row.current
      if (isNear) {
        list?.children[shown]?.scrollBy({ left: x * panStep, top: y * panStep })
      } else if (list) {
        // The way the pictures lie on the screen: the next one is on the left in Arabic.
        step(getComputedStyle(list).direction === 'rtl' ? -x : x)
      }
    }
    if (event.key === (isNear ? '-' : '+') || (event.key === '=' && !isNear)) zoom()
  }

  return (
    // Keys for what its buttons do as well, wherever in it the focus is.
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={title}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="lightbox-bar">
        <p className="lightbox-title">
          <MixedText text={title} />
        </p>
        <button type="button" className="icon-button" onClick={() => zoom()}>
          <Icon name={isNear ? 'zoomOut' : 'zoomIn'} />
          <span className="visually-hidden">
            {t(isNear ? 'product.zoomOut' : 'product.zoomIn')}
          </span>
        </button>
        <button type="button" className="icon-button" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span className="visually-hidden">{t('product.closePictures')}</span>
        </button>
      </div>
      <ul className="slide-row" ref={row}>
        {pictures.map((picture, at) => (
          <li key={picture} className="slide lightbox-box" data-near={near === at || undefined}>
            <button
              type="button"
              className="lightbox-picture"
              tabIndex={at === shown ? 0 : -1}
              aria-pressed={near === at}
              onClick={zoomAt}
            >
              <Picture
                image={picture}
                use={near === at ? 'lightboxNear' : 'lightbox'}
                shape={shape}
                alt={t('product.furtherPicture', { title, number: at + 1 })}
              />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <div className="lightbox-bar">
          <button
            type="button"
            className="icon-button"
            aria-disabled={shown === 0 || undefined}
            onClick={() => step(-1)}
          >
            <Icon name="chevronBack" />
            <span className="visually-hidden">{t('product.previousPicture')}</span>
          </button>
          <p aria-live="polite">
            <Ltr>{`${shown + 1} / ${pictures.length}`}</Ltr>
          </p>
          <button
            type="button"
            className="icon-button"
            aria-disabled={shown === pictures.length - 1 || undefined}
            onClick={() => step(1)}
          >
            <Icon name="chevron" />
            <span className="visually-hidden">{t('product.nextPicture')}</span>
          </button>
        </div>
      )}
    </dialog>
  )
}
