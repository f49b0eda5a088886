import { imageResponse } from '../../server/http/files/image-response.ts'
import { getSite } from '../../server/site.ts'

/**
 * Serves an image through Remix, for hosts that do not serve images themselves.
 * @param file the name, as in a post
 */
export async function findImage(file: string, { url, headers }: Request) {
  const image = await imageResponse(getSite().images, {
    file,
    width: new URL(url).searchParams.get('w'),
    accept: headers.get('accept'),
    ifNoneMatch: headers.get('if-none-match'),
  })
  const { status, body } = image
  return new Response(body && Buffer.from(body), { status, headers: image.headers })
}
