import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { callIn } from './api-call.ts'
import { listenOnLoopback } from './loopback.ts'

const catalogueTitles = ['Protection', 'Low-voltage switchgear', 'Cables and accessories', 'MV']
const typeTitles = [
  'Miniature circuit breakers, 6 to 125 A',
  'Contactors',
  'Residual-current devices with overcurrent protection, RCBO',
  'XLPE',
]

export interface CatalogueApi {
  url: string
  close(): Promise<void>
}

/**
 * A content API on loopback that has a catalogue's categories and types, and nothing else.
 * Ids are `c1`, `c2` … and `c1-t1`, `c1-t2` …
 * @param categories how many there are
 * @param typesOfEach how many types each has
 */
export async function startCatalogueApi(
  categories: number,
  typesOfEach: number,
): Promise<CatalogueApi> {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const lists = new Map<string, unknown[]>([
    [
      'ProductsCategory',
      numbers(categories).map((at) => ({
        postID: `c${at}`,
        postTitle: `${catalogueTitles[at % catalogueTitles.length]} ${at}`,
        parentID: 'NTROOT0',
      })),
    ],
    [
      'ProductsTypes',
      numbers(categories).flatMap((of) =>
        numbers(typesOfEach).map((at) => ({
          postID: `c${of}-t${at}`,
          postTitle: `${typeTitles[(of + at) % typeTitles.length]} ${of}.${at}`,
          parentID: `c${of}`,
        })),
      ),
    ],
  ])

  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(lists.get(callIn(body).type) ?? []))
      },
      () => response.destroy(),
    )
  })
  return listenOnLoopback(server)
}
