import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { screens } from '../addresses'
import { formPost } from '../content/form-post'
import { privateLoader } from '../content/loaders.server'
import { listViewOf, type ListView } from '../enquiry/list/list-view.server'
import { changeList } from '../enquiry/list/change-list.server'
import { ownItems, removedItems } from '../enquiry/list/quote-cookies.server'
import { QuoteList } from '../enquiry/list/quote-list'
import { SharedList } from '../enquiry/list/shared-list'
import { parseItems, sharedKey } from '../enquiry/quote-items'
import { pageMeta } from '../seo/page-meta'

export const handle = {
  kind: 'private-page',
  query: [sharedKey],
  ordered: [sharedKey],
  post: formPost,
} satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, isIndexed: false })

export const loader = privateLoader(screens.quoteList, async ({ content, request, context }) => {
  const shared = new URL(request.url).searchParams.get(sharedKey)
  const view =
    shared === null
      ? await listViewOf(content, ownItems(request), { before: removedItems(request) })
      : await listViewOf(content, parseItems(shared), { isShared: true })
  if (view.form.lines.some(({ state }) => state === 'missing')) context.onMissingPost?.()
  return { heading: content.t(view.isShared ? 'quote.sharedHeading' : 'quote.heading'), view }
})

export function action(args: ActionFunctionArgs) {
  return changeList(args)
}

export default function QuoteListScreen() {
  const { heading, view } = useLoaderData<typeof loader>()
  const changed = useActionData<ListView>()
  // Another host than our own renders the page for a script that accepts JSON.
  const shown = changed && 'form' in changed ? changed : view
  return shown.isShared ? (
    <SharedList heading={heading} lines={shown.form.lines} />
  ) : (
    <QuoteList heading={heading} view={shown} />
  )
}
