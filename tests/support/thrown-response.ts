/**
 * The response that a loader throws.
 * @throws Error when it returns data, or throws something else
 */
export async function thrownResponse(result: unknown): Promise<Response> {
  try {
    await result
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('Expected the loader to throw a response, but it returned')
}
