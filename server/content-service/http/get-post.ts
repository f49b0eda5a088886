import { z } from 'zod'
import type { ContentStore, PostQuery } from '../content-store.ts'
import { companyId, languages, singleBlockTypes, solutionProductTypes } from '../wire.ts'
import { parseFields } from './form.ts'
import type { Form } from './form.ts'
import { RequestError } from './request-error.ts'

const getPostForm = z.object({
  check: z.enum(['getPost', 'getPostDetails'], 'must be getPost or getPostDetails'),
  Lang: z.enum(languages, 'must be Ar or En'),
  PostId: z.string(),
  FbrnId: z.string(),
  Type: z.string(),
  ParentId: z.string(),
  PostName: z.string(),
  Pno: z
    .string()
    .regex(/^(-1|[1-9]\d{0,8})$/, 'must be -1 for all, or the number of a page from 1')
    .transform(Number),
})

/**
 * The get-post call: lists, single blocks and details.
 * @returns a JSON list of posts, possibly empty
 * @throws RequestError 400 naming the missing or invalid field
 */
export function handleGetPost(store: ContentStore, form: Form): string {
  const fields = parseFields(getPostForm, form)
  if (fields.check === 'getPostDetails' && fields.PostId === '') {
    throw new RequestError(400, 'The field PostId must name the post that getPostDetails is for.')
  }
  if (fields.FbrnId !== companyId && fields.FbrnId !== '') return '[]'

  const query: PostQuery = {
    type: solutionProductTypes.includes(fields.Type) ? 'SolProducts' : fields.Type,
    language: fields.Lang,
    parentId: fields.ParentId,
    postId: fields.PostId,
    title: fields.PostName,
    extent: toExtent(fields.Type, fields.Pno),
  }
  return fields.check === 'getPost' ? store.listItems(query) : store.listDetailItems(query)
}

function toExtent(type: string, pno: number): PostQuery['extent'] {
  if (pno === -1) return 'all'
  return pno === 1 && singleBlockTypes.has(type) ? 'first' : { page: pno }
}
