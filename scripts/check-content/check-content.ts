// Checks the texts of the sample content and of the interface against the catalogue and the glossary:
//   npm run check:content
// Prints a line for each problem; the exit code is 1 when there are any. What it cannot find: a figure that
// is wrong in both languages alike, unless it is a rating of the catalogue; a term that no glossary has.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSample } from '../../server/content-service/compile-sample.ts'
import { readSampleTexts, type SampleTexts } from '../../server/content-service/sample.ts'
import { languages } from '../../server/content-service/wire.ts'
import { projectRoot, runtimeFolders } from '../../server/storage/folders.ts'
import {
  findUnequalOutputs,
  findUnequalSizes,
  findUnknownRatings,
  findWrongSpans,
} from './ratings.ts'
import { findDeadLinks, findUnequalNumbers, findUnknownNames } from './references.ts'
import { listTexts, type Problem, type Text } from './texts.ts'
import { findForms, findReplacedTerms, findVowelling, readGlossary } from './words.ts'

/**
 * Finds what is wrong in the texts of a content.
 * @param translations the interface's texts, which follow the glossary too
 * @param glossary the text of docs/glossary.md
 * @returns in the order of the files
 * @throws SampleError for content that cannot be read
 */
export function checkContent(
  content: SampleTexts,
  translations: Text[],
  glossary: string,
): Problem[] {
  const sample = parseSample(content)
  const texts = [...content].flatMap(([file, source]) => listTexts(file, source))
  const all = [...texts, ...translations]
  const terms = readGlossary(glossary)
  const problems = [
    ...findUnknownNames(texts, sample),
    ...findUnknownRatings(texts, sample),
    ...findWrongSpans(texts, sample),
    ...findUnequalOutputs(texts),
    ...findUnequalSizes(texts, sample),
    ...findUnequalNumbers(texts),
    ...findDeadLinks(texts, sample),
    ...findReplacedTerms(all, terms),
    ...findVowelling(all, terms),
    ...findForms(all),
  ]
  const order = new Map([...new Set(all.map(({ file }) => file))].map((file, at) => [file, at]))
  const placeOf = ({ file, line }: Problem) => (order.get(file) ?? 0) * 1e6 + line
  return problems.sort((a, b) => placeOf(a) - placeOf(b))
}

/** Formats a problem as one line: file, line, what is wrong, and the beginning of the text. */
export function formatProblem({ file, line, message, text }: Problem): string {
  const beginning = text.trim().slice(0, 100)
  return `${file}:${line}: ${message}: ${beginning}${beginning === text.trim() ? '' : '…'}`
}

/** Checks the project's own content. */
export function checkOwnContent(): Problem[] {
  const translations = languages.flatMap((language) => {
    const file = `${language}.json`
    return listTexts(
      file,
      readFileSync(path.join(runtimeFolders.translations, file), 'utf8'),
      language,
    )
  })
  const glossary = readFileSync(path.join(projectRoot, 'docs/glossary.md'), 'utf8')
  return checkContent(readSampleTexts(runtimeFolders.sample), translations, glossary)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkOwnContent()
  for (const problem of problems) console.log(formatProblem(problem))
  console.log(`${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
