/**
 * The answer that a loader throws in place of its data.
 * @throws Error when it returns data, or throws something else
 */
export async function thrownResponse(result: unknown): Promise<Response> {
  try {
    await result
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('The loader was expected to throw an answer, but it returned')
}
