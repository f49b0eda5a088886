import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { imagePattern } from '../addresses'
import { findImage } from '../content/images.server'
import { fileLoader } from '../content/loaders.server'

export const handle = { kind: 'picture' } satisfies RouteHandle

/** A picture or a file of the content API, resized to one of the fixed widths if one is asked for. */
export const loader = fileLoader(imagePattern, ({ params, request }) =>
  findImage(params.file, request),
)
