import { ContentUnavailable } from '../../server/content/failures.ts'

/**
 * Why a call to the content API failed.
 * @throws Error when it did not, or for another reason than the API
 */
export async function failureOf(call: Promise<unknown>) {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof ContentUnavailable)) {
    throw new Error(`It should be ContentUnavailable, not ${String(failure)}`)
  }
  return failure
}
