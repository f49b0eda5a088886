import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
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

/** The sample's YAML files: name inside the sample (`blog/01-earthing.yaml`) to text. */
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

/** A hash that changes whenever a file of the sample does. */
export function hashSample(texts: SampleTexts): string {
  const hash = createHash('sha256')
  for (const [name, text] of texts) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}
