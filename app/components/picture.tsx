import { useEffect, useRef, useState } from 'react'
import { addresses } from '../addresses'

/** A subset of the widths that the server makes, spread over what screens need. */
const widths = [320, 480, 640, 800, 1200, 1600]

/**
 * A picture of the content API. Its place is kept by the stylesheet, so nothing moves when it comes.
 * Without a file, or with one that does not come, the same place shows a quiet symbol.
 */
export function Picture({
  image,
  alt = '',
  sizes,
  shape,
  isLeading = false,
}: {
  image: string
  /** Empty where the text beside the picture says the same. */
  alt?: string
  /** How wide it is shown, as in the sizes attribute. */
  sizes: string
  shape: 'product' | 'scene'
  /** The picture that the eye falls on first; the others load as they come near. */
  isLeading?: boolean
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
      src={addresses.image(image, 800)}
      srcSet={widths.map((width) => `${addresses.image(image, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={shape === 'product' ? 1200 : 1440}
      height={shape === 'product' ? 900 : 810}
      loading={isLeading ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(image)}
    />
  )
}
