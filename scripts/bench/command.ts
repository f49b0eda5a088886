import { fileURLToPath } from 'node:url'
import { cleanUp } from './sites.ts'

/**
 * Runs a command that starts servers: in the project's folder, with one line for what went wrong, and
 * with nothing of it left running however it ends.
 */
export async function runCommand(command: () => Promise<void>) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    // Every time: a terminal and the runner of the script both pass the same Ctrl-C on.
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
 * The parts that are named, in their own order.
 * @param only names with commas between them; undefined for all
 * @throws Error for a name that no part has
 */
export function chooseParts<T>(parts: Record<string, T>, only: string | undefined): T[] {
  const names = only?.split(',') ?? Object.keys(parts)
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    throw new Error(`There is no part called ${unknown.join(', ')}. See --help.`)
  }
  return Object.entries(parts).flatMap(([name, part]) => (names.includes(name) ? [part] : []))
}
