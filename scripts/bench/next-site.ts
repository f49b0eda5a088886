import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addCleanUp, startProgram, type Site } from './sites.ts'

/** The length of what Next adds to a page's own text, about: its head, and the calls of its scripts. */
const ownLength = 6_000

/**
 * Builds a Next app of one static page, and starts it as its package does.
 * @param folder where `npm install next react react-dom` was run
 * @param length of the page, about, in bytes: half of it is text, which Next sends as HTML and as data
 */
export function startNextSite(folder: string, length: number): Promise<Site> {
  const program = path.join(path.resolve(folder), 'node_modules/next/dist/bin/next')
  if (!existsSync(program)) throw new Error(`BENCH_NEXT: there is no package "next" in ${folder}.`)
  // Within the folder, so that it finds the packages.
  const app = mkdtempSync(path.join(folder, 'bench-'))
  addCleanUp(() => rmSync(app, { recursive: true, force: true, maxRetries: 3 }))
  mkdirSync(path.join(app, 'app'))
  const word = 'Miniature circuit breakers protect cables from overload and short circuits. '
  const text = word.repeat(Math.ceil(Math.max(0, length - ownLength) / 2 / word.length))
  const files = {
    'package.json': JSON.stringify({ name: 'bench', private: true }),
    'app/layout.js': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}`,
    'app/page.js': `export const dynamic = 'force-static'
export default function Page() {
  return <p>{${JSON.stringify(text)}}</p>
}`,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(app, name), content)
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  execFileSync(process.execPath, [program, 'build', app], { env, stdio: 'pipe' })
  return startProgram([program, 'start', app], /Ready in/)
}
