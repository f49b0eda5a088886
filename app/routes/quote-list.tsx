import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { writtenPost } from '../content/form-post'
import { privateLoader } from '../content/loaders.server'
import {
  listViewOf,
  type ListView,
  ownItems,
  removedItems,
} from '../enquiry/list/quote-lines.server'
import { changeList } from '../enquiry/list/change-list.server'
import { QuoteList, SharedList } from '../enquiry/list/quote-list'
import { parseItems } from '../enquiry/quote-items'
import { pageMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import enquiriesStyles from '../styles/enquiries.css?url'

export const handle = {
  styles: [enquiriesStyles],
  kind: 'private-page',
  query: ['items'],
  ordered: ['items'],
  post: writtenPost,
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, isIndexed: false })

export const loader = privateLoader(screens.quoteList, async (args) => {
  const { content, request } = args
  const shared = new URL(request.url).searchParams.get('items')
  const view =
    shared === null
      ? await listViewOf(args, ownItems(request), { canUndo: removedItems(request).length > 0 })
      : await listViewOf(args, parseItems(shared), { isShared: true })
  return { heading: content.t(view.isShared ? 'quote.sharedHeading' : 'quote.heading'), view }
})

export function action(args: ActionFunctionArgs) {
  return changeList(args)
}

export default function QuoteListScreen() {
  const { heading, view } = useLoaderData<typeof loader>()
  const posted = useActionData<ListView>()
  // With a host other than this site's, this page is also rendered for scripts that accept JSON.
  const isPage = posted && 'form' in posted
  // The router drops the posted data as soon as a link within the page is followed.
  const [first] = useState({ view, shown: isPage ? posted : view })
  // A change by script replaces the list, and keeps what was typed into the form.
  const { form } = first.shown
  const noteOf = new Map(form.lines.map(({ id, note }) => [id, note]))
  const lines = view.form.lines.map((line) => ({ ...line, note: noteOf.get(line.id) }))
  const shown = view === first.view ? first.shown : { ...view, form: { ...form, lines } }
  const List = shown.isShared ? SharedList : QuoteList
  return <List heading={heading} view={shown} />
}
