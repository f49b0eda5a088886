import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens, documentsAddress, documentSelectors } from '../addresses'
import { DocumentFilters, DocumentList, DocumentSearch } from '../catalogue/document-list'
import { findDocumentsOwner, documentKindIn, listDocuments } from '../catalogue/documents.server'
import { kindAsked } from '@site/product-search/document-kinds'
import { Pagination } from '../posts/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { screenLoader } from '../content/loaders.server'
import { pageCountOf, pageNumberOf, requireSelectors } from '../views/list-page.server'
import { pageSize } from '../posts/list-views'
import { questionOf } from '../site/search.server'
import { namesOf, pageMeta } from '../seo/page-meta'

export const handle = {
  paged: true,
  query: ['q', 'kind', 'category', 'type', 'solution', 'product'],
} satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: namesOf(args.data.documents.map(({ title }) => ({ postTitle: title }))),
      page: args.data.page,
      path: documentsAddress(args.data.selection),
      isIndexed:
        (args.data.total > 0 || !args.data.isWhole) &&
        documentSelectors(args.data.selection).length === 0,
    },
  )

export const loader = screenLoader(screens.documents, async ({ content, request }) => {
  const { searchParams } = new URL(request.url)
  const asked = questionOf(request)
  // A word that names a kind selects it, as its link does: files seldom have it in their own titles.
  const { kind, rest: question } = kindAsked(asked) ?? {
    kind: documentKindIn(searchParams.get('kind')),
    rest: asked,
  }
  const solution = searchParams.get('solution') ?? ''
  const product = solution ? '' : (searchParams.get('product') ?? '')
  const category = solution || product ? '' : (searchParams.get('category') ?? '')
  const type = category ? (searchParams.get('type') ?? '') : ''
  const selection = { q: question, kind: kind ?? '', category, type, solution, product }
  requireSelectors(request, documentSelectors(selection))
  const page = pageNumberOf(request)
  const [owner, found] = await Promise.all([
    findDocumentsOwner(content, selection),
    listDocuments(content, selection, page),
  ])
  return {
    heading: content.t(owner ? 'documents.of' : 'documents.heading', { title: owner?.title }),
    owner,
    selection,
    kindAlone: documentSelectors(selection).length === 1 ? kind : undefined,
    ...found,
    page,
    pages: pageCountOf(found.total, request, pageSize, found.isWhole),
  }
})

export default function Documents() {
  const {
    heading,
    owner,
    selection,
    kindAlone,
    documents,
    total,
    isWhole,
    page,
    pages,
    ...counted
  } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const products = { title: t('products.heading'), to: addresses.productsHome() }
  const all = { title: t('documents.heading'), to: addresses.documents() }
  const search = new URLSearchParams(documentSelectors(selection)).toString()
  return (
    <>
      <ScreenHeading crumbs={owner ? [all, owner] : [products]} heading={heading}>
        <DocumentSearch selection={selection} />
      </ScreenHeading>
      <div className="container search-found">
        {total === 0 && !isWhole ? (
          <p className="empty-list" role="status">
            {t('documents.noneYet')}
          </p>
        ) : (
          <>
            <p className="list-count" role="status">
              {t('documents.count', { count: total })}
            </p>
            {!isWhole && <p>{t('search.reading')}</p>}
            <DocumentFilters selection={selection} {...counted} />
            <DocumentList documents={documents} kind={kindAlone} />
          </>
        )}
        <Pagination page={page} pages={pages} search={search && `?${search}`} />
      </div>
    </>
  )
}
