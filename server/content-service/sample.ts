import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type {
  SampleBranch,
  SampleCategory,
  SampleChild,
  SampleContact,
  SampleFooter,
  SamplePost,
  SampleSolution,
  Specifications,
} from './sample-format.ts'
import { languages } from './wire.ts'

/** A post in one language under one parent, ready to be stored. */
const postRowSchema = z.object({
  type: z.string(),
  language: z.enum(languages),
  id: z.string(),
  parentId: z.string(),
  title: z.string(),
  /** The post as returned by getPost, as JSON. */
  listItem: z.string(),
  /** The post as returned by getPostDetails, as JSON. */
  detailItem: z.string(),
})

export type PostRow = z.infer<typeof postRowSchema>

/** All of these files must exist; each folder needs at least one .yaml file. */
const sampleFiles = [
  'about.yaml',
  'backgrounds.yaml',
  'branches.yaml',
  'company-goals.yaml',
  'contact.yaml',
  'footer.yaml',
  'home-slider.yaml',
  'news.yaml',
  'projects.yaml',
  'services.yaml',
  'solutions.yaml',
  'specifications.yaml',
  'sustainability.yaml',
  'work-fields.yaml',
] as const
const sampleFolders = ['blog', 'products'] as const

/** The whole sample, validated; each list is in file order. */
export interface Sample {
  about: SamplePost[]
  backgrounds: SamplePost[]
  blog: SamplePost[]
  branches: SampleBranch[]
  categories: SampleCategory[]
  companyGoals: SamplePost[]
  contact: SampleContact
  footer: SampleFooter
  homeSlider: SampleChild[]
  news: SamplePost[]
  projects: SampleChild[]
  services: SamplePost[]
  solutions: SampleSolution[]
  specifications: Specifications
  sustainability: SamplePost[]
  workFields: SamplePost[]
}

/** The sample's YAML texts by name inside the sample (`blog/01-earthing.yaml`). */
export type SampleTexts = ReadonlyMap<string, string>

/** A sample file is missing, unreadable or invalid; the message names the file and the place. */
export class SampleError extends Error {
  override name = 'SampleError'
}

/**
 * Reads the sample's YAML files without parsing them.
 * @throws SampleError naming what is missing
 */
export function readSampleTexts(sampleDir: string): SampleTexts {
  const names: string[] = [...sampleFiles]
  for (const folder of sampleFolders) {
    const found = existsSync(path.join(sampleDir, folder))
      ? readdirSync(path.join(sampleDir, folder)).filter((name) => name.endsWith('.yaml'))
      : []
    if (found.length === 0) {
      throw new SampleError(`The sample has no .yaml file in ${path.join(sampleDir, folder)}.`)
    }
    names.push(...found.sort().map((name) => `${folder}/${name}`))
  }

  const missing = names.filter((name) => !existsSync(path.join(sampleDir, name)))
  if (missing.length > 0) {
    throw new SampleError(`The sample in ${sampleDir} lacks ${missing.join(', ')}.`)
  }
  return new Map(names.map((name) => [name, readFileSync(path.join(sampleDir, name), 'utf8')]))
}

/** Hashes the sample, so that a change of any file changes the hash. */
export function hashSample(texts: SampleTexts): string {
  const hash = createHash('sha256')
  for (const [name, text] of texts) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

/** The compiled sample's file in the build's sample folder. */
export const compiledSampleFile = 'rows.json'

const compiledSample = z.object({ hash: z.string(), rows: z.array(postRowSchema) })

export type CompiledSample = z.infer<typeof compiledSample>

interface SampleRows {
  /** Changes with any file of the sample; identical in the source and the build. */
  hash: string
  /**
   * Lists the rows of all posts.
   * @throws SampleError for an invalid sample
   */
  list: () => Promise<PostRow[]>
}

/**
 * Opens the sample in a folder: the compiled one in the build, otherwise its YAML files.
 * @throws SampleError naming what is missing
 */
export function openSample(folder: string): SampleRows {
  // A build-time constant, so that the build does not contain the compiler.
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
