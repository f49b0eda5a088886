import { createRequire } from 'node:module'
import { z } from 'zod'

/** The optional packages that set texts and make PDFs. */
const packages = { compiler: '@myriaddreamin/typst-ts-node-compiler', editor: '@cantoo/pdf-lib' }
const packageSchema = z.object({ optionalDependencies: z.record(z.string(), z.string()) })

/**
 * Whether this installation has Typst, with the binary for this machine. Without it, the site has no sheets, and share
 * cards without texts. The question stands apart from `typst.ts`, whose import loads that binary, which only child
 * processes do.
 */
export function hasTypst() {
  const require = createRequire(import.meta.url)
  const isInstalled = (name: string) => {
    try {
      return require.resolve(name) !== ''
    } catch {
      return false
    }
  }
  const manifest = `${packages.compiler}/package.json`
  if (!isInstalled(manifest) || !isInstalled(packages.editor)) return false
  const { optionalDependencies } = packageSchema.parse(require(manifest))
  return Object.keys(optionalDependencies).some(isInstalled)
}
