import { addresses } from '../addresses'

/** A subset of the widths that the server makes, spread over what screens need. */
const widths = [320, 480, 640, 800, 1200, 1600]

/**
 * A picture of the content API. Its place is kept by the stylesheet, so nothing moves when it comes.
 * Without a file the same place shows a quiet symbol.
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
  if (image === '') return <span className={`picture picture-${shape} picture-missing`} />
  return (
    <img
      className={`picture picture-${shape}`}
      src={addresses.image(image, 800)}
      srcSet={widths.map((width) => `${addresses.image(image, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={shape === 'product' ? 1200 : 1440}
      height={shape === 'product' ? 900 : 810}
      loading={isLeading ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
