import { withLatinDigits } from '../text/latin-digits.ts'

/**
 * Normalises a title, or part of one, for comparison: letter case, Arabic letter variants,
 * diacritics, tatweel, digit shapes and invisible characters make no difference.
 */
export function foldTitle(title: string): string {
  return (
    withLatinDigits(title)
      // Decomposition turns the hamza and madda of أ إ آ ؤ ئ into marks, which are then removed.
      .normalize('NFKD')
      .replace(/[\p{Mn}\p{Cf}\u0640]/gu, '')
      .replaceAll('\u0671', 'ا')
      .replace(/[ى\u06CC]/g, 'ي')
      .replaceAll('\u06A9', 'ك')
      .replaceAll('ة', 'ه')
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim()
  )
}
