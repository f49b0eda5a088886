import type { Server } from 'node:http'
import path from 'node:path'
import * as build from 'virtual:remix/server-build'
import type { Config } from './config.ts'
import { createContentCalls } from './content/content-calls.ts'
import { createAdminServer, createReadiness } from './http/admin-server.ts'
import { createContentHook } from './http/content-hook.ts'
import { createEarlierAssets } from './http/files/earlier-assets.ts'
import { findListener } from './http/listener.ts'
import { createSiteServer, type SiteServer } from './http/server.ts'
import { createPurges, type Purge } from './http/purges.ts'
import { searchIndexKey } from '@site/product-search/types'
import { createSite, type Site } from './site.ts'
import { createFolderService } from './site/folder-service.ts'
import { projectRoot } from '@site/runtime/project'

/** Timeout of the readiness probe's content API call, ms. */
const probeTimeoutMs = 4_500

const clientDir = path.join(projectRoot, 'build/client')

/** A site that visitors reach. */
export interface RunningSite extends SiteServer {
  site: Site
  /** For operators; its owner lets it listen. */
  adminServer: Server
}

/**
 * Starts a site on its port; with port 0, on any free one.
 * @param stopping aborted when a shutdown starts
 * @param folder the service of its content folder, where it has been started before
 * @returns once it responds
 * @throws ConfigError for a brand that cannot be read, and errors of the system, such as EADDRINUSE
 */
export async function runSite(
  settings: Config,
  stopping: AbortSignal,
  folder = createFolderService(settings),
): Promise<RunningSite> {
  const listener = await findListener(settings)
  const site = createSite({ ...settings, port: listener.port }, folder)
  // The server and its error pages need no content: they are made while it is read.
  const [running] = await Promise.all([serveSite(site, stopping), site.ready()])
  await listener.listen(running.server)
  return running
}

/** Connects a site with the servers for visitors and operators, and with the purges of its content. */
async function serveSite(site: Site, stopping: AbortSignal): Promise<RunningSite> {
  const { config, content, sharedCache } = site
  const earlierAssets = createEarlierAssets(
    path.join(clientDir, 'assets'),
    path.join(config.dataDir, 'assets'),
    sharedCache,
    config.secret,
  )
  // Other processes are asked for this build's assets as soon as this one serves its pages.
  await sharedCache?.ready()
  await earlierAssets.start()
  const siteServer = await createSiteServer({
    ...{ site, build, clientDir, earlierAssets },
    contentHook: contentHookOf(site, (types, origin) => purge(types, origin)),
  })
  const { server, pages, connections } = siteServer
  content.onChange((key) => pages.onContentChange(key))
  site.search.onNewVersion(() => pages.expire(searchIndexKey))
  const purge = createPurges({
    ...{ content, pages, sharedCache },
    missingPosts: site.missingPosts,
    expireSearch: site.search.expire,
    freshMs: config.content.freshMs,
  })
  site.onFolderChange((types) => void purge(types, 'folder'))
  const adminServer = createAdminServer({
    token: config.ops.token,
    purge,
    enquiries: site.enquiries,
    readiness: createReadiness({
      isListening: () => server.listening,
      isFull: connections.isFull,
      stopping,
      health: () => ({
        ...content.health(),
        cache: content.cacheReport(),
        breakers: content.breakers(),
      }),
      probe: () => createContentCalls(content.forRequest('Ar', probeTimeoutMs)).findContact(),
    }),
  })
  return { ...siteServer, site, adminServer }
}

/** @returns null without a secret: then the webhook's address does not exist */
function contentHookOf({ config, sharedCache }: Site, purge: Purge) {
  const { contentWebhookSecret: secret, content } = config
  if (secret === undefined) return null
  return createContentHook({ secret, renamedTypes: content.renamedTypes, sharedCache, purge })
}
