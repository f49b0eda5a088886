import type { PageKind } from '../../server/analytics'
import type { ContactLinks } from '../content/views.server'
import type { Contact, FooterData } from '../content/content.server'
import type { Language } from '../language/languages'
import type { MenuCategory } from './product-menu-data'

/** Why the error page is shown instead of a screen. */
export type ErrorKind = 'missing' | 'invalid' | 'unavailable' | 'offline'

/** What the document needs of the brand, besides names. Addresses of missing files are null. */
export interface BrandView {
  themeColor: { light: string; dark: string }
  mark: { src: string; width: number; height: number } | null
  /** The brand's own colours. */
  stylesheet: string | null
  icon: string | null
  favicon: string | null
  touchIcon: string | null
}

/** Data shared by all screens. Unavailable parts are null or empty. */
export interface Frame {
  lang: Language
  /** As it was written. */
  contact: Contact | null
  contactLinks: ContactLinks | null
  footer: FooterData | null
  /** Empty in the browser, which reads the menu from the server's HTML. */
  productMenu: MenuCategory[]
  /** The site's public address, without a trailing slash. */
  siteUrl: string
  /** The company's name, or empty. */
  companyName: string
  /** The company's short name, appended to every page title; may be empty. */
  siteName: string
  brand: BrandView
  /** Whether visitors can ask for a quotation on the site; else they write an e-mail. */
  hasEnquiries: boolean
  /** How many page loads are measured, from 0 to 1, and the kind of this page; null: none is. */
  timing: { sample: number; page: PageKind } | null
  /** What the page says in the other language. */
  inOtherLanguage: {
    /** The title of the home page. */
    homeTitle: string
    /** Of the link to this page. */
    thisPage: string
    loading: string
  }
  /** Only while the server renders: the other language does not have what the page is about. */
  isOnlyInThisLanguage?: true
  /** Meta description of screens without one of their own. */
  siteDescription: string
  errorTitles: Record<ErrorKind, string>
  /** The current year, for the copyright line. */
  year: number
}

/** The title of a browser's tab: that of the page, and the company's short name if it is known. */
export function pageTitle(title: string, siteName: string) {
  return [title, siteName].filter((part) => part !== '').join(' | ')
}
