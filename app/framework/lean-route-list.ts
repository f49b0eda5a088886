import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'

/** Remix's list of routes for browsers: a script that sets one variable. */
const listFile = /^manifest-\w+\.js$/
const assignment = /^(window\.__remixManifest=)(\{.*\});$/s

const routeList = z.looseObject({
  routes: z.record(z.string(), z.looseObject({ path: z.string().optional(), module: z.string() })),
})

/** What every unknown address matches: its loader redirects, in the browser too. */
const catchAll = '*'

/** In the module of a route that has a screen. */
const defaultExport = /\bas default\b/

/**
 * Removes routes without a screen from the list that browsers load: only the server needs to know the
 * addresses of files and forms. Runs before the list is compressed (scripts/compressed-files.ts).
 * @param clientDir the folder of the client build
 */
export function leanRouteList(clientDir: string): Plugin {
  return {
    name: 'lean-route-list',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    async writeBundle() {
      const folder = path.join(clientDir, 'assets')
      const [name] = (await readdir(folder)).filter((file) => listFile.test(file))
      if (name === undefined) return this.error('Remix no longer writes a list of routes')
      const script = await readFile(path.join(folder, name), 'utf8')
      const [, start = '', json = ''] = assignment.exec(script) ?? []
      if (json === '') return this.error('Remix no longer writes the list of routes as JSON')
      const list = routeList.parse(JSON.parse(json))
      for (const [id, { path: pattern, module }] of Object.entries(list.routes)) {
        const code = await readFile(path.join(clientDir, module), 'utf8')
        if (pattern !== catchAll && !defaultExport.test(code)) delete list.routes[id]
      }
      await writeFile(path.join(folder, name), `${start}${JSON.stringify(list)};`)
    },
  }
}
