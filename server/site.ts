import { existsSync } from 'node:fs'
import path from 'node:path'
import { createContentCalls, type LookUps } from './content/content-calls.ts'
import { type ContentLanguage, isKeyOf } from './content/content-types.ts'
import { contentScopeOf, createSiteContent } from './content/content.ts'
import { limits } from './content/limits.ts'
import { createMissingPosts } from './content/cache/missing-posts.ts'
import { createRequestScope } from './content/request-scope.ts'
import { type Dependencies } from './content/content-calls.ts'
import { builtInFolder, readBrand } from './brand.ts'
import { contentTypeNames, orStop, readConfigOrStop, type ContentType } from './config.ts'
import { createDelivery } from './enquiries/create-delivery.ts'
import type { EnquiryMessage } from './enquiries/enquiry.ts'
import { listSheetOf } from './enquiries/messages/list-sheet.ts'
import { createEnquiries, createSharedForms } from './enquiries/enquiries.ts'
import { outboxOf } from './enquiries/outbox.ts'
import { eraseAbandonedStages, personalPath } from './enquiries/personal-data.ts'
import { createSubmissionLimit } from './enquiries/submission-limit.ts'
import { createEncoder } from './images/encoder.ts'
import { createImageSource } from './images/image-source.ts'
import { imageBaseOf } from './images/original-fetcher.ts'
import { createDocuments } from './http/files/documents.ts'
import type { OutgoingHeaders } from './outgoing-headers.ts'
import { watchDifferences } from './shared-cache/shared-checks.ts'
import { createSharedCache } from './shared-cache/shared-cache.ts'
import { createQuickList } from './quick-list/quick-list.ts'
import { createSearch } from './search/search.ts'
import { createShareCards } from './images/share-cards.ts'
import { createSheets } from './sheets/sheets.ts'
import { log } from './observe/log.ts'
import { setTimeZone } from './text/local-time.ts'
import { reportContentAges } from './observe/metrics.ts'
import { createUploadStore } from './uploads/uploads.ts'
import { createPageViewRecorder } from './analytics.ts'

export type Site = ReturnType<typeof createSite>

/** Creates the singletons of a process: settings, content, images, page views, enquiries. */
function createSite() {
  const config = readConfigOrStop()
  log.level = config.logLevel
  if (config.isProduction && config.secretIsRandom) {
    log.warn('SECRET is not set: open forms are lost at restart, and other processes reject them')
  }

  // The built-in brand belongs to the sample company; another one's may be in its content folder.
  const inContent = config.content.dir && path.join(config.content.dir, 'brand')
  const ownFolder = config.content.isSample ? builtInFolder : inContent
  const hasOwn = ownFolder !== null && existsSync(ownFolder)
  const { dir, links } = config.content
  const brandFolder = config.brandDir ?? (hasOwn ? ownFolder : null)
  const around = brandFolder === inContent ? dir : brandFolder
  const brand = orStop(() => readBrand(brandFolder, [around ?? '', ...links]))
  setTimeZone(brand.timeZone)

  // Until the host has caches of its own, a changed folder expires content.
  let applyFolderChange = (types: ContentType[]): void => {
    content.expire(isKeyOf(types), true)
  }
  // Without a content API, starts the embedded content service on a free port.
  const embedded =
    dir === null
      ? null
      : import('./content-service/start.ts').then(({ startContentService }) =>
          startContentService({
            dataDir: config.dataDir,
            contentDir: dir,
            links,
            usesThread: true,
            onChange: ({ types, files }) => {
              images.expire(files)
              documents.expire(files)
              const known = contentTypeNames.filter((type) => types.includes(type))
              if (known.length > 0) applyFolderChange(known)
            },
            // A host that does not close the service (remix-serve) can still exit.
            keepsProcessAlive: false,
            report: (line) => log.warn(line),
          }),
        )
  embedded?.catch(() => undefined)
  const apiUrl = async () => config.content.apiUrl ?? (await embedded)?.url ?? ''
  let { port } = config
  const siteUrl = () => config.publicUrl ?? `http://localhost:${port}`

  // The embedded service stores its content in this folder and runs as long as this process does.
  const cachedContent = config.content.apiUrl ? path.join(config.dataDir, 'content') : null
  const { sharedCacheUrl, userAgent } = config
  const sharedCache = sharedCacheUrl
    ? createSharedCache(sharedCacheUrl, contentScopeOf(config.content))
    : null
  if (sharedCache) watchDifferences(sharedCache, config.secret)
  // An embedded service's content belongs to its process, so it is not shared.
  const content = createSiteContent(
    config.content,
    apiUrl,
    cachedContent,
    config.content.apiUrl ? sharedCache : null,
  )
  const missingPosts = createMissingPosts(config.content.freshMs)
  content.onChange(missingPosts.clear)

  /**
   * Opens the content scope of one request.
   * @param callHeaders sent with each content API call
   * @param lookUps limits the calls for posts that may not exist
   */
  function openScope(
    dependencies?: Dependencies,
    callHeaders?: OutgoingHeaders,
    lookUps?: LookUps,
  ) {
    return createRequestScope(
      (language, onRead) =>
        content.forRequest(language, limits.pageLoaders, onRead, callHeaders, lookUps),
      (language) => (key, call) => missingPosts.run(`${language} ${key}`, call),
      dependencies,
    )
  }

  /**
   * Opens a scope for bulk reading: it returns current content where pages may get stale content, and caches nothing,
   * so that it evicts nothing that visitors need.
   */
  function openCurrentScope() {
    return createRequestScope((language) => content.forIndex(language))
  }

  /** Opens a scope of cached content, which does not call the API. */
  const openCachedScope = () => createRequestScope(content.readCached)

  reportContentAges(() => content.cacheReport().ages)
  const encoder = createEncoder()
  const filesBase = async () => imageBaseOf(config.content.imagesUrl, await apiUrl())
  const source = config.content.apiUrl ?? (config.content.isSample ? 'embedded' : `${dir}`)
  const filesScope = config.content.imagesUrl ?? source
  const { fileHeaders } = config.content
  const images = createImageSource(
    filesBase,
    encoder,
    { folder: path.join(config.dataDir, 'images'), scope: filesScope },
    fileHeaders,
  )
  const documents = createDocuments(
    filesBase,
    { folder: path.join(config.dataDir, 'documents'), scope: filesScope },
    fileHeaders,
  )
  const shareCards = createShareCards((file, width) => images.find(file, width), encoder)
  const sheets = createSheets({
    folder: path.join(config.dataDir, 'sheets'),
    findPicture: (file, width) => images.find(file, width),
  })
  const { searchCrawlPerS } = config
  const search = createSearch({
    file: path.join(config.dataDir, 'search', 'index.db'),
    source,
    content,
    filesBase,
    fileHeaders: config.content.fileHeaders,
    // The embedded service needs no rate limit.
    detailsPerS: searchCrawlPerS > 0 && !config.content.apiUrl ? Infinity : searchCrawlPerS,
  })
  void apiUrl().then(search.start, () => undefined)
  const quickList = createQuickList(search, config.secret)
  const pageViews = createPageViewRecorder(config.analytics, siteUrl, userAgent)

  /** Returns the company as its content presents it, for messages to visitors; empty if unavailable. */
  async function companyOf(language: ContentLanguage) {
    const calls = createContentCalls(content.forRequest(language, limits.pageLoaders))
    const [footer, contact] = await Promise.all([
      calls.findFooter().catch(() => null),
      calls.findContact().catch(() => null),
    ])
    return {
      name: brand.name?.[language] ?? footer?.postTitle ?? '',
      phone: contact?.phone1 ?? '',
      email: contact?.email1 ?? '',
    }
  }

  async function listPdf(message: EnquiryMessage, isForVisitor: boolean) {
    const { items, language } = message.enquiry
    const isEmpty = items.every(({ url }) => isForVisitor && url === '')
    if (!sheets.isAvailable || isEmpty) return null
    const site = { brand, siteUrl: siteUrl() }
    const list = listSheetOf(message, await companyOf(language), site, isForVisitor)
    return sheets.make(list).catch(() => null)
  }

  eraseAbandonedStages(config.dataDir, (error) =>
    log.error({ error }, 'rest of a killed backup not erased: delete it by hand'),
  )
  const uploadStore = createUploadStore({
    folder: personalPath(config.dataDir, 'files'),
    secret: config.secret,
    clamd: config.clamd,
  })
  const enquiries = createEnquiries({
    delivery: createDelivery({
      config: config.enquiries,
      hasContentApi: config.content.apiUrl !== undefined,
      postEmail: content.other.postEmail,
      siteUrl,
      userAgent,
      uploadStore,
      company: companyOf,
      listPdf,
    }),
    file: outboxOf(config.dataDir),
    uploadStore,
    secret: config.secret,
    forms: createSharedForms(sharedCache),
  })
  enquiries.start()

  return {
    config,
    brand,
    /** Returns the site's public URL, without a trailing slash. It is the only source of absolute URLs. */
    siteUrl,
    /** Whether visitors use HTTPS. */
    isHttps: new URL(siteUrl()).protocol === 'https:',
    /** Called by the host once it listens: with PORT=0 the port is not known earlier. */
    setPort: (actualPort: number) => {
      port = actualPort
    },
    content,
    /** Sets what happens when posts of these types have changed in the content folder. */
    onFolderChange: (apply: (types: ContentType[]) => void) => {
      applyFolderChange = apply
    },
    openScope,
    openCurrentScope,
    openCachedScope,
    missingPosts,
    /** null: there are no other processes, or they do not communicate. */
    sharedCache,
    submissionLimit: createSubmissionLimit(),
    uploadStore,
    images,
    documents,
    shareCards,
    sheets,
    search,
    quickList,
    pageViews,
    enquiries,
    /**
     * Resolves once the embedded content service, if any, the content reader and the search are ready, and connecting to
     * the shared cache was tried.
     */
    ready: async () => {
      await Promise.all([apiUrl(), content.ready(), search.ready(), sharedCache?.ready()])
    },
    async close() {
      encoder.close()
      await Promise.all([
        search.close(),
        quickList.close(),
        images.close(),
        documents.close(),
        sheets.close(),
        pageViews.close(),
        enquiries.close(),
      ])
      await content.close()
      sharedCache?.close()
      await (await embedded)?.close()
    },
  }
}

// A hot reload evaluates modules again, but must not create another content service or pool.
const globals = globalThis as { tayyarSite?: Site }

/** Returns the site of this process, created at the first call. An invalid setting ends the process. */
export function getSite(): Site {
  globals.tayyarSite ??= createSite()
  return globals.tayyarSite
}
