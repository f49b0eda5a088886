import { brotliDecompressSync } from 'node:zlib'
import { fetchPinnedFile } from './pinned-file.mjs'

/** Versions of the npm package @sparticuz/chromium, which contain a Chromium of that age, and their integrity. */
const packages = {
  '92.0.0':
    'sha512-xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==',
  '103.0.0':
    'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  '110.0.1':
    'sha512-LS7GKGoHSNUK2ugRp2k9/Rb+wSjsqPDTQTWd9nM2d2hCgm78WRLx2Vw+xwl3bst3M4+dqfawpx1UObUmt5vVYQ==',
}

/** Whether these browsers run here: they are made for one platform only. */
export const runsOldBrowsers = process.platform === 'linux' && process.arch === 'x64'

/**
 * Installs an old Chromium, once.
 * @param {keyof typeof packages} version
 * @returns {string} the path of its executable
 * @throws {Error} when it cannot be fetched, or is not what it was
 */
export function installOldBrowser(version) {
  const name = `@sparticuz/chromium@${version}`
  return fetchPinnedFile(name, packages[version], 'bin/chromium.br', brotliDecompressSync)
}
