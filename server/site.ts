import path from 'node:path'
import { createContentSource } from './content/content-source.ts'
import { missingMs } from './content/freshness.ts'
import { limits } from './content/limits.ts'
import { createMissingPosts } from './content/cache/missing-posts.ts'
import { createRequestScope, type Dependencies } from './content/request-scope.ts'
import { readConfigOrStop } from './config.ts'
import { createEncoder } from './images/encoder/encoder.ts'
import { createImageSource } from './images/image-source.ts'
import { createShareCards } from './share-cards/share-cards.ts'
import { log } from './log.ts'
import { reportContentAges } from './metrics.ts'
import { createPageViewRecorder } from './analytics/recorder.ts'

export type Site = ReturnType<typeof createSite>

/** What one process has one of: its settings, its content, its pictures, its page views. */
function createSite() {
  const config = readConfigOrStop()
  log.level = config.logLevel
  if (config.production && config.secretIsRandom) {
    log.warn('SECRET is not set: anti-forgery tokens will not outlive this process')
  }

  // The embedded content service starts with the first need of it, on a free port.
  const embedded = config.content.apiUrl
    ? null
    : import('./content-service/start.ts').then(({ startContentService }) =>
        startContentService({
          dataDir: config.dataDir,
          // A host that knows nothing of the service can end without it.
          keepsProcessAlive: false,
          report: (line) => log.warn(line),
        }),
      )
  embedded?.catch(() => undefined)
  const apiUrl = async () => config.content.apiUrl ?? (await embedded)?.url ?? ''
  let { port } = config
  const siteUrl = () => config.publicUrl ?? `http://localhost:${port}`

  // The embedded service has its content in the same place, and is there whenever this process is.
  const cachedContent = config.content.apiUrl ? path.join(config.dataDir, 'content') : null
  const content = createContentSource(config.content, apiUrl, cachedContent)
  const missingPosts = createMissingPosts(missingMs(config.content))
  content.onChange(missingPosts.clear)

  /** The content of one request. @param requestId sent to the content API with each call */
  function openScope(dependencies?: Dependencies, requestId?: string) {
    return createRequestScope(
      (language, onRead) => content.forRequest(language, limits.pageLoaders, onRead, requestId),
      (language) => (key, call) => missingPosts.run(`${language} ${key}`, call),
      dependencies,
    )
  }

  reportContentAges(() => content.cacheReport().ages)
  const encoder = createEncoder()
  const images = createImageSource(
    async () => config.content.imagesUrl ?? `${new URL(await apiUrl()).origin}/images/post`,
    encoder,
    {
      folder: path.join(config.dataDir, 'images'),
      scope: config.content.imagesUrl ?? config.content.apiUrl ?? 'embedded',
    },
  )
  const shareCards = createShareCards((file, width) => images.find(file, width), encoder)
  const pageViews = createPageViewRecorder(config.analytics, siteUrl)

  return {
    config,
    /** The site's public address, without a slash at its end. The only source of absolute addresses. */
    siteUrl,
    /** Whether visitors reach the site by https. */
    isHttps: new URL(siteUrl()).protocol === 'https:',
    /** Told by the host once it listens: with PORT=0 nobody knows before. */
    listensOn: (actualPort: number) => {
      port = actualPort
    },
    content,
    openScope,
    missingPosts,
    images,
    shareCards,
    pageViews,
    /** Fulfils once the embedded content service, if there is one, answers, and answers can be read. */
    ready: async () => {
      await Promise.all([apiUrl(), content.ready()])
    },
    async close() {
      encoder.close()
      await Promise.all([content.close(), images.close(), pageViews.close()])
      await (await embedded)?.close()
    },
  }
}

// Modules are made anew on a hot reload; the content service and the pools must not be.
const process_ = globalThis as { tayyarSite?: Site }

/** What a screen can do without where no site has been made: in a test of one function. */
export function findSite(): Site | undefined {
  return process_.tayyarSite
}

/** The one site of this process. A setting that cannot be used ends the process at the first call. */
export function getSite(): Site {
  process_.tayyarSite ??= createSite()
  return process_.tayyarSite
}
