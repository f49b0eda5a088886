import { useEffect, useRef, useState } from 'react'
import { addresses } from '../addresses'
import { pictureSizes, srcSetOf, type PictureUse } from './picture-sizes'

/**
 * A picture of the content API. Its place is kept by the stylesheet, so nothing moves when it comes;
 * until then the place has the picture's colour, if that is known. Without a file, or with one that
 * does not come, the same place shows a quiet symbol.
 */
export function Picture({
  image,
  placeholderColour,
  alt = '',
  use,
  shape,
  isLcp = false,
}: {
  image: string
  /** Its colour, as the loader has it. */
  placeholderColour?: string
  /** Empty where the text beside the picture says the same. */
  alt?: string
  /** Where it stands, which decides on how wide it is shown. */
  use: PictureUse
  shape: 'product' | 'scene'
  /** The one picture that the eye falls on first; the others load as they come near. */
  isLcp?: boolean
}) {
  const picture = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState('')

  useEffect(() => {
    // What failed before script came has told nobody.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(image)
  }, [image])

  if (image === '' || image === failed) {
    const name = alt && image ? { role: 'img', 'aria-label': alt } : {}
    return <span className={`picture picture-${shape} picture-missing`} {...name} />
  }
  return (
    <img
      ref={picture}
      className={`picture picture-${shape}`}
      data-placeholder={placeholderColour}
      // Before the addresses: some browsers begin to load as soon as they know one.
      loading={isLcp ? undefined : 'lazy'}
      fetchpriority={isLcp ? 'high' : undefined}
      sizes={pictureSizes[use]}
      srcSet={srcSetOf(image)}
      src={addresses.image(image, 800)}
      alt={alt}
      width={shape === 'product' ? 1200 : 1440}
      height={shape === 'product' ? 900 : 810}
      decoding={isLcp ? undefined : 'async'}
      onError={() => setFailed(image)}
    />
  )
}
