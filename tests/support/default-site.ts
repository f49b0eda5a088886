import type { TestProject } from 'vitest/node'
import { startSite } from './site-host.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
  }
}

/**
 * Starts the built site with default settings, once for all files of a project that do not change its state, and
 * provides its address as `siteUrl`.
 * @returns a function that stops it
 */
export default async function startDefaultSite({ provide }: TestProject) {
  const site = await startSite()
  provide('siteUrl', site.url)
  return () => site.stop()
}
