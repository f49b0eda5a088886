import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { imagePattern } from '../addresses'
import { findImage } from '../content/images.server'
import { fileLoader } from '../content/loaders.server'

export const handle = { kind: 'picture' } satisfies RouteHandle

/** An image or file of the content API; an image can be requested in one of the fixed widths. */
export const loader = fileLoader(imagePattern, ({ request }) => findImage(request))
