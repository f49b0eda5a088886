import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadContextOf } from '../content/content.server'
import { robotsResponse } from '../seo/robots.server'

export async function loader({ context }: LoaderFunctionArgs) {
  return robotsResponse(await loadContextOf(context))
}
