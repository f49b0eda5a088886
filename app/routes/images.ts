import type { RouteHandle } from '../../server/http/validation/route-table'
import { imagePattern } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { findPostFile } from '../site/post-files.server'

export const handle = { kind: 'picture' } satisfies RouteHandle

/** Serves an image or document of the content API; an image can be requested in one of the fixed widths. */
export const loader = fileLoader(imagePattern, findPostFile)
