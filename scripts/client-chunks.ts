import path from 'node:path'
import type { Rollup } from 'vite'

/**
 * Which chunk of the client build a module goes to. Left alone, the bundler makes a chunk of every
 * module that two others share: two dozen small files for the home page, each with its own round
 * trip and its own start for the compressor. A screen's own module stays a chunk by itself.
 */
export function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta) {
  if (id.includes('/node_modules/')) return 'libraries'
  const reach = (start: string) => reachedFrom(path.resolve(start), getModuleInfo)
  // What stands round every screen, and what the home page shares with others.
  if (reach('app/root.tsx').has(id)) return 'frame'
  if (reach('app/routes/home.tsx').has(id)) return isShared(id, getModuleInfo) ? 'parts' : undefined
  return undefined
}

type GetModuleInfo = Rollup.ManualChunkMeta['getModuleInfo']

/** Our own modules that a module cannot be without, itself left out. */
function reachedFrom(start: string, getModuleInfo: GetModuleInfo) {
  const reached = new Set<string>()
  const waiting = [start]
  for (const id of waiting) {
    for (const next of getModuleInfo(id)?.importedIds ?? []) {
      if (reached.has(next) || next.includes('/node_modules/')) continue
      reached.add(next)
      waiting.push(next)
    }
  }
  return reached
}

function isShared(id: string, getModuleInfo: GetModuleInfo) {
  return (getModuleInfo(id)?.importers ?? []).some((by) => !by.includes('/home'))
}
