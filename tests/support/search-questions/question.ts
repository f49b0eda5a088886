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
