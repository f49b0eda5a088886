import { imageResponse } from '../../server/http/files/image-response.ts'
import { getSite } from '../../server/site.ts'

/**
 * A picture as Remix answers it, for hosts that do not do so themselves.
 * @param file the name as it stands in a post
 */
export async function findImage(file: string, { url, headers }: Request) {
  const { status, body, ...answer } = await imageResponse(getSite().images, {
    file,
    width: new URL(url).searchParams.get('w'),
    accept: headers.get('accept'),
    ifNoneMatch: headers.get('if-none-match'),
  })
  return new Response(body && Buffer.from(body), { status, headers: answer.headers })
}
