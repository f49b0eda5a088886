/**
 * The placeholder of a missing image, with and without script: the symbol of the stylesheet's
 * picture-missing. It has no size of its own, so it fills its place and the symbol has the same
 * size in each; the background is the place's own. Its grey is visible on light and dark.
 */
const drawing = [
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<mask id="m"><rect width="100%" height="100%" fill="#fff"/><circle cx="50%" cy="50%" r="8"/></mask>',
  '<rect x="30%" y="50%" width="40%" height="1" fill="#8b8b86" mask="url(#m)"/>',
  '<circle cx="50%" cy="50%" r="8.5" fill="none" stroke="#8b8b86"/>',
  '</svg>',
].join('')

export const placeholder = {
  type: 'image/svg+xml',
  bytes: new Uint8Array(Buffer.from(drawing)),
} as const

const pictures = /\.(?:png|jpe?g|jpe|jfif|webp|gif|avif)$/i

/** Whether a name says that a file is a picture that pages show. */
export function isPictureName(file: string) {
  return pictures.test(file)
}
