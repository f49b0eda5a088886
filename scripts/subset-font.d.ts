declare module 'subset-font' {
  /** Subsets a font to the characters of `text`; `keepFeatures` names the OpenType features to keep. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      keepFeatures?: string[]
      noHinting?: boolean
    },
  ): Promise<Buffer>
}
