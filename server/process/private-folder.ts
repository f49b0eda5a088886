import { chmodSync, mkdirSync } from 'node:fs'

/**
 * Makes a folder of the data folder that only its owner can read, with what is in it, whatever the modes of the
 * files are. An earlier version may have made it readable by all.
 * @throws Error if it cannot be created
 */
export function makePrivateFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Somebody else's folder, which this process may use: its modes are theirs to choose.
  }
}
