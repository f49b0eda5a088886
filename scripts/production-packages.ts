import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/**
 * The most bytes that `npm ci --omit=dev` may install, on Linux with glibc: raise it only for a package that is
 * worth its size. 79 million are the optional packages that make PDF sheets, 8 million read workbooks, 11 million
 * PDF files, 5 million Word files, 4 million write and read backups.
 */
export const productionBudget = 238_500_000

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
})

/**
 * The installed packages that `npm ci --omit=dev` installs too, by the lock file: places such as
 * `node_modules/sharp`. npm counts TypeScript among them, as an optional peer of @remix-run/node; our own packages are
 * in the build.
 */
export function listProductionPackages(): string[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link)
    .filter(([place]) => existsSync(place))
    .map(([place]) => place)
}

/** The bytes of packages' own files, without the packages nested in them. */
export function sizeOfPackages(places: string[]): number {
  return places.reduce((sum, place) => sum + sizeOfFolder(place), 0)
}

function sizeOfFolder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const place = path.join(folder, entry.name)
      return entry.isDirectory() ? sizeOfFolder(place) : lstatSync(place).size
    })
    .reduce((sum, bytes) => sum + bytes, 0)
}
