import { ContentUnavailable } from '../../server/content/failures.ts'

/**
 * The failure of a call to the content API.
 * @throws Error unless the call rejects with ContentUnavailable
 */
export async function failureOf(call: Promise<unknown>) {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof ContentUnavailable)) {
    throw new Error(`Expected ContentUnavailable, got ${String(failure)}`)
  }
  return failure
}
