import { orStop, readConfigOrStop } from './config.ts'
import { log } from '@site/runtime/log'
import { createSite, type Site } from './site.ts'

// A hot reload evaluates modules again, but must not create another content service or pool.
const globals = globalThis as { tayyarSite?: Site }

/**
 * Returns the site of a process that another host runs (remix-serve, the development server): it is created from the
 * environment at the first request. An invalid setting ends the process.
 */
export function getSite(): Site {
  globals.tayyarSite ??= createDefaultSite()
  return globals.tayyarSite
}

function createDefaultSite() {
  const config = readConfigOrStop()
  log.level = config.logLevel
  return orStop(() => createSite(config))
}
