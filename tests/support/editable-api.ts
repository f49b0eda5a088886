import { fieldsOf, sendJson, startRecordingApi, type Responder } from './recording-api.ts'

export interface EditablePost {
  postID: string
  postTitle: string
  parentID?: string
  postImage?: string
  postDate?: string
}

/** Two products of one type, and an article. */
export const makeSmallCatalogue = () => ({
  ProductsCategory: [{ postID: 'protection', postTitle: 'Protection' }],
  ProductsTypes: [{ postID: 'breakers', postTitle: 'Breakers', parentID: 'protection' }],
  Products: [
    { postID: 'one', postTitle: 'Marlin switch', parentID: 'breakers' },
    { postID: 'two', postTitle: 'Heron switch', parentID: 'breakers' },
  ],
  News: [{ postID: 'fair', postTitle: 'Osprey at the fair' }],
})

/** A content API with posts that a test edits; `state.fault` replaces every response while it is set. */
export async function startEditableApi(initial: Record<string, EditablePost[]>) {
  const state: { posts: Record<string, EditablePost[]>; fault: Responder | null } = {
    posts: initial,
    fault: null,
  }
  /** The check, Type and PostId of each call. */
  const calls: string[] = []
  /** All fields of each call, as JSON. */
  const requests: string[] = []
  const api = await startRecordingApi((response, request) => {
    void fieldsOf(request).then((fields) => {
      const { check, Type = '', PostId, ParentId, Pno } = Object.fromEntries(fields)
      calls.push(`${check} ${Type} ${PostId}`.trim())
      requests.push(JSON.stringify(Object.fromEntries(fields)))
      if (state.fault) return state.fault(response, request)
      const all = state.posts[Type] ?? []
      const matching =
        check === 'getPostDetails'
          ? all.filter((post) => post.postID === PostId)
          : all.filter((post) => ParentId === 'NTROOT0' || post.parentID === ParentId)
      return sendJson(Pno === '1' ? matching.slice(0, 1) : matching)(response, request)
    })
  })
  return { url: api.url, state, calls, requests: () => [...requests] }
}
