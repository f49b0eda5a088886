import { isFileName, isPictureName } from '../../file-names.ts'
import type { ImportedPicture } from '../imported.ts'

/** The pictures that the articles of a site show. Each has one name in images/, in whatever size an article shows it. */
export class WordpressPictures {
  /** Number of addresses that are none of a picture on the web. */
  unusable = 0
  readonly #site: string
  /** The addresses of the attachments, by that without the mark of a scaled variant. */
  readonly #attachments = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** @param attachments addresses of all attachments */
  constructor(site: string, attachments: Iterable<string>) {
    this.#site = site
    for (const written of attachments) {
      const address = this.#addressOf(written)
      if (address === null) continue
      this.#attachments.set(address, address)
      const original = withoutMark(address)
      if (!this.#attachments.has(original)) this.#attachments.set(original, address)
    }
  }

  /**
   * Returns the name in images/ of a picture.
   * @returns null for anything but a picture on the web
   */
  nameOf(written: string): string | null {
    const found = this.#addressOf(written)
    if (found === null) {
      this.unusable += 1
      return null
    }
    const original = withoutMark(found.replace(/-\d{1,5}x\d{1,5}(?=\.\w+$)/, ''))
    const address = this.#attachments.get(found) ?? this.#attachments.get(original) ?? found
    const name = this.#names.get(address) ?? this.#newName(address)
    this.#names.set(address, name)
    return name
  }

  list(): ImportedPicture[] {
    return Array.from(this.#names, ([address, name]) => ({ name, address }))
  }

  #addressOf(written: string): string | null {
    if (written === '' || !URL.canParse(written, this.#site || undefined)) return null
    const url = new URL(written, this.#site || undefined)
    if (url.protocol === 'http:') url.protocol = 'https:'
    // The image service of WordPress.com: the address follows its host.
    const proxied = /^i\d\.wp\.com$/.test(url.hostname) ? `https:/${url.pathname}` : url.href
    const address = proxied.replace(/[?#].*$/, '')
    return url.protocol === 'https:' && isPictureName(address) ? address : null
  }

  #newName(address: string): string {
    const [, stem = '', ending = ''] = /([^/]*)(\.\w+)$/.exec(address) ?? []
    const plain = decoded(stem)
      .normalize('NFC')
      .replace(/[\p{C}\\/:*?"<>|%]+/gu, '-')
      .replace(/^[.~#\s-]+/, '')
      .slice(0, 80)
      .replace(/\p{Cs}/gu, '')
      .trim()
    const start =
      plain === '' || /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i.test(plain)
        ? `picture-${plain}`
        : plain
    for (let at = 1; ; at += 1) {
      const name = `${start}${at > 1 ? `-${at}` : ''}${ending.toLowerCase()}`
      // Letter case makes no difference on some systems.
      if (!isFileName(name) || this.#taken.has(name.toLowerCase())) continue
      this.#taken.add(name.toLowerCase())
      return name
    }
  }
}

/** WordPress marks the smaller copy of a large picture, which it shows instead. */
function withoutMark(address: string) {
  return address.replace(/-(?:scaled|rotated)(?=\.\w+$)/, '')
}

/** Decodes percent-encoding, unless it is malformed. */
export function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
