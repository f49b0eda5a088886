import { createPageBudget } from '../../server/text/page-bytes'
import { anchorsOf, pageSize } from '../posts/list-views'
import {
  type Post,
  type Content,
  contactOf,
  type Branch,
  type Contact,
  optional,
} from '../content/content.server'
import type { Language } from '../language/languages'
import { postViewsOf } from '../views/post-view.server'
import { contactLinksOf, type ContactLinks } from '@site/arabic-text/linked-text'
import { screens } from '../addresses'
import { screenLoader } from '../content/loaders.server'
import { withAnchors } from '../branches/branch-view.server'
import type { BranchRow } from './contact-details'

/** The displayed fields of a section of a company screen. */
export interface SectionView {
  /** The id of its heading, for links within the page. Unique on the page. */
  anchor: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** Set if its texts are not in the page's language. */
  language?: Language
  /** Sanitised HTML. */
  postDetails: string
}

/** More sections, or more bytes of their titles and names of pictures, would make the page too large. */
const maxSections = 40
const maxHeads = 150_000

/**
 * Builds the section views, in order.
 * @param derive returns a screen's additional fields, computed from a section's specs
 */
export function sectionsOf<T extends object>(
  all: Post[],
  language: Language,
  derive: (specs: Post['postSpecs']) => T,
): (SectionView & T)[] {
  const fits = createPageBudget(maxHeads)
  const posts = all
    .slice(0, maxSections)
    .filter((post) => fits([post.postTitle, post.postSubTitle, post.postImage]))
  const anchors = anchorsOf(
    'section',
    posts.map(({ postID }) => postID),
  )
  return postViewsOf(posts, language).map((post, at) => {
    const { postTitle, postSubTitle, postImage, postDetails, postSpecs } = post
    const { language: ownLanguage } = post
    return {
      anchor: anchors[at] ?? '',
      postTitle,
      postSubTitle,
      postImage,
      ...(ownLanguage && { language: ownLanguage }),
      postDetails,
      ...derive(postSpecs),
    }
  })
}

type CompanyScreenName = 'about' | 'companyGoals' | 'sustainability' | 'workFields'

/**
 * Loads a screen about the company: its heading and sections.
 * @param name the screen, and its key in the translations
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

/** Summarises the branches on the first page of branches, which is linked. */
export function branchRowsOf(branches: Branch[] | null): BranchRow[] {
  return withAnchors((branches ?? []).slice(0, pageSize)).map(({ anchor, branch }) => {
    const { postTitle, language, phone1 } = branch
    const links = contactLinksOf(contactOf(branch), undefined)
    return {
      anchor,
      postTitle,
      ...(language && { language }),
      adress1: links.adress1,
      phone1,
      phones: links.phone1,
    }
  })
}

/** Links of contacts that are cached: every page has them, and a twelfth of its time was needed to find them. */
const knownLinks = new WeakMap<Contact, ContactLinks>()

/** Returns the company's contact, as written and as links; null if unavailable or missing. */
export async function findContact(
  content: Pick<Content, 'findContact' | 'phoneCountry'>,
): Promise<{ contact: Contact | null; contactLinks: ContactLinks | null }> {
  const contact = await optional(content.findContact())
  if (!contact) return { contact, contactLinks: null }
  const contactLinks = knownLinks.get(contact) ?? contactLinksOf(contact, content.phoneCountry)
  knownLinks.set(contact, contactLinks)
  return { contact, contactLinks }
}
