import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDocument } from 'yaml'
import type { z } from 'zod'
import {
  branchListSchema,
  categorySchema,
  contactSchema,
  datedPostListSchema,
  datedPostSchema,
  footerSchema,
  postListSchema,
  solutionListSchema,
} from './sample-format.ts'
import type {
  SampleBranch,
  SampleCategory,
  SampleContact,
  SampleFooter,
  SamplePost,
  SampleSolution,
} from './sample-format.ts'

/** Every file of the sample must be there; a folder must hold at least one .yaml file. */
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
  'sustainability.yaml',
  'work-fields.yaml',
] as const
const sampleFolders = ['blog', 'products'] as const

/** The whole sample, checked; each list in the order of its file. */
export interface Sample {
  about: SamplePost[]
  backgrounds: SamplePost[]
  blog: SamplePost[]
  branches: SampleBranch[]
  categories: SampleCategory[]
  companyGoals: SamplePost[]
  contact: SampleContact
  footer: SampleFooter
  homeSlider: SamplePost[]
  news: SamplePost[]
  projects: SamplePost[]
  services: SamplePost[]
  solutions: SampleSolution[]
  sustainability: SamplePost[]
  workFields: SamplePost[]
}

/** The sample's YAML files as read: name inside the sample (`blog/01-earthing.yaml`) to text. */
type SampleTexts = ReadonlyMap<string, string>

/** A sample file that is missing, unreadable or wrong; the message names the file and the place. */
export class SampleError extends Error {
  override name = 'SampleError'
}

/**
 * The sample that comes with the project. Works from the source and from the build, since both
 * lie below the folder of package.json.
 */
export function getSampleDirectory(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder) {
      throw new SampleError(
        'The sample content was not found: no package.json above the content service.',
      )
    }
    folder = parent
  }
  return path.join(folder, 'server', 'content-service', 'sample')
}

/**
 * Reads the sample's YAML files, without looking into them.
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

/** One short text that changes whenever a file of the sample does. */
export function hashSample(texts: SampleTexts): string {
  const hash = createHash('sha256')
  for (const [name, text] of texts) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

/**
 * Checks the sample's texts and gives them their types.
 * @throws SampleError naming the file and the path inside it
 */
export function parseSample(texts: SampleTexts): Sample {
  const sample: Sample = {
    about: parseFile(texts, 'about.yaml', postListSchema),
    backgrounds: parseFile(texts, 'backgrounds.yaml', postListSchema),
    blog: parseFolder(texts, 'blog', datedPostSchema),
    branches: parseFile(texts, 'branches.yaml', branchListSchema),
    categories: parseFolder(texts, 'products', categorySchema),
    companyGoals: parseFile(texts, 'company-goals.yaml', postListSchema),
    contact: parseFile(texts, 'contact.yaml', contactSchema),
    footer: parseFile(texts, 'footer.yaml', footerSchema),
    homeSlider: parseFile(texts, 'home-slider.yaml', postListSchema),
    news: parseFile(texts, 'news.yaml', datedPostListSchema),
    projects: parseFile(texts, 'projects.yaml', datedPostListSchema),
    services: parseFile(texts, 'services.yaml', postListSchema),
    solutions: parseFile(texts, 'solutions.yaml', solutionListSchema),
    sustainability: parseFile(texts, 'sustainability.yaml', postListSchema),
    workFields: parseFile(texts, 'work-fields.yaml', postListSchema),
  }
  refuseRepeatedIds(sample)
  refuseUnknownProducts(sample)
  return sample
}

function parseFolder<Schema extends z.ZodType>(
  texts: SampleTexts,
  folder: (typeof sampleFolders)[number],
  schema: Schema,
): z.output<Schema>[] {
  return [...texts.keys()]
    .filter((name) => name.startsWith(`${folder}/`))
    .map((name) => parseFile(texts, name, schema))
}

function parseFile<Schema extends z.ZodType>(
  texts: SampleTexts,
  name: string,
  schema: Schema,
): z.output<Schema> {
  // The failsafe schema leaves every scalar as the text that the file shows.
  const document = parseDocument(texts.get(name) ?? '', { schema: 'failsafe' })
  const fault = document.errors[0]
  if (fault) throw new SampleError(`${name}: ${fault.message}`)

  const content: unknown = document.toJS()
  const result = schema.safeParse(content)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new SampleError(`${name}: ${showPath(issue?.path ?? [])}: ${issue?.message ?? 'is wrong'}`)
}

/** `[0, 'Ar', 'title']` as a person would write it: `[0].Ar.title`. */
function showPath(steps: readonly PropertyKey[]): string {
  const shown = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return shown.join('').replace(/^\./, '') || 'the file'
}

/** Ids name the posts in addresses and the pictures on disk, so they are unique over all files. */
function refuseRepeatedIds(sample: Sample): void {
  const { categories, contact, footer, ...lists } = sample
  const types = categories.flatMap((category) => category.types)
  const products = types.flatMap((type) => type.products)
  const seen = new Set<string>()
  for (const { id } of [
    ...Object.values(lists).flat(),
    ...categories,
    ...types,
    ...products,
    contact,
    footer,
  ]) {
    if (seen.has(id)) throw new SampleError(`The id ${id} stands twice in the sample.`)
    seen.add(id)
  }
}

function refuseUnknownProducts(sample: Sample): void {
  const known = new Set(
    sample.categories.flatMap((category) =>
      category.types.flatMap((type) => type.products.map((product) => product.id)),
    ),
  )
  sample.solutions.forEach((solution, index) => {
    const named = new Set<string>()
    solution.products.forEach((product, place) => {
      const where = `solutions.yaml: [${index}].products[${place}]`
      if (!known.has(product)) {
        throw new SampleError(`${where}: there is no product with the id ${product}`)
      }
      if (named.has(product)) throw new SampleError(`${where}: ${product} is named twice`)
      named.add(product)
    })
  })
}
