import { readFileSync } from 'node:fs'

/** One search as a visitor types it, and every result that counts as right. */
export interface Question {
  /** The text typed into the search field, typos and all. */
  q: string
  /** The language of the page on which it is typed. */
  lang: 'Ar' | 'En'
  /**
   * Right results, in no order, each `kind:id`.
   * Kinds: product, type (categories and types), solution, project, service, news, blog,
   * document (file name), page (address with fragment, such as `/branches#branch-jeddah`).
   */
  expects: string[]
}

/** Reads a table beside this file: language, text and right results, in columns; # begins a heading. */
export function readQuestions(name: 'tuned' | 'held-out') {
  const rows = readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8').split('\n')
  return rows
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row): Question => {
      const [lang, q = '', expects = ''] = row.split('\t')
      if ((lang !== 'Ar' && lang !== 'En') || expects === '') throw new Error(`No question: ${row}`)
      return { lang, q, expects: expects.split(' ') }
    })
}
