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
  projectListSchema,
  slideListSchema,
  solutionListSchema,
  specificationsSchema,
} from './sample-format.ts'
import { resolveSpecs } from './resolve-specs.ts'
import type { SampleChild } from './sample-format.ts'
import { SampleError } from './sample.ts'
import type { Sample, SampleTexts } from './sample.ts'

/**
 * Parses and validates the sample's files.
 * @throws SampleError naming the file and the path inside it
 */
export function parseSample(texts: SampleTexts): Sample {
  const specifications = parseFile(texts, 'specifications.yaml', specificationsSchema)
  const sample: Sample = {
    about: parseFile(texts, 'about.yaml', postListSchema),
    backgrounds: parseFile(texts, 'backgrounds.yaml', postListSchema),
    blog: parseFolder(texts, 'blog', datedPostSchema, (post) => post),
    branches: parseFile(texts, 'branches.yaml', branchListSchema),
    categories: parseFolder(texts, 'products', categorySchema, (category, name) =>
      resolveSpecs(category, name, specifications),
    ),
    companyGoals: parseFile(texts, 'company-goals.yaml', postListSchema),
    contact: parseFile(texts, 'contact.yaml', contactSchema),
    footer: parseFile(texts, 'footer.yaml', footerSchema),
    homeSlider: parseFile(texts, 'home-slider.yaml', slideListSchema),
    news: parseFile(texts, 'news.yaml', datedPostListSchema),
    projects: parseFile(texts, 'projects.yaml', projectListSchema),
    services: parseFile(texts, 'services.yaml', postListSchema),
    solutions: parseFile(texts, 'solutions.yaml', solutionListSchema),
    specifications,
    sustainability: parseFile(texts, 'sustainability.yaml', postListSchema),
    workFields: parseFile(texts, 'work-fields.yaml', postListSchema),
  }
  const ids = rejectDuplicateIds(sample)
  rejectUnknownParents('home-slider.yaml', sample.homeSlider, ids)
  const solutions = new Set(sample.solutions.map((solution) => solution.id))
  rejectUnknownParents('projects.yaml', sample.projects, solutions)
  rejectUnknownProducts(sample)
  rejectDuplicateCodes(sample)
  return sample
}

function parseFolder<Schema extends z.ZodType, Result>(
  texts: SampleTexts,
  folder: 'blog' | 'products',
  schema: Schema,
  toResult: (content: z.output<Schema>, name: string) => Result,
): Result[] {
  return [...texts.keys()]
    .filter((name) => name.startsWith(`${folder}/`))
    .map((name) => toResult(parseFile(texts, name, schema), name))
}

function parseFile<Schema extends z.ZodType>(
  texts: SampleTexts,
  name: string,
  schema: Schema,
): z.output<Schema> {
  // The failsafe schema keeps every scalar as the text in the file.
  const document = parseDocument(texts.get(name) ?? '', { schema: 'failsafe' })
  const fault = document.errors[0]
  if (fault) throw new SampleError(`${name}: ${fault.message}`)

  const content: unknown = document.toJS()
  const result = schema.safeParse(content)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new SampleError(
    `${name}: ${formatPath(issue?.path ?? [])}: ${issue?.message ?? 'is wrong'}`,
  )
}

/** Formats a path such as `[0, 'Ar', 'title']` as `[0].Ar.title`. */
function formatPath(steps: readonly PropertyKey[]): string {
  const parts = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return parts.join('').replace(/^\./, '') || 'the file'
}

/**
 * IDs are used in URLs and in image file names, so they are unique across all files.
 * @returns all of them
 */
function rejectDuplicateIds(sample: Sample): Set<string> {
  const { categories, contact, footer, specifications: _, ...lists } = sample
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
    if (seen.has(id)) throw new SampleError(`The id ${id} is used twice in the sample.`)
    seen.add(id)
  }
  return seen
}

function rejectUnknownParents(file: string, posts: SampleChild[], known: Set<string>): void {
  posts.forEach(({ parent }, index) => {
    if (parent === undefined || known.has(parent)) return
    throw new SampleError(`${file}: [${index}].parent: there is no such post as ${parent}`)
  })
}

function rejectUnknownProducts(sample: Sample): void {
  const known = new Set(
    sample.categories.flatMap((category) =>
      category.types.flatMap((type) => type.products.map((product) => product.id)),
    ),
  )
  sample.solutions.forEach((solution, index) => {
    const seen = new Set<string>()
    solution.products.forEach((product, place) => {
      const where = `solutions.yaml: [${index}].products[${place}]`
      if (!known.has(product)) {
        throw new SampleError(`${where}: there is no product with the id ${product}`)
      }
      if (seen.has(product)) throw new SampleError(`${where}: ${product} is listed twice`)
      seen.add(product)
    })
  })
}

/** A code names one thing that can be ordered. */
function rejectDuplicateCodes({ categories }: Sample): void {
  const products = categories.flatMap(({ types }) => types.flatMap((type) => type.products))
  const owners = new Map<string, string>()
  for (const { id, variants } of products) {
    for (const { code } of variants) {
      const owner = owners.get(code)
      if (owner !== undefined) {
        throw new SampleError(`The code ${code} of ${id} is already a code of ${owner}.`)
      }
      owners.set(code, id)
    }
  }
}
