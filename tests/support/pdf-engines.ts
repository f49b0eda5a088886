import { PDFiumModule } from '@hyzyla/pdfium'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { getDocumentProxy } from 'unpdf'
import { canUseApt, findFailure, installCommands } from '../../scripts/debian.mjs'

/** Reads all text of a PDF as a program does that people copy from or search with. */
export type PdfEngine = (bytes: Uint8Array) => Promise<string>

/** Of Firefox: pieces of text with their places. */
export const byPdfjs: PdfEngine = async (bytes) => {
  const document = await getDocumentProxy(bytes)
  let text = ''
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    let last = { x: 0, y: 0, width: 0 }
    for (const item of items) {
      if (!('str' in item)) continue
      const { str, hasEOL, width } = item
      const [, , , , x = 0, y = 0] = item.transform as number[]
      // Words are apart; parts of a word touch.
      const gap = Math.max(x - last.x - last.width, last.x - x - width)
      if (Math.abs(y - last.y) > 2 || gap > item.height / 8) text += ' '
      text += hasEOL ? `${str}\n` : str
      last = { x, y, width }
    }
    text += '\n'
  }
  return text
}

interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: { malloc: (bytes: number) => number; free: (address: number) => void }
  _FPDF_LoadMemDocument: (address: number, bytes: number, password: number) => number
  _FPDF_CloseDocument: (file: number) => void
  _FPDF_GetPageCount: (file: number) => number
  _FPDF_LoadPage: (file: number, at: number) => number
  _FPDF_ClosePage: (page: number) => void
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFText_CountChars: (text: number) => number
  _FPDFText_GetUnicode: (text: number, at: number) => number
}

/** Of Chromium. */
export async function openPdfium(): Promise<PdfEngine> {
  const pdfium = (await PDFiumModule({})) as unknown as Pdfium & { _FPDF_InitLibrary: () => void }
  pdfium._FPDF_InitLibrary()
  return async (bytes) => {
    // Connections that the site closed meanwhile are noticed between two files.
    await setImmediate()
    const address = pdfium.wasmExports.malloc(bytes.length)
    pdfium.HEAPU8.set(bytes, address)
    const file = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0)
    const pages = Array.from({ length: pdfium._FPDF_GetPageCount(file) }, (_, at) => {
      const page = pdfium._FPDF_LoadPage(file, at)
      const text = pdfium._FPDFText_LoadPage(page)
      const letters = Array.from({ length: pdfium._FPDFText_CountChars(text) }, (_, letter) =>
        String.fromCodePoint(pdfium._FPDFText_GetUnicode(text, letter)),
      )
      pdfium._FPDFText_ClosePage(text)
      pdfium._FPDF_ClosePage(page)
      return letters.join('')
    })
    pdfium._FPDF_CloseDocument(file)
    pdfium.wasmExports.free(address)
    return pages.join('\n')
  }
}

/** Of GNOME's and KDE's viewers; by default its program takes "1 s" of several rows for two columns. */
export function openPoppler(): PdfEngine {
  if (canUseApt()) findFailure(installCommands(['poppler-utils']))
  return (bytes) => outputOf(bytes, 'pdftotext', ['-raw', '-enc', 'UTF-8', '-', '-'])
}

/** @throws Error with what the program says when it fails */
async function outputOf(bytes: Uint8Array, program: string, args: string[], cwd?: string) {
  const child = spawn(program, args, { cwd })
  const ended = once(child, 'close')
  child.stdin.end(bytes)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors}`)
  return output
}

const readByMupdf = `
import { readFileSync } from 'node:fs'
import * as mupdf from 'mupdf'
const file = mupdf.Document.openDocument(readFileSync(0), 'application/pdf')
for (let at = 0; at < file.countPages(); at += 1) {
  console.log(file.loadPage(at).toStructuredText('preserve-whitespace').asText())
}`

/** Of Sumatra's and many phones' viewers. Nothing else needs its package, which is installed for a test. */
export function openMupdf(): PdfEngine {
  const folder = mkdtempSync(path.join(tmpdir(), 'mupdf-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'package.json'), '{}')
  writeFileSync(path.join(folder, 'read.mjs'), readByMupdf)
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent']
  execFileSync('npm', ['install', ...options, 'mupdf@1.28.0'], { cwd: folder })
  return (bytes) => outputOf(bytes, 'node', ['read.mjs'], folder)
}
