import path from 'node:path'
import type { Rollup } from 'vite'

/**
 * The chunk of the client build for a module. By default, the bundler creates a chunk for every
 * module that two others share: two dozen small files for the home page, each with its own round
 * trip and compressed separately. A screen's own module stays a separate chunk.
 */
export function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta) {
  if (id.includes('/node_modules/')) return 'libraries'
  const importsOf = (file: string) => listImports(path.resolve(file), getModuleInfo)
  // 'frame' surrounds every screen; 'parts' is what the home page shares with other screens.
  if (importsOf('app/root.tsx').has(id)) return 'frame'
  if (importsOf('app/routes/home.tsx').has(id)) {
    return isShared(id, getModuleInfo) ? 'parts' : undefined
  }
  return undefined
}

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
