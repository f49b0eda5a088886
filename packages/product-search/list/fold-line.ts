import { withPlainCharacters, zeroWidthSpace } from '@site/arabic-text/characters'

/** Folds letters as `foldWord` does, but keeps every character's offset. */
export function foldLine(text: string) {
  return (
    withPlainCharacters(text)
      .replaceAll(zeroWidthSpace, ' ')
      // In lower case it would be two characters.
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/[ىی]/g, 'ي')
      .replace(/ة/g, 'ه')
      .replace(/ک/g, 'ك')
      .replace(/(?<=\d)[\u066c،](?=\d{3}(?!\d))/g, ',')
  )
}
