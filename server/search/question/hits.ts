import { z } from 'zod'
import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import { foldWord } from '../language/fold-text.ts'
import { findSentence, findSpec } from './excerpt.ts'
import { markText, type Matched } from './marks.ts'
import type { Group } from './groups.ts'
import type { SearchDatabase } from '../index/schema.ts'
import type { SearchHit } from '../search-types.ts'
import { groupsInSpecs, toTermFields } from './ranking.ts'
import { readSpecs, readVariants } from '../index/stored-specs.ts'
import { kindOfThing, textId } from '../index/thing-id.ts'

const hitRow = z.object({
  key: z.string(),
  parent_id: z.string(),
  image: z.string(),
  date: z.string(),
  position: z.number(),
  title: z.string(),
  sub_title: z.string(),
  parent_title: z.string(),
  specs: z.string(),
  variants: z.string(),
  fields: z.string(),
})
const bodyRow = z.object({ body: z.string() })

/** Reads the texts of found things, with what matched in them. */
export function createHitReader(database: SearchDatabase) {
  const findHit = database.prepare(
    `SELECT key, parent_id, image, date, position, title, sub_title, parent_title, specs, variants, fields
     FROM texts JOIN things ON things.id = ? WHERE texts.id = ?`,
  )
  const findBody = database.prepare('SELECT body FROM bodies WHERE id = ?')

  function readHit(
    row: number,
    groups: readonly Group[],
    language: ContentLanguage,
    withMatch: boolean,
  ) {
    const languages = [language, ...contentLanguages.filter((other) => other !== language)]
    for (const shown of languages) {
      const found = findHit.get(row, textId(row, shown))
      if (found === undefined) continue
      const texts = hitRow.parse(found)
      const matched: Matched = new Map()
      const hit: SearchHit = {
        kind: kindOfThing(row),
        id: texts.key,
        parentId: texts.parent_id,
        language: shown,
        title: texts.title,
        titleMarks: markText(texts.title, groups, matched),
        subTitle: texts.sub_title,
        parentTitle: texts.parent_title,
        image: texts.image,
        date: texts.date,
        position: texts.position,
      }
      const code = findVariantCode(texts.variants, groups)
      if (code !== undefined) hit.code = code
      const missing = groups.filter((group) => !matched.has(group))
      if (!withMatch || missing.length === 0) return hit
      const match = findMatch(row, texts, shown, missing, groups)
      if (match) hit.match = match
      return hit
    }
    return undefined
  }

  function findMatch(
    row: number,
    texts: z.output<typeof hitRow>,
    language: ContentLanguage,
    missing: Group[],
    groups: readonly Group[],
  ) {
    // Looking through each specification costs more than asking whether one matches.
    const stated = groupsInSpecs(missing, toTermFields(texts.fields))
    const spec = stated.length > 0 && findSpec(allSpecs(texts), stated)
    if (spec) return spec
    const body = findBody.get(textId(row, language))
    const text = body === undefined ? '' : bodyRow.parse(body).body
    return findSentence(`${texts.sub_title}\n${text}`, missing, groups)
  }

  return { readHit }
}

/** The specifications of a thing and of its variants, each once. */
function allSpecs({ specs, variants }: { specs: string; variants: string }) {
  const all = [...readSpecs(specs), ...readVariants(variants).flatMap((variant) => variant.specs)]
  return [...new Map(all.map((spec) => [JSON.stringify(spec), spec])).values()]
}

/** The order code that a question names, or starts to name. */
function findVariantCode(variants: string, groups: readonly Group[]) {
  if (variants === '[]' || !groups.some((group) => group.isCode)) return undefined
  const codes = readVariants(variants).map(({ code }) => ({ code, folded: foldWord(code) }))
  for (const { alternatives, isCode } of groups) {
    if (!isCode) continue
    for (const { terms, match } of alternatives) {
      const [term = ''] = terms
      if (terms.length > 1) continue
      const found = codes.filter(({ folded }) =>
        match === 'prefix' ? folded.startsWith(term) : folded === term,
      )
      // A prefix of several codes is the series.
      if (found.length === 1) return found[0]?.code
    }
  }
  return undefined
}
