import type { DocumentKind } from '../search-types.ts'

/** Words of titles and file names, in the order in which they decide. */
const words: [DocumentKind, RegExp][] = [
  [
    'certificate',
    /certificat|declaration|test[\s_-]report|conformity|شهاد|تقرير اختبار|إقرار|مطابقة/i,
  ],
  ['drawing', /drawing|dimension|diagram|\bdwg\b|\bdxf\b|\bstep\b|رسم|مخطط/i],
  ['manual', /manual|instruction|guide|installation|handbook|دليل|تعليمات|كتيب|تركيب/i],
  ['datasheet', /data[\s_-]?sheet|catalog|brochure|leaflet|نشرة|صحيفة|بيانات|كتالوج/i],
]

/** What a file is, by the words of its title and its name: the content does not say it. */
export function documentKindOf(fileName: string, title: string): DocumentKind {
  const text = `${title} ${fileName}`
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}

/**
 * The language of a file, if its name ends with it or its title says so.
 * @returns empty if neither does
 */
export function languageOfFile(fileName: string, title: string): 'Ar' | 'En' | 'both' | '' {
  const isArabic = /[-_.]ar(?:abic)?\.\w+$/i.test(fileName) || /\barabic\b|بالعربية/i.test(title)
  const isEnglish =
    /[-_.]en(?:glish)?\.\w+$/i.test(fileName) || /\benglish\b|بالإنجليزية/i.test(title)
  if (isArabic && isEnglish) return 'both'
  if (isArabic) return 'Ar'
  return isEnglish ? 'En' : ''
}
