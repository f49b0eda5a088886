/**
 * A title, or a part of one, in the form that the two are compared in: letter case, Arabic letter
 * variants, diacritics, tatweel, digit shapes and invisible marks make no difference.
 */
export function foldTitle(title: string): string {
  return (
    title
      // Decomposing sets the hamza and madda of أ إ آ ؤ ئ apart as marks, which then go.
      .normalize('NFKD')
      .replace(/[\p{Mn}\p{Cf}\u0640]/gu, '')
      .replaceAll('\u0671', 'ا')
      .replace(/[ى\u06CC]/g, 'ي')
      .replaceAll('\u06A9', 'ك')
      .replaceAll('ة', 'ه')
      .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim()
  )
}
