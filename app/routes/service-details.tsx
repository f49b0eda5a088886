import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { addresses, screens } from '../addresses'
import { othersOf } from '../views/card-views.server'
import { withFiles } from '../views/file-facts.server'
import { postViewOf } from '../views/post-view.server'
import { PostArticle } from '../posts/post-article'
import { PostServices, Related } from '../posts/cards'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { postMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) => postMeta(args, args.data?.post, 'side')

export const loader = screenLoader(screens.serviceDetails, async ({ content, params }) => {
  const { id } = params
  const [post, all] = await Promise.all([content.getService(id), optional(content.listServices())])
  return {
    post: await withFiles(postViewOf(post, content.lang), content),
    others: othersOf(all, id, content.lang),
  }
})

export default function ServiceDetails() {
  const { post, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const list = { to: addresses.services(), title: t('services.heading') }
  return (
    <>
      <PostArticle post={post} crumbs={[list]} picture="side" ask={t('contact.ask.service')} />
      <Related
        heading={t('services.others')}
        cards={others}
        linkTo={addresses.service}
        shape="scene"
        all={{ to: list.to, title: t('services.all') }}
      >
        <PostServices services={others} level="h3" />
      </Related>
    </>
  )
}
