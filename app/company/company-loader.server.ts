import { screens } from '../addresses'
import type { Content, Post } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { sectionsOf } from './company-sections.server'

type CompanyScreenName = 'about' | 'companyGoals' | 'sustainability' | 'workFields'

/**
 * The loader of a screen about the company: its heading and its sections.
 * @param name the screen, and its part of the translations
 * @param derive returns the screen's additional fields, computed from a section's specs
 */
export function companyLoader<T extends object>(
  name: CompanyScreenName,
  list: (content: Content) => Promise<Post[]>,
  derive: (specs: Post['postSpecs']) => T,
) {
  return screenLoader(screens[name], async ({ content }) => ({
    heading: content.t(`${name}.heading`),
    sections: sectionsOf(await list(content), content.lang, derive),
  }))
}
