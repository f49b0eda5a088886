import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { addresses, screens } from '../addresses'
import { othersOf } from '../views/card-views.server'
import { withFiles } from '../views/file-facts.server'
import { postViewOf } from '../views/post-view.server'
import { PostArticle } from '../posts/post-article'
import { Related } from '../posts/cards'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { postMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) => postMeta(args, args.data?.post, 'page')

export const loader = screenLoader(screens.projectDetails, async ({ content, params }) => {
  const { id } = params
  const [post, all] = await Promise.all([content.getProject(id), optional(content.listProjects())])
  return {
    post: await withFiles(postViewOf(post, content.lang), content),
    others: othersOf(all, id, content.lang),
  }
})

export default function ProjectDetails() {
  const { post, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const list = { to: addresses.projects(), title: t('projects.heading') }
  return (
    <>
      <PostArticle post={post} crumbs={[list]} picture="page" ask={t('contact.ask.project')} />
      <Related
        heading={t('projects.others')}
        cards={others}
        linkTo={addresses.project}
        shape="scene"
        all={{ to: list.to, title: t('projects.all') }}
      />
    </>
  )
}
