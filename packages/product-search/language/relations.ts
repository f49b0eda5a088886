import { LRUCache } from 'lru-cache'
import { isReadable } from '@site/arabic-text/characters'
import { foldWord } from './fold-word.ts'
import type { Claim, Relation, Spec, Statement } from '../types.ts'

/**
 * The labels of specifications that relate a product to others. They count as whole labels: "Accessories included" is none.
 */
const labels: Record<Relation, string> = {
  replacedBy: `replaced by, replaced with, superseded by, successor, successors, successor product, replacement,
    replacement product, new order code, new part number, يحل محله, تحل محله, حل محله, يحل محلها, حل محلها, استبدل ب,
    استبدلت ب, استبدل به, مستبدل ب, البديل, المنتج البديل, المنتج اللاحق, رمز الطلب الجديد, رقم القطعة الجديد`,
  replaces: `replaces, replacement for, replacement of, supersedes, successor to, successor of, substitute for, in place of,
    instead of, predecessor, predecessors, replaced product, old order code, old part number, يحل محل, تحل محل, حل محل,
    بديل عن, بديل من, بديل ل, بديلة عن, بدلا من, بدلا عن, عوضا عن, المنتج السابق, الطراز السابق, رمز الطلب القديم, رقم القطعة القديم`,
  equivalent: `equivalent to, equivalent, equivalents, equivalent of, equal to, cross reference, cross references,
    alternative to, alternative, alternatives, interchangeable with, مكافئ ل, مكافئة ل, مكافئ, المكافئ, مكافئات, المكافئات,
    يكافئ, تكافئ, يعادل, تعادل, معادل ل, معادل, المعادل, بديل, بدائل, البدائل`,
  accessories: `accessories, accessory, optional accessories, spare parts, spare part, spares, accessories and spare parts,
    الملحقات, ملحقات, ملحقات اختيارية, الملحقات الاختيارية, اكسسوارات, الاكسسوارات, قطع غيار, قطع الغيار, الملحقات وقطع الغيار`,
}

const relations = Object.keys(labels) as Relation[]

const byLabel = new Map(
  relations.flatMap((one) =>
    labels[one].split(',').map((label) => [foldWord(label), one] as const),
  ),
)

/** Max. length of labels, values and the name of a series, in UTF-16 units; max. products listed, and words of one. */
const limits = { label: 60, value: 20_000, series: 5, statements: 200, words: 5 }

/** Folded names of specifications: products share most of theirs. Their size counts UTF-16 units. */
const foldedNames = new LRUCache<string, string>({
  maxSize: 20_000,
  sizeCalculation: (folded, name) => folded.length + name.length + 1,
  memoMethod: foldWord,
})

/** Folds the name of a specification. */
export const foldedName = ({ name }: { name: string }) => foldedNames.memo(name)

/** Returns the relation that a specification states; undefined for a rating. */
export function relationOf(spec: { name: string }) {
  return spec.name.length > limits.label ? undefined : byLabel.get(foldedName(spec))
}

export function isClaim(statement: Statement): statement is Claim {
  return statement.relation === 'replaces' || statement.relation === 'equivalent'
}

/** Lists the products that specifications name. A slash separates them between spaces only: "A/B" is one number. */
export function listStatements(specs: readonly Spec[]): Statement[] {
  const statements = specs.flatMap((spec) => {
    const relation = relationOf(spec)
    if (!relation) return []
    const texts = spec.value.slice(0, limits.value).split(/[,;،؛\n]|\s\/\s/u)
    return texts.map((text) => ({ relation, text: text.replace(/\p{Cf}/gu, '').trim() }))
  })
  return statements.filter(({ text }) => isReadable(text)).slice(0, limits.statements)
}

/**
 * Lists the numbers in a statement, folded as order codes are: that of "Acme B63 A9-F74116" with its maker and series, and
 * without them. A short one without letters is a rating.
 */
export function listNumbers(text: string) {
  const words = text.split(/\s+/)
  const last = words.findLastIndex((word) => /\p{Nd}/u.test(word))
  const named = words.slice(Math.max(0, last - limits.words), last + 1)
  const ends = named.map((_, at) => foldWord(named.slice(at).join('')))
  const long = named.map(foldWord).filter((word) => word.length > limits.series)
  return [...new Set([...ends, ...long])].filter((one) => number.test(one))
}

const number = /^(?!\d{1,4}$)(?=.*\d)[a-z0-9]{3,40}$/
