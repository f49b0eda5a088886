/**
 * What a place shows whose picture cannot be had, with and without script: the symbol of the
 * stylesheet's picture-missing. It has no measures of its own, so it takes those of its place and is
 * drawn as large in each; what is behind it is the place's own colour. Its grey can be seen on light
 * and on dark.
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

const documents = /\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|zip|dwg|dxf)$/i

/** Whether a file's place on a page is a picture's, as far as its name tells. */
export function isPictureName(file: string) {
  return !documents.test(file)
}
