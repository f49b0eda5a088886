import type { RouteHandle } from '../../server/http/validation/route-table'
import { archivePatterns } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { archiveResponse, typeArchive } from '../sheets/archive.server'

export const handle = { kind: 'archive' } satisfies RouteHandle

/** Serves all files of a type's products. */
export const loader = fileLoader(archivePatterns.type, async (args) =>
  archiveResponse(args, await typeArchive(args.content, args.params.id)),
)
