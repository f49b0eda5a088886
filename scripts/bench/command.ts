import { fileURLToPath } from 'node:url'
import { cleanUp } from './sites.ts'

/**
 * Runs a command that starts servers: in the project's folder, with a one-line error message, and
 * with all servers stopped however it ends.
 */
export async function runCommand(command: () => Promise<void>) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    // `on`, not `once`: the terminal and npm both forward the same Ctrl-C.
    process.on(signal, () => void cleanUp().finally(() => process.exit(code)))
  }
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
}

/**
 * The named parts, in the order of `parts`.
 * @param only names separated by commas; undefined for all
 * @throws Error for an unknown name
 */
export function chooseParts<T>(parts: Record<string, T>, only: string | undefined): T[] {
  const names = only?.split(',') ?? Object.keys(parts)
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    throw new Error(`There is no part called ${unknown.join(', ')}. See --help.`)
  }
  return Object.entries(parts).flatMap(([name, part]) => (names.includes(name) ? [part] : []))
}
