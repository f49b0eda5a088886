import { existsSync } from 'node:fs'
import path from 'node:path'
import { createPageViewRecorder, type PageViewRecorder } from './site/analytics.ts'
import { type Brand, builtInFolder, readBrand } from './site/brand.ts'
import { type Config, type ContentType } from './config.ts'
import { MissingPosts } from './content/cache/missing-posts.ts'
import { createContentCalls, type Dependencies, type LookUps } from './content/content-calls.ts'
import { type ContentLanguage, isKeyOf } from './content/content-types.ts'
import { contentScopeOf, createSiteContent, type SiteContent } from './content/content.ts'
import { limits } from './content/limits.ts'
import { createParser } from './content/parse/parser.ts'
import { createRequestScope, type RequestScope } from './content/request-scope.ts'
import { createDelivery } from './enquiries/delivery/create-delivery.ts'
import { createSharedForms, EnquiryService, type Enquiries } from './enquiries/enquiries.ts'
import { linkOf, type EnquiryMessage } from './enquiries/enquiry.ts'
import { listSheetOf } from './enquiries/messages/list-sheet.ts'
import { outboxOf } from './enquiries/outbox/outbox-file.ts'
import { eraseAbandonedStages, personalPath } from './enquiries/personal-data.ts'
import { createSubmissionLimit, type SubmissionLimit } from './enquiries/submission-limit.ts'
import { createDocuments, type Documents } from './files/documents/documents.ts'
import { createEncoder } from './files/pictures/encoder.ts'
import { createImageSource, type ImageSource } from './files/pictures/image-source.ts'
import { imageBaseOf } from './files/pictures/original-fetcher.ts'
import { CachedShareCards, type ShareCards } from './files/cards/share-cards.ts'
import { createFolderService } from './site/folder-service.ts'
import { createMarkdownThread, type MarkdownThread } from './site/markdown-thread.ts'
import { log } from '@site/runtime/log'
import { reportContentAges } from './observe/metrics.ts'
import type { OutgoingHeaders } from './outgoing-headers.ts'
import { QuickLists, type QuickList } from './quick-list/quick-list.ts'
import type { Search } from '@site/product-search/search'
import { SharedCache } from './shared-cache/shared-cache.ts'
import { watchDifferences } from './shared-cache/shared-checks.ts'
import { openSiteSearch } from './site/search.ts'
import { SheetMaker, type Sheets } from './files/sheets/sheets.ts'
import { UploadStore } from './uploads/uploads.ts'

/** One site: its settings, its content and everything that its pages are made with. */
export interface Site {
  config: Config
  brand: Brand
  /** The public URL, without a trailing slash. It is the only source of absolute URLs. */
  siteUrl: string
  /** Whether visitors use HTTPS. */
  isHttps: boolean
  content: SiteContent
  missingPosts: MissingPosts
  /** null: there are no other processes, or they do not communicate. */
  sharedCache: SharedCache | null
  submissionLimit: SubmissionLimit
  uploadStore: UploadStore
  images: ImageSource
  documents: Documents
  shareCards: ShareCards
  sheets: Sheets
  markdown: MarkdownThread
  search: Search
  quickList: QuickList
  pageViews: PageViewRecorder
  enquiries: Enquiries
  /**
   * Opens the content scope of one request.
   * @param callHeaders sent with each content API call
   * @param lookUps limits the calls for posts that may not exist
   */
  openScope: (
    dependencies?: Dependencies,
    callHeaders?: OutgoingHeaders,
    lookUps?: LookUps,
  ) => RequestScope
  /**
   * Opens a scope for bulk reading: it returns current content where pages may get stale content, and caches nothing,
   * so that it evicts nothing that visitors need.
   */
  openCurrentScope: () => RequestScope
  /** Opens a scope of cached content, which does not call the API. */
  openCachedScope: () => RequestScope
  /** Sets what happens, in place of expiring content, when posts of these types have changed in the content folder. */
  onFolderChange: (apply: (types: ContentType[]) => void) => void
  /**
   * Resolves once the embedded content service, if any, the content reader and the search are ready, and connecting to
   * the shared cache was tried.
   */
  ready: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Creates a site. It starts to index its content and to deliver stored enquiries, and has no visitors yet.
 * @param config with the port that the site listens on
 * @param folder the service of its content folder, where it has been started before
 * @throws ConfigError when its brand cannot be read
 */
export function createSite(config: Config, folder = createFolderService(config)): Site {
  const brand = readSiteBrand(config)
  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const apiUrl = async () => config.content.apiUrl ?? (await folder?.url()) ?? ''
  const sharedCache = openSharedCache(config)
  const content = openContent(config, apiUrl, sharedCache, brand)
  const missingPosts = new MissingPosts(config.content.freshMs)
  content.onChange(() => missingPosts.clear())
  reportContentAges(() => content.cacheReport().ages)
  const files = createFiles(config, apiUrl)
  const search = openSearch(config, content, files.base)
  void apiUrl().then(search.start, () => undefined)
  const quickList = new QuickLists(search, config.secret)
  const pageViews = createPageViewRecorder(config.analytics, siteUrl, config.userAgent)
  const markdown = createMarkdownThread()
  const { uploadStore, enquiries } = openEnquiries({
    ...{ config, brand, siteUrl, content, sharedCache },
    sheets: files.sheets,
  })
  folder?.onChange(({ files: changed }) => files.expire(changed))
  let applyFolderChange = (types: ContentType[]): void => {
    content.expire(isKeyOf(types), true)
  }
  folder?.onChange(({ types }) => {
    if (types.length > 0) applyFolderChange(types)
  })

  return {
    ...{ config, brand, siteUrl, isHttps: new URL(siteUrl).protocol === 'https:' },
    ...{ content, missingPosts, sharedCache, uploadStore, search, quickList, pageViews, enquiries },
    ...files.sources,
    markdown,
    submissionLimit: createSubmissionLimit(),
    ...createScopes(content, missingPosts),
    onFolderChange: (apply) => {
      applyFolderChange = apply
    },
    ready: async () => {
      await Promise.all([apiUrl(), content.ready(), search.ready(), sharedCache?.ready()])
    },
    close: async () => {
      await Promise.all([search.close(), quickList.close(), files.close(), markdown.close()])
      await Promise.all([pageViews.close(), enquiries.close()])
      await content.close()
      sharedCache?.close()
      await folder?.close()
    },
  }
}

/** The built-in brand belongs to the sample company; another one's may be in its content folder. */
function readSiteBrand({ brandDir, content: { dir, links, isSample } }: Config) {
  const inContent = dir && path.join(dir, 'brand')
  const ownFolder = isSample ? builtInFolder : inContent
  const hasOwn = ownFolder !== null && existsSync(ownFolder)
  const folder = brandDir ?? (hasOwn ? ownFolder : null)
  const around = folder === inContent ? dir : folder
  return readBrand(folder, [around ?? '', ...links])
}

function openSharedCache({ sharedCacheUrl, content, secret }: Config) {
  if (!sharedCacheUrl) return null
  const cache = new SharedCache(sharedCacheUrl, contentScopeOf(content))
  watchDifferences(cache, secret)
  return cache
}

/** An embedded service's content belongs to its process, so it is neither shared nor cached on disk. */
function openContent(
  { content, dataDir }: Config,
  apiUrl: () => Promise<string>,
  sharedCache: SharedCache | null,
  { timeZone, country }: Brand,
) {
  const cached = content.apiUrl && { folder: path.join(dataDir, 'content'), sharedCache }
  return createSiteContent(content, apiUrl, {
    ...cached,
    parser: createParser(timeZone.zone, country),
  })
}

function createScopes(
  content: SiteContent,
  missingPosts: MissingPosts,
): Pick<Site, 'openScope' | 'openCurrentScope' | 'openCachedScope'> {
  return {
    openScope: (dependencies, callHeaders, lookUps) =>
      createRequestScope(
        (language, onRead) =>
          content.forRequest(language, limits.pageLoaders, onRead, callHeaders, lookUps),
        (language) => (key, call) => missingPosts.run(`${language} ${key}`, call),
        dependencies,
      ),
    openCurrentScope: () => createRequestScope((language) => content.forIndex(language)),
    openCachedScope: () => createRequestScope(content.readCached),
  }
}

/** Names the content that a site shows, so that an index of other content is not used. */
function sourceOf({ apiUrl, isSample, dir }: Config['content']) {
  return apiUrl ?? (isSample ? 'embedded' : `${dir}`)
}

/** Names what of it is shown: an index may not have what is hidden now. */
function selectionOf({ hiddenSpecs }: Config['content']) {
  return hiddenSpecs.length === 0 ? '' : ` without ${hiddenSpecs.join()}`
}

/** The files of posts, and what is drawn with them. */
function createFiles({ content, dataDir }: Config, apiUrl: () => Promise<string>) {
  const encoder = createEncoder()
  const base = async () => imageBaseOf(content.imagesUrl, await apiUrl())
  const scope = content.imagesUrl ?? sourceOf(content)
  const cacheIn = (name: string) => ({ folder: path.join(dataDir, name), scope })
  const images = createImageSource(base, encoder, cacheIn('images'), content.fileHeaders)
  const documents = createDocuments(base, cacheIn('documents'), content.fileHeaders)
  const findPicture = (file: string, width: number) => images.find(file, width)
  const shareCards = new CachedShareCards(findPicture, encoder)
  const sheets = new SheetMaker({ folder: path.join(dataDir, 'sheets'), findPicture })
  return {
    base,
    sheets,
    sources: { images, documents, shareCards, sheets },
    expire(names: string[]) {
      images.expire(names)
      documents.expire(names)
    },
    async close() {
      encoder.close()
      await Promise.all([images.close(), documents.close(), sheets.close()])
    },
  }
}

function openSearch(
  { dataDir, searchCrawlPerS, content: { apiUrl, fileHeaders }, content: settings }: Config,
  content: SiteContent,
  filesBase: () => Promise<string>,
) {
  return openSiteSearch({
    file: path.join(dataDir, 'search', 'index.db'),
    source: sourceOf(settings),
    selection: selectionOf(settings),
    ...{ content, filesBase, fileHeaders },
    // The embedded service needs no rate limit.
    detailsPerS: searchCrawlPerS > 0 && !apiUrl ? Infinity : searchCrawlPerS,
  })
}

type EnquiryParts = Pick<
  Site,
  'config' | 'brand' | 'siteUrl' | 'content' | 'sharedCache' | 'sheets'
>

function openEnquiries({ config, brand, siteUrl, content, sharedCache, sheets }: EnquiryParts) {
  eraseAbandonedStages(config.dataDir, (error) =>
    log.error({ error }, 'rest of a killed backup not erased: delete it by hand'),
  )
  const uploadStore = new UploadStore({
    folder: personalPath(config.dataDir, 'files'),
    secret: config.secret,
    clamd: config.clamd,
  })
  const companyOf = (language: ContentLanguage) => readCompany(content, brand, language)

  async function listPdf(message: EnquiryMessage, isForVisitor: boolean) {
    const { items, language } = message.enquiry
    const isEmpty = items.every(({ url }) => isForVisitor && url === '')
    if (!sheets.isAvailable || isEmpty) return null
    const list = listSheetOf(message, await companyOf(language), { brand, siteUrl }, isForVisitor)
    return sheets.make(list).catch(() => null)
  }

  const enquiries = new EnquiryService({
    delivery: createDelivery({
      config: config.enquiries,
      hasContentApi: config.content.apiUrl !== undefined,
      postEmail: content.other.postEmail,
      siteUrl,
      timeZone: brand.timeZone,
      userAgent: config.userAgent,
      uploadStore,
      company: companyOf,
      listPdf,
      ...(config.publicUrl && {
        linkTo: (reference: string, language: string) =>
          siteUrl + linkOf(reference, config.secret, language),
      }),
    }),
    file: outboxOf(config.dataDir),
    uploadStore,
    secret: config.secret,
    forms: createSharedForms(sharedCache),
  })
  enquiries.start()
  return { uploadStore, enquiries }
}

/** Reads the company as its content presents it, for messages to visitors; empty if unavailable. */
async function readCompany(content: SiteContent, brand: Brand, language: ContentLanguage) {
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
