import type { LoaderFunctionArgs } from '@remix-run/node'
import { findImage } from '../content/images.server'

/** A picture or a file of the content API, resized to one of the fixed widths if one is asked for. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return findImage(params.file ?? '', request)
}
