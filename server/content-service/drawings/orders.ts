import { parseSample } from '../parse-sample.ts'
import { readSampleTexts } from '../sample.ts'
import type { Sample } from '../sample.ts'
import type { SamplePost } from '../sample-format.ts'

/** One picture to be drawn. */
export interface PictureOrder {
  fileName: string
  postId: string
  /** The sample file the post stands in. */
  source: string
  /** The parameters as the sample gives them, `kind` among them. */
  drawing: Readonly<Record<string, unknown>>
}

/** One datasheet to be set. */
export interface DatasheetOrder {
  fileName: string
  postId: string
  source: string
  title: string
  post: SamplePost
}

interface Orders {
  pictures: PictureOrder[]
  datasheets: DatasheetOrder[]
  /** Pictures that posts name themselves; they are nobody's drawing and stay. */
  ownImages: string[]
}

/**
 * Everything the sample asks for, in the order of its files.
 * @throws SampleError where the sample cannot be read
 */
export function listOrders(sampleDir: string): Orders {
  const texts = readSampleTexts(sampleDir)
  const sample = parseSample(texts)
  const findSource = (id: string): string => {
    const line = new RegExp(`^[ -]*id: ${id}\\s*$`, 'm')
    return [...texts].find(([, text]) => line.test(text))?.[0] ?? 'the sample'
  }
  const orders: Orders = {
    pictures: [],
    datasheets: [],
    ownImages: [sample.footer.imageHeader, sample.footer.imageFooter],
  }
  for (const post of listPosts(sample)) {
    const from = { postId: post.id, source: findSource(post.id) }
    if (post.image) orders.ownImages.push(post.image)
    const drawings = [
      ...(post.drawing ? [{ fileName: `${post.id}.png`, drawing: post.drawing }] : []),
      ...post.gallery.map((drawing, index) => ({
        fileName: `${post.id}-${index + 2}.png`,
        drawing,
      })),
    ]
    for (const { fileName, drawing } of drawings) {
      orders.pictures.push({ ...from, fileName, drawing: readScalars(drawing) })
    }
    for (const { fileName, title } of post.files) {
      orders.datasheets.push({ ...from, fileName, title: title.En, post })
    }
  }
  return orders
}

function listPosts(sample: Sample): SamplePost[] {
  const { categories, contact: _contact, footer: _footer, ...lists } = sample
  const types = categories.flatMap((category) => category.types)
  return [
    ...categories,
    ...types,
    ...types.flatMap((type) => type.products),
    ...Object.values(lists).flat(),
  ]
}

/** The sample keeps every scalar as text; drawings want their numbers and yes or no. */
function readScalars(drawing: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read = (value: unknown): unknown => {
    if (value === 'true' || value === 'false') return value === 'true'
    return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  }
  return Object.fromEntries(Object.entries(drawing).map(([name, value]) => [name, read(value)]))
}
