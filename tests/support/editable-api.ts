import { fieldsOf, sendJson, startRecordingApi, type Answer } from './recording-api.ts'

/** A post as an editor of the tests writes it. */
export interface EditablePost {
  postID: string
  postTitle: string
  parentID?: string
}

/** A content API whose posts a test changes as an editor would, or that it has fail. */
export async function startEditableApi(initial: Record<string, EditablePost[]>) {
  const state: { posts: Record<string, EditablePost[]>; fault: Answer | null } = {
    posts: initial,
    fault: null,
  }
  const asked: string[] = []
  const api = await startRecordingApi((response, request) => {
    void fieldsOf(request).then((sent) => {
      const { check, Type = '', PostId, ParentId, Pno } = Object.fromEntries(sent)
      asked.push(`${check} ${Type} ${PostId}`.trim())
      if (state.fault) return state.fault(response, request)
      const all = state.posts[Type] ?? []
      const found =
        check === 'getPostDetails'
          ? all.filter((post) => post.postID === PostId)
          : all.filter((post) => ParentId === 'NTROOT0' || post.parentID === ParentId)
      return sendJson(Pno === '1' ? found.slice(0, 1) : found)(response, request)
    })
  })
  return { url: api.url, state, asked }
}
