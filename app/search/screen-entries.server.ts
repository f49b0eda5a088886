import type { SearchEntry } from '../../server/search/search-types.ts'
import { addresses } from '../addresses'
import { translatorFor } from '../content/i18n.server'
import { siteLanguages } from '../language/languages'

/** The screens that can be found by their names, which are not content. */
export function screenEntries(): SearchEntry[] {
  return siteLanguages.flatMap((language) => {
    const { t } = translatorFor(language)
    const screens = [
      { path: addresses.about(), title: t('about.heading') },
      { path: addresses.sustainability(), title: t('sustainability.heading') },
      { path: addresses.workFields(), title: t('workFields.heading') },
      { path: addresses.companyGoals(), title: t('companyGoals.heading') },
      { path: addresses.branches(), title: t('branches.heading') },
      { path: addresses.contact(), title: t('contact.heading') },
      { path: addresses.productsHome(), title: t('products.heading') },
      { path: addresses.productsCategories(), title: t('categories.heading') },
      { path: addresses.solutions(), title: t('solutions.heading') },
      { path: addresses.projects(), title: t('projects.heading') },
      { path: addresses.services(), title: t('services.heading') },
      { path: addresses.news(), title: t('news.heading') },
      { path: addresses.blog(), title: t('blog.heading') },
    ]
    return screens.map(({ path, title }, position) => ({
      kind: 'page' as const,
      id: path,
      language,
      position,
      parentId: '',
      parentTitle: '',
      title,
      subTitle: '',
      image: '',
      date: '',
      specs: [],
      variants: [],
      text: '',
    }))
  })
}
