import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addresses } from '../addresses'
import { articlePageOf } from '../content/cards.server'
import { ArticleList } from '../posts/article-list'
import { ListFrame } from '../components/list-frame'
import { contentFor } from '../content/content.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(args, args.data, args.data?.page === 1 ? 'leadArticle' : undefined)

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  return {
    heading: content.t('blog.heading'),
    lead: content.t('blog.lead'),
    ...articlePageOf(await content.listBlog(), args.request, content.lang),
  }
}

export default function Blog() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <ArticleList {...list} linkTo={addresses.blogPost} />
    </ListFrame>
  )
}
