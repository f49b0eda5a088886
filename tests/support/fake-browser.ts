import { createContext, Script } from 'node:vm'

export interface FakeBrowserOptions {
  /** The value of `lang` in local storage before the visit. */
  stored?: string
  /** The cookies before the visit. */
  cookies?: Record<string, string>
  /** False: cookies are disabled. */
  keepsCookies?: boolean
  /** False: access to local or session storage throws, as in a browser with storage disabled. */
  hasStorage?: boolean
}

/** A page that a visitor saw or was redirected from. */
export interface Shown {
  address: string
  language: string
}

/** What the script does with the page that it runs in. */
type Step = { kind: 'stay' } | { kind: 'go'; address: string }

/** The number of pages at which a chain of redirects counts as a loop. */
const loopLength = 10

/**
 * The parts of a browser that a script in a page's head uses: cookies, storage, location.
 * @param script the source of the page's script
 * @param serve acts as the server: returns the language of the page at an address
 */
export function openBrowser(
  script: string,
  serve: (address: URL, cookies: ReadonlyMap<string, string>) => string,
  options: FakeBrowserOptions = {},
) {
  const { keepsCookies = true, hasStorage = true } = options
  const compiled = new Script(script)
  const cookies = new Map(Object.entries(options.cookies ?? {}))
  const writtenCookies: string[] = []
  const local = new Map<string, string>()
  if (options.stored !== undefined) local.set('lang', options.stored)
  const session = new Map<string, string>()
  let restorePage: () => Step = () => ({ kind: 'stay' })

  /** Runs the script in a new page. */
  function runIn({ address, language }: Shown): Step {
    let step: Step = { kind: 'stay' }
    const listeners: ((event: { persisted: boolean }) => void)[] = []
    const page = {
      URL,
      document: {
        documentElement: {
          hidden: false,
          getAttribute: (name: string) =>
            name === 'data-language' ? language : name === 'lang' ? language.toLowerCase() : null,
        },
        get cookie() {
          return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        },
        set cookie(text: string) {
          writtenCookies.push(text)
          const [name = '', value = ''] = text.split(';', 1).join('').split('=')
          if (keepsCookies) cookies.set(name, value)
        },
      },
      location: {
        href: address,
        reload() {
          step = { kind: 'go', address }
        },
        replace(next: URL | string) {
          step = { kind: 'go', address: String(next) }
        },
      },
      get localStorage() {
        return storageOver(local, hasStorage)
      },
      get sessionStorage() {
        return storageOver(session, hasStorage)
      },
      addEventListener(type: string, listener: (event: { persisted: boolean }) => void) {
        if (type === 'pageshow') listeners.push(listener)
      },
    }
    compiled.runInContext(createContext(page))
    restorePage = () => {
      step = { kind: 'stay' }
      for (const listener of listeners) listener({ persisted: true })
      return step
    }
    for (const listener of listeners) listener({ persisted: false })
    return step
  }

  /** Loads an address and follows the script's redirects. */
  function visit(address: string): Shown[] {
    const shown: Shown[] = []
    let step: Step = { kind: 'go', address: new URL(address, 'https://site.example').href }
    while (step.kind === 'go' && shown.length < loopLength) {
      const page: Shown = {
        address: step.address,
        language: serve(new URL(step.address), cookies),
      }
      shown.push(page)
      step = runIn(page)
    }
    return shown.map(({ address: at, language }) => {
      const { pathname, search, hash } = new URL(at)
      return { address: pathname + search + hash, language }
    })
  }

  return {
    visit,
    /** Restores the last page, as the back button does. @returns whether it reloads */
    goBack: () => restorePage().kind === 'go',
    stored: () => local.get('lang'),
    store: (language: string) => local.set('lang', language),
    cookies,
    writtenCookies,
  }
}

function storageOver(entries: Map<string, string>, isAvailable: boolean) {
  if (!isAvailable) throw new Error('SecurityError')
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: unknown) => void entries.set(name, String(value)),
  }
}
