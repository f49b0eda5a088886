import path from 'node:path'
import type { Rollup } from 'vite'

/**
 * The chunk of the client build for a module. By default, the bundler creates a chunk for every
 * module that two others share: two dozen small files for the home page, each with its own round
 * trip and compressed separately. A screen's own module stays a separate chunk.
 */
export function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta) {
  // Loaded later, for some page loads only: it must not be in a chunk that every page loads.
  if (id.includes('/node_modules/web-vitals/')) return undefined
  if (id.includes('/node_modules/')) return 'libraries'
  const importsOf = (file: string) => listImports(path.resolve(file), getModuleInfo)
  // 'frame' surrounds every screen; 'parts' is what the home page shares with other screens.
  if (importsOf('app/root.tsx').has(id)) return 'frame'
  if (importsOf('app/routes/home.tsx').has(id)) {
    return isShared(id, getModuleInfo) ? 'parts' : undefined
  }
  return groups.get(path.relative('app/components', id))
}

/**
 * The chunks of small parts, by their path in app/components. Each screen uses a different few of them, and
 * a chunk for each of these sets would cost more than it saves.
 */
const groups = new Map([
  // Most screens but home; too small for a chunk.
  ['../framework/route-styles.ts', 'frame'],
  // Screens of posts, of the company and of comparisons.
  ['share.tsx', 'sheet'],
  ['post-facts.tsx', 'sheet'],
  ['screen-heading.tsx', 'heading'],
  // Screens with products, and those of quotations.
  ['../catalogue/compare/compared-ids.ts', 'products'],
  ['../enquiry/add-to-list.tsx', 'products'],
  // Lists.
  ['../posts/pagination.tsx', 'list'],
])

type GetModuleInfo = Rollup.ManualChunkMeta['getModuleInfo']

/** Our own modules that a module imports, directly or indirectly. */
function listImports(start: string, getModuleInfo: GetModuleInfo) {
  const imports = new Set<string>()
  const queue = [start]
  for (const id of queue) {
    for (const next of getModuleInfo(id)?.importedIds ?? []) {
      if (imports.has(next) || next.includes('/node_modules/')) continue
      imports.add(next)
      queue.push(next)
    }
  }
  return imports
}

function isShared(id: string, getModuleInfo: GetModuleInfo) {
  return (getModuleInfo(id)?.importers ?? []).some((importer) => !importer.includes('/home'))
}
