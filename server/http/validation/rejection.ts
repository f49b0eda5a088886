import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from '../security/security-headers.ts'
import type { CachedResponse } from '../page-cache/cached-response.ts'
import type { SiteRequest } from '../request.ts'
import { cacheStatus, trySend } from '../page-cache/serve-pages.ts'

/**
 * Redirects to a page's canonical address. Not cached: the number of other spellings is unlimited.
 * @param address path and query, starting with one slash
 * @param isHttps whether visitors use HTTPS
 */
export function sendRedirect(response: ServerResponse, address: string, isHttps: boolean) {
  response.writeHead(308, redirectFields(address, isHttps))
  response.end()
}

/** Returns the headers of a redirect; names and values alternate. */
function redirectFields(address: string, isHttps: boolean) {
  return [
    ...securityHeaders(isHttps).flat(),
    ...['Location', address],
    ...['Content-Length', '0'],
    ...['Cache-Control', 'no-store'],
  ]
}

/** Messages in Arabic and English: what happened, and what to do. */
const words = {
  400: [
    'تعذّر فهم هذا الطلب. تحقّق من العنوان، أو ابدأ من الصفحة الرئيسية.',
    'This request could not be understood. Check the address, or start from the home page.',
  ],
  403: [
    'لم يأتِ هذا الطلب من صفحة في هذا الموقع. افتح الموقع وحاول مرة أخرى.',
    'This request did not come from a page of this site. Open the site and try again.',
  ],
  404: [
    'لا يوجد شيء في هذا العنوان. ابدأ من الصفحة الرئيسية.',
    'There is nothing at this address. Start from the home page.',
  ],
  405: [
    'لا يمكن فعل ذلك في هذا العنوان. ابدأ من الصفحة الرئيسية.',
    'This cannot be done at this address. Start from the home page.',
  ],
  408: [
    'استغرق إرسال الطلب وقتًا طويلًا. حاول مرة أخرى.',
    'The request took too long to arrive. Try again.',
  ],
  413: [
    'ما أرسلته أكبر من الحجم المسموح به. قلّل حجمه وحاول مرة أخرى.',
    'What you sent is larger than this site accepts. Make it smaller and try again.',
  ],
  414: [
    'العنوان أطول من المسموح به. ابدأ من الصفحة الرئيسية.',
    'The address is too long. Start from the home page.',
  ],
  415: [
    'لا يُقبل هذا النوع من البيانات هنا. استخدم نماذج الموقع.',
    'This kind of data is not accepted here. Use the forms of the site.',
  ],
  417: [
    'لا يمكن تلبية ما يتوقعه هذا الطلب. أرسله بلا شروط.',
    'What this request expects cannot be met. Send it without conditions.',
  ],
  421: [
    'هذا الموقع غير متاح على هذا العنوان. تحقّق من العنوان.',
    'This site is not available at this address. Check the address.',
  ],
  431: [
    'أرسل متصفحك بيانات أكثر من المسموح به. احذف ملفات تعريف الارتباط لهذا الموقع وحاول مرة أخرى.',
    'Your browser sent more data than this site accepts. Delete the cookies of this site and try again.',
  ],
  501: [
    'أُرسلت البيانات بترميز غير مدعوم. أرسلها من دونه.',
    'The data was sent with an encoding that is not supported. Send it without encoding.',
  ],
} as const satisfies Record<number, readonly [arabic: string, english: string]>

export type RejectionStatus = keyof typeof words

/** Responses to invalid requests: short texts, and prepared pages. */
export interface Rejections {
  /**
   * Rejects a request. Its connection is closed if more of the request may still come.
   * @param allow the methods of the address, for 405
   */
  send: (request: SiteRequest, status: RejectionStatus, allow?: string | null) => void
  /**
   * Rejects a request with a page, for visitors who can read one.
   * @param page with its status, in every content encoding
   */
  sendPage: (request: SiteRequest, page: CachedResponse) => void
  /** Sends the response to OPTIONS. */
  sendMethods: (request: SiteRequest, allow: string) => void
  /** Rejects on a connection where no request could be parsed. The caller closes it. */
  sendTo: (socket: Duplex, status: RejectionStatus, allow?: string | null) => void
  /**
   * Redirects on a connection where no request could be parsed.
   * @param address path and query, starting with one slash
   */
  redirectOn: (socket: Duplex, address: string) => void
}

/** @param isHttps whether visitors use HTTPS */
export function createRejections(isHttps: boolean): Rejections {
  function headOf(status: RejectionStatus, allow: string | null) {
    const text = rejectionText(status)
    return {
      text,
      fields: [
        ...securityHeaders(isHttps).flat(),
        ...['Content-Type', 'text/plain; charset=utf-8'],
        ...['Content-Length', String(Buffer.byteLength(text))],
        ...['Cache-Control', 'no-store'],
        ...(allow === null ? [] : ['Allow', allow]),
      ],
    }
  }

  return {
    send(request, status, allow = null) {
      const { response } = request
      const { text, fields } = headOf(status, allow)
      closeIfIncomplete(request)
      response.writeHead(status, fields)
      response.end(text)
    },

    sendPage(request, page) {
      closeIfIncomplete(request)
      trySend(request, page, { status: cacheStatus.miss, age: null })
    },

    sendMethods(request, allow) {
      const { response } = request
      closeIfIncomplete(request)
      response.writeHead(204, [...securityHeaders(isHttps).flat(), 'Allow', allow])
      response.end()
    },

    sendTo(socket, status, allow = null) {
      const { text, fields } = headOf(status, allow)
      socket.write(headText(status, fields) + text)
    },

    redirectOn(socket, address) {
      socket.write(headText(308, redirectFields(address, isHttps)))
    },
  }
}

/** @param fields names and values in turn */
function headText(status: number, fields: readonly string[]) {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Whether a request announces a body. */
export function hasBody({ headers }: SiteRequest) {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function closeIfIncomplete(request: SiteRequest) {
  request.response.shouldKeepAlive &&= request.incoming.complete || !hasBody(request)
}

function rejectionText(status: RejectionStatus) {
  return `${words[status].join('\n')}\n`
}
