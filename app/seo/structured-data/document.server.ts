import type { DigitalDocument } from 'schema-dts'
import { addresses } from '../../addresses'
import type { PostFile } from '../../content/content.server'
import type { PageContext } from './page-context.server'

/** A file to download. */
export function documentNode(
  { fileName, fileTitle }: PostFile,
  { frame }: PageContext,
): DigitalDocument {
  const url = frame.siteUrl + addresses.image(fileName)
  return {
    '@type': 'DigitalDocument',
    '@id': url,
    name: fileTitle || (fileName.split('/').pop() ?? fileName),
    url,
    encodingFormat: /\.pdf$/i.test(fileName) ? 'application/pdf' : undefined,
  }
}
