import { useLocation } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import { Ltr, MixedText } from '../components/mixed-text'
import { SpecValue, SpecTable, FileList } from '../components/post-facts'
import type { ProductView } from '../views/product-view.server'
import type { ArchiveLink, WithFiles } from '../views/file-facts.server'
import { AddToList, choiceId, enquiryQuery } from '../enquiry/add-to-list'
import { variantItemId } from '../enquiry/quote-items'
import { variantAnchor, variantFragment, sheetPath } from '../addresses'
import { Availability } from '../components/availability'
import { Icon } from '../components/icon'
import { useMessageLinks, Share, PrintedAddress } from '../components/share'
import { useEnquiryAddress, useFrame } from '../layout/frame'
import { useInBrowser, useLoaded } from '../components/hydration'
import { NearestBranch } from '../components/bands'
import { ContactLink } from '../components/contact'
import { CompareChoice, CompareForm, CompareLink } from './compare/compare-choice'
import { type Crumb, ScreenHeading } from '../components/screen-heading'
import { Gallery } from '../components/pictures/gallery'
import { Relations, ReplacedBy } from '../components/relations'
import type { RelationView } from '../site/search.server'
import { RichText } from '../components/post-text'
import { TextIn } from '../language/text-language'

/**
 * The order codes of a product series, each with a form for the quotation list. The row named by
 * the address is marked.
 */
function OrderingTable({ post }: { post: WithFiles<ProductView> }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const shownHash = useShownHash()
  const { columns, telling, rows } = post.ordering
  if (rows.length === 0) return null
  const statesStock = rows.some(({ availability }) => availability)
  return (
    <section className="ordering" id={rows.length > 1 ? choiceId : undefined}>
      <h2>{t('product.orderCodes')}</h2>
      <div
        className="rich-text-table"
        // Browsers take the roles of a table away from rows that are flex containers, as on phones. HTML allows other
        // roles within a table only if that is none.
        role="table"
        // A wide table scrolls, also by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('product.orderCodes')}
      >
        <table role="presentation">
          <thead>
            <tr role="row">
              <th scope="col" role="columnheader">
                {t('product.orderCode')}
              </th>
              {columns.map(({ name, unit }, at) => (
                <th scope="col" role="columnheader" key={at}>
                  <MixedText text={name} /> {unit && <SpecValue value="" unit={unit} />}
                </th>
              ))}
              {statesStock && (
                <th scope="col" role="columnheader">
                  {t('availability.heading')}
                </th>
              )}
              <th scope="col" role="columnheader">
                {t('addToList.list')}
              </th>
              <th scope="col" role="columnheader">
                {t('compare.link')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ code, values, availability, saleUnit = post.saleUnit }) => (
              // Client-side navigation does not change the CSS :target.
              <tr
                key={code}
                role="row"
                id={variantAnchor(code)}
                aria-current={shownHash === variantFragment(code) || undefined}
              >
                <th scope="row" role="rowheader">
                  <a href={variantFragment(code)}>
                    <Ltr>{code}</Ltr>
                  </a>{' '}
                  {/* On a phone in place of the other columns. */}
                  <span className="order-facts" data-markdown="skip">
                    {columns.map(({ name, unit }, at) => {
                      const value = telling.includes(at) && values[at]
                      return value ? (
                        <span key={at}>
                          <MixedText text={name} /> <SpecValue value={value} unit={unit} />{' '}
                        </span>
                      ) : null
                    })}
                    <Availability of={availability} />
                  </span>
                </th>
                {values.map((value, at) => (
                  <td key={at} role="cell">
                    {value === '' ? '–' : <MixedText text={value} />}
                  </td>
                ))}
                {statesStock && (
                  <td role="cell">{availability ? <Availability of={availability} /> : '–'}</td>
                )}
                <td role="cell" className="order-add">
                  <AddToList
                    post={{ postID: variantItemId(post.postID, code), postTitle: code }}
                    saleUnit={saleUnit}
                  />
                </td>
                <td role="cell" className="order-compare">
                  <CompareChoice
                    card={{
                      postID: variantItemId(post.postID, code),
                      postTitle: code,
                      postImage: post.postImage,
                    }}
                    path={pathname + variantFragment(code)}
                    isShort
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > maxUnfolded && (
        <details className="more-codes" data-markdown="skip">
          <summary>{t('product.allCodes', { count: rows.length })}</summary>
        </details>
      )}
      <CompareForm />
    </section>
  )
}

/** The number of order codes that are shown before the others are unfolded; catalogue.css has it, too. */
const maxUnfolded = 8

/** The hash of the address, which the server does not know: empty at first. */
function useShownHash() {
  const { hash } = useLocation()
  return useInBrowser(() => hash, '')
}

/**
 * Ways to a quotation: the form that adds a product with one order code to the list, or a link to its order codes; a link to
 * the enquiry form, a WhatsApp message, the phone and the branches, and the comparison. They name the order code in the
 * address. Where the site takes no enquiries, an e-mail that names the product; without a company e-mail address, a link to
 * the contact screen.
 */
function QuotationLinks({ post, path }: { post: ProductView; path: string }) {
  const { t } = useTranslation()
  const shownHash = useShownHash()
  const { rows } = post.ordering
  const row =
    rows.length === 1 ? rows[0] : rows.find(({ code }) => variantFragment(code) === shownHash)
  const id = row ? variantItemId(post.postID, row.code) : post.postID
  const { email, whatsapp } = useMessageLinks(
    t('product.askSubject', { title: row ? `${post.postTitle} (${row.code})` : post.postTitle }),
    row && rows.length > 1 ? path + variantFragment(row.code) : path,
  )
  const frame = useFrame()
  const form = useEnquiryAddress(enquiryQuery(id))
  return (
    <div
      id={rows.length > 1 ? undefined : choiceId}
      className="next-steps quotation-links"
      data-markdown="skip"
    >
      {rows.length > 1 ? (
        <a className="button" href={`#${choiceId}`}>
          {t('addToList.choose')}
        </a>
      ) : (
        <AddToList
          key={id}
          post={{ ...post, postID: id }}
          saleUnit={rows[0]?.saleUnit ?? post.saleUnit}
        />
      )}{' '}
      <Availability of={rows.length === 1 ? rows[0]?.availability : undefined} />{' '}
      {email && !frame?.hasEnquiries ? (
        <a className="button" href={email}>
          {t('product.ask')}
        </a>
      ) : (
        <Link className="button" to={form}>
          {t('product.ask')}
        </Link>
      )}{' '}
      {whatsapp && (
        <a className="text-link" href={whatsapp} rel="noopener">
          <Icon name="whatsapp" />
          {t('product.askOnWhatsapp')}
        </a>
      )}{' '}
      <ProductCompareLink id={id} />{' '}
      <ContactLink kind="phone" parts={frame?.contactLinks?.phone1 ?? []} /> <NearestBranch />
    </div>
  )
}

const loadExtras = () => import('./recently-viewed')

/** Links to the comparison of a product; with script, including those selected before. */
function ProductCompareLink({ id }: { id: string }) {
  const extras = useLoaded(loadExtras)
  return extras ? <extras.LinkWithCompared id={id} /> : <CompareLink ids={[id]} />
}

/** Browser-stored products of the visit, below a product; nothing without script. */
export function ProductMemory({ post, path }: { post: ProductView; path: string }) {
  const extras = useLoaded(loadExtras)
  return extras && <extras.Memory post={post} path={path} />
}

/** A product: pictures, order codes and description, specifications and files beside them. */
export function ProductArticle({
  post,
  relations,
  lacksFiles,
  archive,
  crumbs,
}: {
  post: WithFiles<ProductView>
  relations: RelationView[]
  /** Whether it has no documents where others have them. */
  lacksFiles: boolean
  /** null where it has fewer than two files. */
  archive: ArchiveLink | null
  crumbs: Crumb[]
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const frame = useFrame()
  const title = post.postTitle
  const formAddress = useEnquiryAddress(enquiryQuery(post.postID))
  return (
    <TextIn language={post.language}>
      <article>
        <ScreenHeading crumbs={crumbs} heading={title} lead={post.postSubTitle}>
          <ReplacedBy relations={relations} />
        </ScreenHeading>
        <div className="product-sheet container">
          <Gallery
            image={post.postImage}
            images={post.postImages}
            title={title}
            shape="product"
            isLcp
          />
          <QuotationLinks post={post} path={pathname} />
          <OrderingTable post={post} />
          <div className="product-aside">
            <FileList
              files={post.postFiles}
              sheet={frame?.hasSheets ? sheetPath(pathname) : undefined}
              archive={archive}
            />
            {lacksFiles && !frame?.hasSheets && (
              <p data-markdown="skip">
                {t('product.noFiles')}{' '}
                <Link className="text-link" to={formAddress}>
                  {t('product.askForFiles')}
                </Link>
              </p>
            )}
            <SpecTable specs={post.postSpecs} heading={t('product.specs')} />
            <Relations relations={relations} />
            <Share key={post.postID} title={title} path={pathname} />
          </div>
          <RichText html={post.postDetails} />
        </div>
        <PrintedAddress path={pathname} />
      </article>
    </TextIn>
  )
}
