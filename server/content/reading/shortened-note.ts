import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { runtimeFolders } from '../../process/runtime-folders.ts'
import type { ContentLanguage } from '../content-calls.ts'

const translations = z.object({ article: z.object({ shortened: z.string() }) })

const notes = new Map<ContentLanguage, string>()

/** The note at the end of a rich text that was cut: a sentence from the translations, as HTML. */
export function shortenedNote(language: ContentLanguage): string {
  const note = notes.get(language) ?? readNote(language)
  notes.set(language, note)
  return note
}

function readNote(language: ContentLanguage) {
  const file = path.join(runtimeFolders.translations, `${language}.json`)
  return `<p>${translations.parse(JSON.parse(readFileSync(file, 'utf8'))).article.shortened}</p>`
}
