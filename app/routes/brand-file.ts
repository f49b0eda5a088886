import { brandFilePattern } from '../addresses'
import { brandFileResponse } from '../site/brand.server'
import { fileLoader } from '../content/loaders.server'

/** Serves a file of the brand: its colours, mark or icons. */
export const loader = fileLoader(brandFilePattern, ({ params, context }) =>
  brandFileResponse(context, params.file, params.version),
)
