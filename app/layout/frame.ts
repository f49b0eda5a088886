import type { Contact, FooterData } from '../content/content.server'
import type { Language } from '../language/languages'
import type { MenuCategory } from './menu-of-products'

/** Why a screen could not be shown. */
export type ErrorKind = 'missing' | 'unavailable' | 'offline'

/** What every screen shares. A part that could not be had is null or empty. */
export interface Frame {
  lang: Language
  contact: Contact | null
  footer: FooterData | null
  /** Empty in the browser, which has the menu in the page. */
  productMenu: MenuCategory[]
  /** The site's public address, without a slash at its end. */
  siteUrl: string
  /** The company's short name, behind every title. */
  siteName: string
  /** What search engines show of a screen that says nothing of itself. */
  siteDescription: string
  errorTitles: Record<ErrorKind, string>
  /** The current year, for the copyright line. */
  year: number
}
