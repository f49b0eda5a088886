import { useRouteLoaderData } from '@remix-run/react'
import type { PageKind } from '../../server/site/analytics'
import type { ContactLinks } from '@site/arabic-text/linked-text'
import type { Contact, FooterData, Spec } from '../content/content.server'
import { addresses } from '../addresses'
import type { Language } from '../language/languages'
import type { MenuCategory } from './product-menu-data'

/** The reason for an error page. */
export type ErrorKind = 'missing' | 'invalid' | 'unavailable' | 'offline'

/** The document's brand data other than names. Addresses of missing files are null. */
export interface BrandView {
  themeColor: { light: string; dark: string }
  mark: { src: string; width: number; height: number } | null
  /** The brand's stylesheet with its colours. */
  stylesheet: string | null
  icon: string | null
  favicon: string | null
  touchIcon: string | null
}

/** Data shared by all screens. Unavailable parts are null or empty. */
export interface Frame {
  lang: Language
  /** Text as written in the content. */
  contact: Contact | null
  contactLinks: ContactLinks | null
  footer: Omit<FooterData, 'priceNote'> | null
  /** The company's registrations: the brand's, then those of the footer's content. */
  registrations: Spec[]
  /** Empty in the browser, which reads the menu from the server's HTML. */
  productMenu: MenuCategory[]
  /** The site's public address, without a trailing slash. */
  siteUrl: string
  /** The company's name, or empty. */
  companyName: string
  /** The company's short name, appended to every page title; may be empty. */
  siteName: string
  brand: BrandView
  /** Whether visitors can send enquiries on the site; otherwise they write an e-mail. */
  hasEnquiries: boolean
  /** Whether this installation makes PDF sheets. */
  hasSheets: boolean
  /** Whether browsers keep pages for visits without a network. */
  isKeptOffline: boolean
  /** Whether pictures are line drawings on light paper, as the sample company's are: dark pages invert these. */
  hasDrawings: boolean
  /** The share of page loads measured, from 0 to 1, and the kind of this page; null if none is. */
  timing: { sample: number; page: PageKind } | null
  /** Texts in the other language. */
  inOtherLanguage: {
    /** The title of the home page. */
    homeTitle: string
    /** Its name in menus. */
    home: string
    /** Text of the link to this page. */
    thisPage: string
    loading: string
  }
  /**
   * Set only while the server renders, unless the page's content is known to exist in the other language.
   */
  isOnlyInThisLanguage?: true
  /** Meta description of screens without one of their own. */
  siteDescription: string
  errorTitles: Record<ErrorKind, string>
  /** The current year, for the copyright line. */
  year: number
}

/** Returns the data that all screens share; undefined where the root's loader has failed. */
export function useFrame() {
  return useRouteLoaderData<Frame>('root')
}

/**
 * Returns the address of the enquiry form, or of the contact screen where the site takes no enquiries.
 * @param query the form's, which names the subject
 */
export function useEnquiryAddress(query = '') {
  return useFrame()?.hasEnquiries ? addresses.enquiry() + query : addresses.contact()
}

/** Returns a tab title: the page's title, and the company's short name if known. */
export function pageTitle(title: string, siteName: string) {
  return [title, siteName].filter((part) => part !== '').join(' | ')
}
