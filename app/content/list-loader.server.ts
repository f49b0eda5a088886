import { screens } from '../addresses'
import type { Language } from '../language/languages'
import type { Card, Content } from './content.server'
import { screenLoader } from './loaders.server'

type ListScreen = 'blog' | 'news' | 'projects' | 'services'

/**
 * The loader of a list screen: its heading, and the page of the list that the address names.
 * @param name the screen, and its part of the translations
 */
export function listLoader<P extends Card, V extends object>(
  name: ListScreen,
  list: (content: Content) => Promise<P[]>,
  pageOf: (posts: P[], request: Request, language: Language) => V,
) {
  return screenLoader(screens[name], async ({ content, request }) => ({
    heading: content.t(`${name}.heading`),
    ...pageOf(await list(content), request, content.lang),
  }))
}
