/**
 * Finds the language of a file from the end of its name, or from its title.
 * @returns empty if neither states it
 */
export function languageOfFile(fileName: string, title: string): 'Ar' | 'En' | 'both' | '' {
  const end = /((?:[-_.](?:ar(?:abic)?|en(?:glish)?))+)\.\w+$/i.exec(fileName)?.[1] ?? ''
  const isArabic = /[-_.]ar/i.test(end) || /\barabic\b|بالعربية/i.test(title)
  const isEnglish = /[-_.]en/i.test(end) || /\benglish\b|بالإنجليزية/i.test(title)
  if (isArabic && isEnglish) return 'both'
  if (isArabic) return 'Ar'
  return isEnglish ? 'En' : ''
}

/** The kinds of documents, as in the `kind` parameter of the documents page. */
export const documentKinds = [
  ...(['datasheet', 'catalogue', 'manual', 'certificate'] as const),
  ...(['cad', 'bim', 'photometry', 'other'] as const),
] as const

export type DocumentKind = (typeof documentKinds)[number]

/** Extensions that state the kind. */
const extensions = {
  cad: /\.(?:dw[gt]|dxf|dgn|ste?p|ige?s|sat|stl|x_[tb]|sld(?:prt|asm)|i[ap][mt]|prt|3d[ms]|obj|jt)$/i,
  bim: /\.(?:rfa|rvt|rte|rft|ifc(?:xml|zip)?|bimx?|gsm|nw[cdf])$/i,
  photometry: /\.(?:ies|ldt|uld|cie|rolfz?|gldf)$/i,
}

/** Words of titles and file names, in order of precedence. */
const words = {
  certificate: /certificat|declaration|test report|conformity|شهاد|تقرير اختبار|[إا]قرار|مطابقة/i,
  photometry:
    /photometr|\b(?:ies|ldt) files?\b|eulumdat|dialux|relux|فوتومتر|(?:ملفات?|بيانات|منحنى) (?:ال)?توزيع (?:ال)?ضوئي/i,
  bim: /\b(?:bim|revit|ifc)\b|archicad|ريفيت/i,
  cad: /drawing|dimension|diagram|\b(?:cad|dwg|dxf)\b|3d model|رسم(?!ي)|رسوم|مخطط/i,
  catalogue:
    /catalog|brochure|leaflet|flyer|كتالو[جغ]|كاتالو[جغ]|كتلوج|بروشور|مطوية|تعريفي|دليل المنتجات/i,
  manual: /manual|instruction|guide|installation|handbook|دليل|تعليمات|كتيب|تركيب|[إا]رشادات/i,
  datasheet: /data ?sheet|spec(?:ification)? sheet|technical data|نشرة|صحيفة|بيانات|مواصفات/i,
}

/**
 * Guesses a document's kind, which the content does not state: by the extension, else by the words of its title, then
 * of its name, then of its folder.
 */
export function documentKindOf(fileName: string, title: string): DocumentKind {
  const parts = fileName.split('/')
  const name = parts.pop() ?? ''
  const texts = [title, name, parts.join(' ')].map((text) => text.replace(/[-_.\s]+/g, ' '))
  const kinds = texts.map((text) => kindBy(words, text))
  return kindBy(extensions, name) ?? kinds.find((kind) => kind !== undefined) ?? 'other'
}

/** Names of kinds that only questions have: what makes a certificate, and the formats of files. */
const askedWords: Partial<Record<DocumentKind, RegExp>> = {
  certificate: /saber|سابر|\bsaso\b|ساسو/,
  photometry: /\b(?:ies|ldt)\b/,
  bim: /\brfa\b/,
  cad: /\b(?:step|stp|autocad)\b|أ?اوتوكاد|كاد\b/,
  datasheet: /داتا ?شيت/,
}

/** Words that say no more than that documents are asked for. */
const emptyWords =
  /(?<![\p{L}\p{N}])(?:of|for|the|an?|in|files?|pdf|documents?|download|ملفات?|ملف|وثائق|وثيقة|تحميل|تنزيل)(?![\p{L}\p{N}])/giu

/**
 * Reads the kind of documents that a question names, and what else it says.
 * @returns undefined if it names none, or several
 */
export function kindAsked(question: string): { kind: DocumentKind; rest: string } | undefined {
  const named: DocumentKind[] = []
  let rest = question
  for (const kind of Object.keys(words) as (keyof typeof words)[]) {
    const sources = [words[kind], askedWords[kind]].flatMap((one) => one?.source ?? [])
    const other = rest.replace(new RegExp(`\\p{L}*(?:${sources.join('|')})\\p{L}*`, 'giu'), ' ')
    if (other !== rest) named.push(kind)
    rest = other
  }
  const [kind] = named
  if (kind === undefined || named.length > 1) return undefined
  return { kind, rest: rest.replace(emptyWords, ' ').replace(/\s+/g, ' ').trim() }
}

function kindBy<K extends DocumentKind>(patterns: Record<K, RegExp>, text: string) {
  return (Object.keys(patterns) as K[]).find((kind) => patterns[kind].test(text))
}
