import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { findWebKit } from '../../scripts/engines.mjs'
import type { EnginePage } from './engines.ts'
import { eventually } from './eventually.ts'
import { getFreePort } from './loopback.ts'

/** The name of an element's id in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Opens WebKit's small browser for GTK on a display without a screen, and drives it by WebDriver (W3C), for which its
 * driver is the only program.
 */
export async function openWebKit(paths: ReturnType<typeof findWebKit>) {
  if (!paths) throw new Error('WebKit was not found.')
  const display = spawn(paths.display, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const programs = [display]
  const end = () => programs.reverse().forEach((program) => program.kill())
  process.once('exit', end)
  async function close() {
    process.off('exit', end)
    end()
    await Promise.all(programs.map(hasEnded))
  }
  try {
    const [number] = await once(display.stdio[3] ?? display, 'data')
    const port = await getFreePort()
    const env = {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    }
    programs.push(spawn(paths.driver, [`--port=${port}`], { env, stdio: 'ignore' }))
    const url = `http://127.0.0.1:${port}`
    await eventually(() => fetch(`${url}/status`))
    const { sessionId } = await call<{ sessionId: string }>('POST', `${url}/session`, {
      capabilities: {
        alwaysMatch: {
          // As the drivers of the other engines do, it waits for an element that is not there yet.
          timeouts: { implicit: 10_000 },
          'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
        },
      },
    })
    const session = `${url}/session/${sessionId}`
    return { page: webKitPage(session), close: () => call<void>('DELETE', session).finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

async function hasEnded(program: ChildProcess) {
  if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
}

/** @throws Error with the driver's message when it cannot do it */
async function call<T = unknown>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: T }
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`)
  return value
}

/** The script of a call: WebDriver knows no functions, and waits for what it passes as the last argument. */
const script = (run: unknown) => `
  const [args, done] = arguments
  const settle = async () => (${String(run)})(...args)
  settle().then((value) => done({ value }), (error) => done({ error: String(error) }))`

function webKitPage(session: string): EnginePage {
  const post = <T>(path: string, body: object = {}) => call<T>('POST', session + path, body)
  const find = async (selector: string) => {
    const by = { using: 'css selector', value: selector }
    return (await post<Record<string, string>>('/element', by))[elementKey] ?? ''
  }
  const evaluate: EnginePage['evaluate'] = async (run, ...args) => {
    const body = { script: script(run), args: [args] }
    const { value, error } = await post<{ value: never; error?: string }>('/execute/async', body)
    if (error !== undefined) throw new Error(error)
    return value
  }
  const getTimeOrigin = () => evaluate(() => performance.timeOrigin)
  return {
    goto: async (url) => {
      const before = await getTimeOrigin()
      await post('/url', { url })
      // A change of the address within the page before ends the driver's waiting, too.
      await eventually(async () => {
        if ((await getTimeOrigin()) === before) throw new Error(`${url} has not come.`)
      })
    },
    goBack: () => post('/back'),
    evaluate,
    click: async (selector) => post(`/element/${await find(selector)}/click`),
    hover: async (selector) => {
      const origin = { [elementKey]: await find(selector) }
      // The driver moves the mouse within the window only.
      await post('/execute/sync', {
        script: "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })",
        args: [origin],
      })
      const move = { type: 'pointerMove', duration: 0, origin, x: 0, y: 0 }
      const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
      await post('/actions', { actions: [{ ...mouse, actions: [move] }] })
    },
    type: async (selector, text) => post(`/element/${await find(selector)}/value`, { text }),
    pictureOf: async (selector) =>
      call('GET', `${session}/element/${await find(selector)}/screenshot`),
  }
}
