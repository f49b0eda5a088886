import { decodeFileName } from '../../server/content/posts/file-name.ts'
import { imageResponse } from '../../server/http/files/image-response.ts'
import { getSite } from '../../server/site.ts'
import { addresses } from '../addresses'

/** Serves an image through Remix, for hosts that do not serve images themselves. */
export async function findImage({ url, headers }: Request) {
  const { pathname, searchParams } = new URL(url)
  const image = await imageResponse(getSite().images, {
    file: decodeFileName(pathname.slice(addresses.image('').length)),
    width: searchParams.get('w'),
    accept: headers.get('accept'),
    ifNoneMatch: headers.get('if-none-match'),
  })
  const { status, body } = image
  return new Response(body && Buffer.from(body), { status, headers: image.headers })
}
