import { useEffect, useRef, useState } from 'react'
import { addresses } from '../addresses'
import { pictureSizes, srcSetOf, type PictureUse } from './picture-sizes'

export interface Pictured {
  postImage: string
}

/**
 * A picture of the content API. The stylesheet reserves its space, so loading shifts no layout;
 * until then the space has a neutral tone. Without a file, or with one that fails to load, it shows a
 * placeholder symbol, or nothing.
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
  /** Empty where the text beside the picture names it. */
  alt?: string
  /** Where it is used, which determines its `sizes`. */
  use: PictureUse
  shape: 'product' | 'scene'
  /** Whether it is the page's LCP image: loaded at once with high priority, the others lazily. */
  isLcp?: boolean
  /** Whether nothing is shown instead of the placeholder symbol. */
  closesUp?: boolean
  onFailure?: () => void
}) {
  const picture = useRef<HTMLImageElement>(null)
  const [failedImage, setFailedImage] = useState('')

  useEffect(() => {
    // An error before hydration fired no handler. After it, the picture is complete only once it is loaded.
    if (picture.current?.complete && picture.current.naturalWidth === 0) fail()
  })

  function fail() {
    setFailedImage(image)
    onFailure?.()
  }

  if (image === '' || image === failedImage) {
    if (closesUp) return null
    const name = alt && image ? { role: 'img', 'aria-label': alt } : {}
    return <span className={`picture picture-${shape} picture-missing`} {...name} />
  }
  return (
    <img
      ref={picture}
      className={`picture picture-${shape}`}
      // Before src and srcset: some browsers start loading as soon as these are set.
      loading={isLcp ? undefined : 'lazy'}
      fetchpriority={isLcp ? 'high' : undefined}
      sizes={pictureSizes[use]}
      srcSet={srcSetOf(image)}
      src={addresses.image(image, 800)}
      alt={alt}
      width={shape === 'product' ? 1200 : 1440}
      height={shape === 'product' ? 900 : 810}
      decoding={isLcp ? undefined : 'async'}
      onError={fail}
    />
  )
}
