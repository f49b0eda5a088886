import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The files and folders that `npm run dev` and `npm run build` read. */
const source = [
  ...['app', 'brand', 'content', 'packages', 'public', 'scripts', 'server'],
  ...['package.json', 'remix.config.js', 'tsconfig.json', 'vite.config.ts'],
]

/**
 * Copies the project's source, for a test that edits or builds it.
 * @returns the temporary folder, which the caller removes
 */
export function copySource() {
  const folder = mkdtempSync(path.join(tmpdir(), 'source-'))
  for (const name of source) cpSync(name, path.join(folder, name), { recursive: true })
  // A folder of links, not one link: Vite writes its cache of dependencies beside them.
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of readdirSync('node_modules')) {
    if (name === '.vite') continue
    const target =
      name === '@site' ? path.join(folder, 'packages') : path.resolve('node_modules', name)
    symlinkSync(target, path.join(folder, 'node_modules', name))
  }
  return folder
}
