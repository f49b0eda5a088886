import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { runtimeFolders } from '../../process/runtime-folders.ts'
import type { ContentLanguage } from '../content-calls.ts'
import type { MediaWords } from '../posts/pasted-html/media.ts'

const words = z.string().min(1)

const translations = z.object({
  article: z.object({
    shortened: words,
    embedded: z.object({ video: words, audio: words, map: words, document: words, page: words }),
  }),
})

/** The words that reading adds to a text, from the translations. */
export interface ReadingWords {
  /** At the end of a rich text that was cut: a sentence, as HTML. */
  shortened: string
  /** Names of what a text embeds. */
  media: MediaWords
}

const known = new Map<ContentLanguage, ReadingWords>()

export function readingWords(language: ContentLanguage): ReadingWords {
  const found = known.get(language) ?? readWords(language)
  known.set(language, found)
  return found
}

function readWords(language: ContentLanguage): ReadingWords {
  const file = path.join(runtimeFolders.translations, `${language}.json`)
  const { article } = translations.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { shortened: `<p>${article.shortened}</p>`, media: article.embedded }
}
