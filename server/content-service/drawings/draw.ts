/**
 * Draws every picture and sets every datasheet of the sample content:
 * `npm run drawings [-- --only <id-prefix>] [-- --gallery-sheet <file.png>]`
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { getSampleDirectory, SampleError } from '../sample.ts'
import { makeContactSheet } from './contact-sheet.ts'
import { makeDatasheet, UnprintableError } from './datasheet.ts'
import { listOrders, type DatasheetOrder, type PictureOrder } from './orders.ts'
import { DrawingError, drawPicture, listKinds } from './pictures.ts'
import { toPng } from './raster.ts'

const mostBytes = 6 * 1024 * 1024

/** A mistake the person at the keyboard can mend; shown as one line. */
class OrderError extends Error {
  override name = 'OrderError'
}

function blame<T>(order: { source: string; postId: string }, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toOrderError(order, error)
  }
}

function toOrderError(order: { source: string; postId: string }, error: unknown): unknown {
  return error instanceof DrawingError || error instanceof UnprintableError
    ? new OrderError(`${order.source}: ${order.postId}: ${error.message}.`, { cause: error })
    : error
}

async function drawPictures(orders: readonly PictureOrder[], folder: string): Promise<void> {
  // All are composed before the first is written, so that a mistake leaves nothing half done.
  const sheets = orders.map((order) => ({
    fileName: order.fileName,
    svg: blame(order, () => drawPicture(order.drawing)),
  }))
  for (const { fileName, svg } of sheets) {
    writeFileSync(path.join(folder, fileName), await toPng(svg))
  }
}

async function setDatasheets(
  orders: readonly DatasheetOrder[],
  folder: string,
  images: string,
): Promise<void> {
  for (const order of orders) {
    const { fileName, title, post } = order
    const picture = post.drawing && readFileSync(path.join(images, `${post.id}.png`))
    try {
      writeFileSync(path.join(folder, fileName), await makeDatasheet(post, title, picture))
    } catch (error) {
      throw toOrderError(order, error)
    }
  }
}

function refuseRepeatedNames(orders: readonly (PictureOrder | DatasheetOrder)[]): void {
  const owners = new Map<string, string>()
  for (const { fileName, postId, source } of orders) {
    const owner = owners.get(fileName)
    if (owner) {
      throw new OrderError(
        `${source}: ${postId}: ${fileName} already belongs to ${owner}; give one of them another name.`,
      )
    }
    owners.set(fileName, postId)
  }
}

/** Removes what earlier runs made for posts that are gone. */
function removeStrays(folder: string, ending: string, wanted: ReadonlySet<string>): number {
  const strays = readdirSync(folder).filter((name) => name.endsWith(ending) && !wanted.has(name))
  for (const name of strays) rmSync(path.join(folder, name))
  return strays.length
}

function sumSizes(folder: string): { count: number; bytes: number; largest: string } {
  const files = readdirSync(folder)
    .map((name) => ({ name, bytes: statSync(path.join(folder, name)).size }))
    .sort((a, b) => b.bytes - a.bytes)
  const top = files[0]
  return {
    count: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    largest: top ? `${top.name} ${showKilobytes(top.bytes)}` : 'none',
  }
}

function showKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

async function drawSample(only: string): Promise<void> {
  const sampleDir = getSampleDirectory()
  const images = path.join(sampleDir, 'images')
  const files = path.join(sampleDir, 'files')
  mkdirSync(images, { recursive: true })
  mkdirSync(files, { recursive: true })

  const { pictures, datasheets, ownImages } = listOrders(sampleDir)
  refuseRepeatedNames([...pictures, ...datasheets])
  const isWanted = ({ postId }: { postId: string }): boolean => postId.startsWith(only)
  if (!pictures.some(isWanted)) {
    throw new OrderError(`No post with a drawing has an id that begins with "${only}".`)
  }
  await drawPictures(pictures.filter(isWanted), images)
  await setDatasheets(datasheets.filter(isWanted), files, images)

  let removed = 0
  if (only === '') {
    const keep = new Set([...pictures.map(({ fileName }) => fileName), ...ownImages])
    removed += removeStrays(images, '.png', keep)
    removed += removeStrays(files, '.pdf', new Set(datasheets.map(({ fileName }) => fileName)))
  }

  const [drawn, set] = [sumSizes(images), sumSizes(files)]
  process.stdout.write(
    `${pictures.filter(isWanted).length} pictures drawn, ${datasheets.filter(isWanted).length} datasheets set, ${removed} removed.\n` +
      `Images: ${drawn.count} files, ${showKilobytes(drawn.bytes)} in all, largest ${drawn.largest}.\n` +
      `Datasheets: ${set.count} files, ${showKilobytes(set.bytes)} in all.\n`,
  )
  if (drawn.bytes > mostBytes) {
    throw new OrderError(
      `The images take ${showKilobytes(drawn.bytes)} and may take ${showKilobytes(mostBytes)}: simplify the largest drawings.`,
    )
  }
}

/** One drawing of every kind on one sheet, each as it is without parameters. */
async function drawGallerySheet(file: string): Promise<void> {
  const pictures: Buffer[] = []
  for (const kind of listKinds()) pictures.push(await toPng(drawPicture({ kind })))
  writeFileSync(file, await makeContactSheet(pictures))
  process.stdout.write(`${pictures.length} kinds drawn on ${file}.\n`)
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, 'gallery-sheet': { type: 'string' } },
  })
  const sheetFile = values['gallery-sheet']
  await (sheetFile === undefined ? drawSample(values.only) : drawGallerySheet(sheetFile))
}

run().catch((error: unknown) => {
  const isPlain =
    error instanceof OrderError || error instanceof SampleError || error instanceof DrawingError
  process.stderr.write(`${isPlain ? error.message : describe(error)}\n`)
  process.exitCode = 1
})

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
