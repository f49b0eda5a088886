import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { Blob, Face } from 'harfbuzzjs'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runtimeFolders } from '../folders.ts'

/** A folder that does not exist: a layout reads no files but those that are given to it. */
const workspace = path.resolve('/no-files-for-typst')

/** Typst with the brand's fonts and one layout. A compilation cannot be interrupted, so it runs in a child process only. */
export class Typst {
  readonly compiler: NodeCompiler
  readonly #layout: string
  readonly #families: string[]

  /** @param layout a file of runtimeFolders.layouts; it reads its data from /data.json */
  constructor(layout: string) {
    const fonts = readFonts()
    this.#layout = readFileSync(path.join(runtimeFolders.layouts, layout), 'utf8')
    this.#families = [...new Set(fonts.map(({ family }) => family))]
    const fontArgs = [{ fontBlobs: fonts.map(({ bytes }) => bytes) }]
    this.compiler = NodeCompiler.create({ workspace, fontArgs })
  }

  /** Gives the layout a file. */
  addFile(name: string, bytes: Buffer) {
    this.compiler.mapShadow(path.join(workspace, name), bytes)
  }

  /**
   * Lays out data, with the families of the brand's fonts as `data.fonts`.
   * @throws what is wrong with the layout or with a picture in it
   */
  compile(data: object): NodeTypstDocument {
    const text = JSON.stringify({ ...data, fonts: this.#families }, (_, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    )
    // A file: with each new input, the compiler keeps 200 kB until the process ends.
    this.addFile('data.json', Buffer.from(text))
    const compiled = this.compiler.compile({ mainFileContent: this.#layout })
    if (compiled.result) return compiled.result
    const fault = compiled.takeDiagnostics()
    throw new Error(`Typst: ${JSON.stringify(fault?.shortDiagnostics).slice(0, 300)}`)
  }

  /** Forgets what the last document needed: the next one is no quicker with it, and the process would grow. */
  evictCache() {
    this.compiler.evictCache(0)
  }
}

/** Reads the brand's fonts for what the server draws, the regular ones first. */
function readFonts() {
  const folder = path.join(runtimeFolders.brand, 'fonts')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ttf'))
  // The Latin font draws the digits and signs that both have.
  const order = (file: string) =>
    `${file.includes('400') ? 0 : 1}${file.startsWith('latin') ? 0 : 1}`
  return files
    .sort((a, b) => order(a).localeCompare(order(b)))
    .map((file) => {
      const bytes = readFileSync(path.join(folder, file))
      return { bytes, family: familyOf(bytes) }
    })
}

/** Returns the family of a font as Typst names it: without its weight. */
function familyOf(bytes: Uint8Array) {
  const face = new Face(new Blob(bytes))
  const name = face.getName(16, 'en') || face.getName(1, 'en')
  return name.replace(/ (?:semi|demi|extra)?(?:bold|light|medium|regular|black)$/i, '')
}
