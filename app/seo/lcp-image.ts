import type { MetaDescriptor } from '@remix-run/react'
import { pictureSizes, srcSetOf, type PictureUse } from '../components/picture-sizes'

/** The one picture that the eye falls on first. */
export interface LcpImage {
  /** A file of the image base; empty or undefined for none. */
  image: string | undefined
  use: PictureUse
}

/** Has it asked for from the page's head on, in the very width that its place in the page will want. */
export function lcpImageMeta({ image, use }: LcpImage): MetaDescriptor[] {
  if (!image) return []
  return [
    {
      tagName: 'link',
      rel: 'preload',
      as: 'image',
      imageSrcSet: srcSetOf(image),
      imageSizes: pictureSizes[use],
      fetchpriority: 'high',
    },
  ]
}
