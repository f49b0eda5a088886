import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { postRowSchema, type PostRow } from './post-row.ts'
import { hashSample, readSampleTexts } from './sample.ts'

/** The compiled sample, in the folder of the sample in the build. */
export const compiledSampleFile = 'rows.json'

const compiledSample = z.object({ hash: z.string(), rows: z.array(postRowSchema) })

export type CompiledSample = z.infer<typeof compiledSample>

interface SampleRows {
  /** Changes whenever a file of the sample does; the same from the source and from the build. */
  hash: string
  /** The rows of all posts. @throws SampleError for an invalid sample */
  list: () => Promise<PostRow[]>
}

/**
 * Opens the sample in a folder: in the build the compiled one, else its YAML files.
 * @throws SampleError naming what is missing
 */
export function openSample(folder: string): SampleRows {
  // A constant of the build, which thus does not contain the compiler.
  if (import.meta.env?.IS_BUILD) {
    const text = readFileSync(path.join(folder, compiledSampleFile), 'utf8')
    const { hash, rows } = compiledSample.parse(JSON.parse(text))
    return { hash, list: async () => rows }
  }
  const texts = readSampleTexts(folder)
  const list = async () => {
    const { compileSample } = await import('./compile-sample.ts')
    return compileSample(texts)
  }
  return { hash: hashSample(texts), list }
}
