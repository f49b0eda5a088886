import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../language/translation'
import { addresses } from '../../addresses'
import { DrawnIcon } from '../icon'

/** The widths in srcset, px, as served by the image source. */
const widths = [160, 320, 480, 640, 800, 1200, 1600]

/** Max. length of a srcset: an address may have 2,000 characters, and a page fifty pictures. */
const maxSrcSet = 2_500

/** The srcset attribute of a picture; a thumbnail, whose size is the same everywhere, needs only the smallest widths. */
export function srcSetOf(image: string, use: PictureUse) {
  const needed = /^[\d.]+rem$/.test(pictureSizes[use]) ? widths.slice(0, 3) : widths
  const fitting = Math.max(1, Math.floor(maxSrcSet / addresses.image(image, 1600).length))
  return needed
    .slice(-fitting)
    .map((width) => `${addresses.image(image, width)} ${width}w`)
    .join(', ')
}

/** A width in the container, rem, which is a fifth wider in the widest windows. */
function inContainer(width: number) {
  return `(min-width: 112rem) ${Math.round(1.2 * width)}rem, (min-width: 80rem) ${width}rem, `
}

const narrowCard = '(min-width: 64rem) 23vw, (min-width: 48rem) 29vw, (min-width: 30rem) 45vw, '
const card = inContainer(15) + narrowCard

/**
 * The sizes attribute for each use of a picture, following the stylesheet's breakpoints. A cropped
 * picture has the width that it would have uncropped.
 */
export const pictureSizes = {
  slide: '(min-width: 80rem) 57vw, (min-width: 64rem) 52vw, 100vw',
  banner: `${inContainer(34.4)}(min-width: 48rem) 40vw, 100vw`,

  card: `${card}92vw`,
  /** Two columns even on phones. */
  denseCard: `${card}43vw`,
  /** Seven or eight are in two rows of four in wide windows. */
  denseCardOfFour: `${inContainer(19)}${narrowCard}43vw`,
  feeder: `${inContainer(19)}(min-width: 64rem) 22vw, 45vw`,
  /** Its height is that of two others. */
  mosaicFirst: `${inContainer(57)}(min-width: 64rem) 68vw, 92vw`,
  mosaic: `${inContainer(19)}(min-width: 64rem) 22vw, (min-width: 30rem) 45vw, 92vw`,
  latest: `${inContainer(39)}(min-width: 64rem) 46vw, 92vw`,

  leadArticle: `${inContainer(46)}(min-width: 64rem) 53vw, (min-width: 30rem) 92vw, 6.5rem`,
  articleRow: '(min-width: 80rem) 10rem, (min-width: 48rem) 15rem, (min-width: 30rem) 29vw, 6.5rem',
  neighbour: `${inContainer(10)}(min-width: 64rem) 11vw, 5rem`,
  riserFeeder: `${inContainer(46)}(min-width: 64rem) 53vw, 92vw`,
  projectWide: `${inContainer(52)}(min-width: 64rem) 60vw, 92vw`,
  project: `${inContainer(39.5)}(min-width: 48rem) 46vw, 92vw`,
  service: `${inContainer(11.5)}(min-width: 64rem) 13vw, 30vw`,

  /** A post's own picture, by its position (post-article.tsx). */
  side: '(min-width: 112rem) 24rem, (min-width: 80rem) 32rem, (min-width: 64rem) 37vw, 92vw',
  page: `${inContainer(80)}92vw`,
  heading: '(min-width: 80rem) 56vw, (min-width: 64rem) 51vw, 100vw',
  text: '(min-width: 80rem) 38rem, (min-width: 64rem) 51vw, 92vw',

  gallery: `${inContainer(45)}(min-width: 64rem) 52vw, 92vw`,
  galleryMore: '5rem',
  related: '6.5rem',
  lightbox: '100vw',
  lightboxZoomed: '200vw',

  type: '(min-width: 48rem) 9rem, 6.5rem',
  category: '(min-width: 64rem) 11rem, 5.5rem',
  categoryProduct: `${inContainer(13.7)}(min-width: 64rem) 16vw, (min-width: 48rem) 21vw, 43vw`,
  listText: `${inContainer(31)}(min-width: 64rem) 36vw, 92vw`,
  branch: '(min-width: 64rem) 8rem, 6.5rem',
  field: `${inContainer(22)}(min-width: 64rem) 23vw, 92vw`,
  goal: `${inContainer(22)}(min-width: 64rem) 23vw, 92vw`,
  /** Taller than 16:9 beside the text. */
  turns: `${inContainer(39)}(min-width: 64rem) 41vw, 92vw`,
  story: `${inContainer(38.5)}(min-width: 64rem) 44vw, 92vw`,
} as const

/** A picture's frame, struck out. */
const noPicture = { path: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15.5 9h.1M2 2l20 20' }

export type PictureUse = keyof typeof pictureSizes

/** Returns the use of pictures in a dense grid of so many cards. */
export function denseCardUse(count: number): PictureUse {
  return count === 7 || count === 8 ? 'denseCardOfFour' : 'denseCard'
}

export interface Pictured {
  postImage: string
}

/**
 * A picture of the content API. The stylesheet reserves its space with a placeholder colour, so
 * loading shifts no layout. If the file is missing or fails to load, it shows a placeholder symbol,
 * or nothing.
 */
export function Picture({
  post: { postImage: image },
  alt = '',
  use,
  shape,
  isLcp = false,
  closesUp = false,
  onFailure,
}: {
  post: Pictured
  /** Empty if the text beside the picture names it. */
  alt?: string
  /** Determines its `sizes`. */
  use: PictureUse
  shape: 'product' | 'scene'
  /** Whether it is the page's LCP image: loaded at once with high priority, the others lazily. */
  isLcp?: boolean
  /** Whether nothing is shown instead of the placeholder symbol. */
  closesUp?: boolean
  onFailure?: () => void
}) {
  const { t } = useTranslation()
  const picture = useRef<HTMLImageElement>(null)
  const [failedImage, setFailedImage] = useState('')

  useEffect(() => {
    // An error before hydration fired no handler; `complete` with no width means that it failed.
    if (picture.current?.complete && picture.current.naturalWidth === 0) fail()
  })

  function fail() {
    setFailedImage(image)
    onFailure?.()
  }

  if (image === '' || image === failedImage) {
    if (closesUp) return null
    const name = alt && image ? { role: 'img', 'aria-label': alt } : {}
    return (
      <span className={`picture picture-${shape} picture-missing`} {...name}>
        <DrawnIcon drawing={noPicture} />
        <span aria-hidden="true" data-markdown="skip">
          {t('layout.noPicture')}
        </span>
      </span>
    )
  }
  return (
    <img
      ref={picture}
      className={`picture picture-${shape}`}
      // Before src and srcset: some browsers start loading as soon as these are set.
      loading={isLcp ? undefined : 'lazy'}
      fetchpriority={isLcp ? 'high' : undefined}
      sizes={pictureSizes[use]}
      srcSet={srcSetOf(image, use)}
      src={addresses.image(image, 800)}
      alt={alt}
      width={shape === 'product' ? 1200 : 1440}
      height={shape === 'product' ? 900 : 810}
      decoding={isLcp ? undefined : 'async'}
      onError={fail}
    />
  )
}
