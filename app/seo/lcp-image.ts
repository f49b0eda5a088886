import type { MetaDescriptor } from '@remix-run/react'
import { pictureSizes, srcSetOf, type PictureUse } from '../components/picture-sizes'

/** The page's LCP image (largest contentful paint). */
export interface LcpImage {
  /** A file name at the image base URL; empty or undefined for none. */
  image: string | undefined
  use: PictureUse
}

/**
 * A preload link with the same srcset and sizes as the picture itself, so that both load the same
 * file.
 */
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
