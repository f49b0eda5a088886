import { allProductsPath } from '../catalogue/solution-heading'
import { otherLanguage, type Language } from '../language/languages'
import { optional, type Card, type Content } from './content.server'

/**
 * The paths of all products of a solution, by the language whose title they have. That of the other language
 * as far as the search index knows the solution.
 */
export async function allProductsPathsOf(
  solution: Pick<Card, 'postID' | 'postTitle'>,
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<Partial<Record<Language, string>>> {
  const { postID } = solution
  const other = otherLanguage(lang)
  const titles = await optional(
    readIndex({ needs: 'lists' }, (index) => index.titlesOf('solution', [postID], other)),
  )
  const title = titles?.found.get(postID)
  return {
    [lang]: allProductsPath(solution),
    ...(title && { [other]: allProductsPath({ postID, postTitle: title }) }),
  }
}
