import type {
  ContactPoint,
  ImageObject,
  Organization,
  SearchAction,
  WebSite,
  WithActionConstraints,
  DigitalDocument,
} from 'schema-dts'
import { addresses } from '../../addresses'
import { addressOf, hrefsOf, type ContactLinks } from '@site/arabic-text/linked-text'
import { inLanguage, languages } from '../../language/languages'
import { listed, organizationId, websiteId, type PageContext } from './page-context.server'
import type { PostFile } from '../../content/content.server'

const languageTags = Object.values(languages).map(({ lang }) => lang)

/** Describes the company, as header and footer show it. */
export function organizationNode({ frame }: PageContext): Organization {
  const { siteUrl, companyName, siteName, siteDescription, contactLinks: contact, footer } = frame
  return {
    '@type': 'Organization',
    '@id': organizationId(frame),
    name: companyName || footer?.postTitle || siteUrl,
    alternateName: siteName !== '' && siteName !== companyName ? siteName : undefined,
    description: siteDescription || undefined,
    url: `${siteUrl}/`,
    logo: logoOf(frame),
    ...(contact && contactProperties(contact)),
    contactPoint: contact ? contactPointOf(contact) : undefined,
  }
}

/** Returns the properties that a company and its branches share. */
export function contactProperties(contact: ContactLinks) {
  const profiles = [contact.facebook, contact.youtube, contact.tweeter, contact.instagram]
  return {
    address: contact.adress1.trim() || undefined,
    ...phoneAndEmail(contact),
    sameAs: listed(profiles.flatMap((address) => address ?? [])),
  }
}

function contactPointOf(contact: ContactLinks): ContactPoint | undefined {
  const { telephone, email } = phoneAndEmail(contact)
  if (!telephone && !email) return undefined
  return {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone,
    email,
    availableLanguage: languageTags,
  }
}

function phoneAndEmail({ phone1, email1 }: ContactLinks) {
  return {
    telephone: oneOrMore(hrefsOf(phone1).map((href) => href.replace(/^tel:/, ''))),
    email: oneOrMore(hrefsOf(email1).map(addressOf)),
  }
}

function oneOrMore(values: string[]) {
  return values.length > 1 ? values : values[0]
}

function logoOf({ siteUrl, brand: { mark, touchIcon } }: PageContext['frame']) {
  const address = mark?.src ?? touchIcon
  if (!address) return undefined
  const url = siteUrl + address
  return { '@type': 'ImageObject', url, contentUrl: url } satisfies ImageObject
}

/** Describes the site and its search. */
export function websiteNode({ frame, language }: PageContext): WebSite {
  const { siteUrl, siteName, companyName } = frame
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${siteUrl}${inLanguage(addresses.search(), language)}&q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': websiteId(frame),
    url: `${siteUrl}/`,
    name: siteName || companyName || siteUrl,
    inLanguage: languageTags,
    publisher: { '@id': organizationId(frame) },
    potentialAction: search,
  }
}

/** Describes a file to download. */
export function documentNode({ fileName, fileTitle }: PostFile, page: PageContext) {
  const name = fileTitle || (fileName.split('/').pop() ?? fileName)
  return documentAt(addresses.image(fileName), name, page)
}

/** @param href of a file, or of a sheet */
export function documentAt(href: string, name: string, { frame }: PageContext): DigitalDocument {
  const url = frame.siteUrl + href
  return {
    '@type': 'DigitalDocument',
    '@id': url,
    name,
    url,
    encodingFormat: /\.pdf(?:\?|$)/i.test(href) ? 'application/pdf' : undefined,
  }
}
