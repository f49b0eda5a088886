// Checks the texts of the sample content and of the interface against the catalogue and the glossary:
//   npm run check:content
// Prints a line for each problem; the exit code is 1 when there are any. What it cannot find: a figure that
// is wrong in both languages alike, unless it is a rating of the catalogue; a term that no glossary has.
import { decodeText } from '@site/arabic-text/characters'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { assemble, type Content } from '../../server/content-service/folder/assemble.ts'
import {
  formatProblem as formatMistake,
  listFolder,
  readContentFile,
} from '../../server/content-service/folder/folder-files.ts'
import { readFolder } from '../../server/content-service/folder/folder-reader.ts'
import { parseContentFile, slugOf } from '../../server/content-service/folder/parse-file.ts'
import { languages } from '../../server/content-service/wire.ts'
import { projectRoot } from '@site/runtime/project'
import { runtimeFolders } from '../../server/folders.ts'
import {
  findUnequalOutputs,
  findUnequalSizes,
  findUnknownRatings,
  findWrongSpans,
} from './ratings.ts'
import { findDeadLinks, findUnequalNumbers, findUnknownNames } from './references.ts'
import { listTexts, type Problem, type Text } from './texts.ts'
import { findForms, findReplacedTerms, findVowelling, readGlossary } from './words.ts'

/** The texts of a content folder by the names of their files. */
type FolderTexts = ReadonlyMap<string, string>

/**
 * Finds what is wrong in the texts of a content.
 * @param translations the interface's texts, which follow the glossary too
 * @param glossary the text of docs/glossary.md
 * @returns in the order of the files
 */
export async function checkContent(
  content: FolderTexts,
  translations: Text[],
  glossary: string,
): Promise<Problem[]> {
  const parsed = await Promise.all(
    [...content].map(([file, text]) => parseContentFile(file, Buffer.from(text))),
  )
  const { content: sample } = assemble(parsed, { pictures: new Map(), documents: new Map() })
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

/** Finds what the sample company must have and other companies need not: both languages, and key specs. */
function findIncomplete({ categories, ...content }: Content): string[] {
  const types = categories.flatMap((category) => category.types)
  const { contact: _contact, footer: _footer, specifications: _labels, ...lists } = content
  const products = types.flatMap((type) => type.products)
  const posts = [...Object.values(lists).flat(), ...categories, ...types, ...products]
  return [
    ...posts.flatMap(({ id, only }) => (only ? `${id} has texts in ${only} only` : [])),
    ...types.flatMap(({ id, keySpecs, products }) =>
      products.flatMap((product) => {
        const stated = product.specs.map(({ name }) => slugOf(name.En))
        return keySpecs
          .filter((key) => !stated.includes(key))
          .map((key) => `${product.id} lacks ${key}, a key spec of ${id}`)
      }),
    ),
  ]
}

/** Checks the project's own content. */
export async function checkOwnContent(): Promise<{ problems: Problem[]; mistakes: string[] }> {
  const translations = languages.flatMap((language) => {
    const file = `${language}.json`
    return listTexts(
      file,
      readFileSync(path.join(runtimeFolders.translations, file), 'utf8'),
      language,
    )
  })
  const glossary = readFileSync(path.join(projectRoot, 'docs/glossary.md'), 'utf8')
  const folder = runtimeFolders.content
  const texts = [...listFolder(folder, []).texts.keys()].filter((name) => name.endsWith('.yaml'))
  const own = new Map<string, string>()
  for (const name of texts) {
    own.set(name, decodeText(await readContentFile(folder, [], name)) ?? '')
  }
  const { content, problems } = await readFolder(folder)
  return {
    problems: await checkContent(own, translations, glossary),
    mistakes: [...problems.map(formatMistake), ...findIncomplete(content)],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, mistakes } = await checkOwnContent()
  const lines = [...mistakes, ...problems.map(formatProblem)]
  for (const line of lines) console.log(line)
  console.log(`${lines.length} problems`)
  process.exitCode = lines.length > 0 ? 1 : 0
}
