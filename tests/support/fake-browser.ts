import { createContext, Script } from 'node:vm'

export interface FakeBrowserOptions {
  /** What local storage holds under `lang` before the visit. */
  stored?: string
  /** The cookies before the visit. */
  cookies?: Record<string, string>
  /** False: cookies are switched off. */
  keepsCookies?: boolean
  /** False: asking for local or session storage throws, as it does where storage is switched off. */
  hasStorage?: boolean
}

/** A page that a visitor got to see, or was led away from. */
export interface Shown {
  address: string
  language: string
}

/** Where a script sends the page that it runs in. */
type Step = { kind: 'stay' } | { kind: 'go'; address: string }

/** So many pages in a row that nobody would have asked for them: a loop. */
const loopLength = 10

/**
 * The little of a browser that a script in a page's head can touch: cookies, storage, location.
 * @param serve the server: the language of the page at an address
 * @param script the page's script, as it stands in the head
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

  /** Loads an address and whatever the script leads on to. */
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
    /** Shows the last page again as it was, as the back button does. @returns whether it reloads */
    goBack: () => restorePage().kind === 'go',
    stored: () => local.get('lang'),
    store: (language: string) => local.set('lang', language),
    cookies,
    writtenCookies,
  }
}

function storageOver(entries: Map<string, string>, isThere: boolean) {
  if (!isThere) throw new Error('SecurityError')
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: unknown) => void entries.set(name, String(value)),
  }
}
