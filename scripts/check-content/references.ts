import { screenAt, screens } from '../../app/addresses.ts'
import type { Content, Product } from '../../server/content-service/folder/assemble.ts'
import type { Problem, Text } from './texts.ts'

/** Names like those of products that are none: earthing systems. */
const otherNames = new Set(['TN-S', 'TN-C', 'TN-C-S'])

/** Versions and accessories that are made to order, named in the text of their product only. */
const namedInTextOnly = new Set(['TM-LK', 'TMB-2', 'TCX-M30', 'TSA-SP1000C'])

/** A product name: capitals that begin with T, then a number or a part after a hyphen. */
const productName = /(?<![A-Za-z\d-])T[A-Z]{1,3}(?:\d|-[A-Z\d])[A-Za-z\d.-]*(?<=[A-Za-z\d])/g

/** Finds names and order codes that no product has. The beginning of a name stands for a series. */
export function findUnknownNames(texts: Text[], sample: Content): Problem[] {
  const names = listProducts(sample).flatMap(({ id, Ar, En, specs, variants }) => [
    id.toUpperCase(),
    ...(`${Ar.title} ${En.title}`.match(productName) ?? []),
    ...variants.map(({ code }) => code),
    ...[{ specs }, ...variants].flatMap(listReplaced),
  ])
  const known = new Set([...names, ...otherNames, ...namedInTextOnly])
  const beginsOne = (name: string) =>
    names.some(
      (each) =>
        each.startsWith(name) &&
        !/\d\d|[A-Z]{2}/.test(each.slice(name.length - 1, name.length + 1)),
    )
  return texts.flatMap((text) =>
    [...text.text.matchAll(productName)]
      .filter(([name]) => !known.has(name) && !beginsOne(name))
      .map(([name]) => ({ ...text, message: `no product has the name or the order code ${name}` })),
  )
}

/** Numbers that texts may have in words: half, one and a half, a hundred, a thousand. */
const inWords = new Set(['0.5', '1.5', '100', '1000', '10000'])

/** Finds numbers of three digits and more, and decimals, that a text has in one language only. */
export function findUnequalNumbers(texts: Text[]): Problem[] {
  const parts = new Map<string, Text[]>()
  for (const text of texts) {
    if (text.post === '' || text.language === null) continue
    const part = `${text.post} ${text.key}`
    parts.set(part, [...(parts.get(part) ?? []), text])
  }
  return [...parts.values()].flatMap((lines) => {
    const figures = (language: string | null) =>
      new Set(
        lines
          .filter((line) => line.language === language)
          .flatMap((line) => longNumbersIn(line.text)),
      )
    const others = { Ar: figures('En'), En: figures('Ar') }
    return lines.flatMap((line) =>
      longNumbersIn(line.text)
        .filter(
          (figure) => line.language && !others[line.language].has(figure) && !inWords.has(figure),
        )
        .map((figure) => ({
          ...line,
          message: `the other language does not have ${figure} in this text`,
        })),
    )
  })
}

function longNumbersIn(text: string) {
  const digits =
    text
      .replace(/(\d) (?:ألف|آلاف)(?!\p{L})/gu, '$1,000')
      .match(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\ds])/g) ?? []
  return digits
    .map((figure) => figure.replaceAll(',', ''))
    .filter((figure) => /\.|\d{3}/.test(figure))
}

/** Finds links inside the site to what is not there. */
export function findDeadLinks(texts: Text[], sample: Content): Problem[] {
  const { categories } = sample
  const types = categories.flatMap((category) => category.types)
  const posts: Record<string, { id: string }[]> = {
    [screens.productDetails]: listProducts(sample),
    [screens.productsDetails]: listProducts(sample),
    [screens.products]: types,
    [screens.productsTypes]: categories,
    [screens.blogDetails]: sample.blog,
    [screens.newsDetails]: sample.news,
    [screens.serviceDetails]: sample.services,
    [screens.projectDetails]: sample.projects,
    [screens.solutionDetails]: sample.solutions,
    [screens.allSolutionProducts]: sample.solutions,
  }
  const isThere = (path: string) => {
    const screen = screenAt(path)
    const id = path.split('/')[2]
    if (screen === null) return false
    return !screen.includes(':') || (posts[screen] ?? []).some((post) => post.id === id)
  }
  return texts.flatMap((text) =>
    [...text.text.matchAll(/\]\((\/[^)?#\s]*)[^)]*\)/g)]
      .filter(([, path]) => path !== undefined && !isThere(path))
      .map(([, path]) => ({ ...text, message: `the site has no ${path}` })),
  )
}

function listProducts(sample: Content): Product[] {
  return sample.categories.flatMap(({ types }) => types.flatMap((type) => type.products))
}

/** Lists the older products that a product or order code replaces, which nobody sells any more. */
function listReplaced({ specs }: Pick<Product, 'specs'>) {
  return specs.flatMap(({ name, value }) =>
    name.En === 'Replaces' ? (JSON.stringify(value).match(productName) ?? []) : [],
  )
}
