import type { ImageWidth } from '../../images/widths.ts'
import { decodeFileName, encodeFileName, isFileName } from './file-name.ts'

/** The width of the text column on most screens, in pixels; one of the image widths. */
const imageWidth: ImageWidth = 800

/** Where the images of an API are, and where ours are: what follows may be in a folder. */
const imagePath = '/images/post/'

const isPicture = (name: string) => isFileName(name) && /\.(png|jpe?g|webp|gif|avif)$/i.test(name)

/**
 * Maps an image in a text to our own image URL, served from the same image base.
 * @returns empty for anything but an image
 */
export function pictureAddress(source: string) {
  const path = source.trim().split(/[?#]/)[0] ?? ''
  const start = path.lastIndexOf(imagePath)
  const names = [
    start < 0 ? '' : path.slice(start + imagePath.length),
    path.slice(path.lastIndexOf('/') + 1),
  ]
  const file = names.map(decodeFileName).find(isPicture)
  return file === undefined ? '' : `${imagePath}${encodeFileName(file)}?w=${imageWidth}`
}
