import { redirect } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { listPost } from '../content/form-post'
import { fileLoader } from '../content/loaders.server'
import { answerListFile } from '../enquiry/quick-list/answer-list.server'

/** A checked list as a file. It has an address of its own, since Remix shows a screen in place of a file. */
export const handle = { kind: 'private-page', post: listPost } satisfies RouteHandle

export const loader = () => redirect(addresses.quickList(), 303)

export const action = fileLoader(`${screens.quickList}/file`, answerListFile)
