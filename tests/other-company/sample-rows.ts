import { listPostRows } from '@site/content-folder/rows'
import { sampleContent } from '../support/sample-content.ts'

/** The project's own sample: what the other company's content takes the place of. */
export const rows = readRows()

interface WireSpecs {
  postSpecs?: { name: string }[]
  postVariants?: { specs: { name: string }[] }[]
}

function readRows() {
  const all = [...listPostRows(sampleContent)]
  const positions = new Map<string, Map<string, number>>()
  const parents = new Map<string, string>()
  const specNames = new Map<string, string[]>()
  const variantSpecNames = new Map<string, string[][]>()
  const specPositions = new Map<string, number>()
  for (const { type, language, id, parentId, detailItem } of all) {
    const ofType = positions.get(type) ?? new Map<string, number>()
    positions.set(type, ofType)
    if (!ofType.has(id)) ofType.set(id, ofType.size)
    if (type === 'Products') parents.set(id, parentId)
    if (language !== 'En') continue
    const { postSpecs = [], postVariants = [] } = JSON.parse(detailItem) as WireSpecs
    const names = namesOf(postSpecs)
    specNames.set(`${type} ${id}`, names)
    const ofVariants = postVariants.map(({ specs }) => namesOf(specs))
    variantSpecNames.set(`${type} ${id}`, ofVariants)
    for (const name of [names, ...ofVariants].flat()) {
      if (!specPositions.has(name)) specPositions.set(name, specPositions.size)
    }
  }

  function positionOf(type: string, id: string) {
    const position = positions.get(type)?.get(id)
    if (position === undefined) throw new Error(`The sample has no ${type} ${id}.`)
    return position
  }

  return {
    /** The titles of all posts in both languages. */
    titles: all.map(({ title }) => title),
    /** The company’s name in both languages. */
    company: all.filter(({ type }) => type === 'Footer.Data').map(({ title }) => title),
    /** The position of a post among all of its type. */
    positionOf,
    /** The position of a product's type among all types. */
    typeOfProduct: (id: string) => positionOf('ProductsTypes', parents.get(id) ?? ''),
    /** The names of a post's specifications in English, whatever language they are shown in. */
    specNamesOf: (type: string, id: string) => specNames.get(`${type} ${id}`) ?? [],
    /** The same of each of a product's variants. */
    variantSpecNamesOf: (type: string, id: string) => variantSpecNames.get(`${type} ${id}`) ?? [],
    /** The position of a name among all different ones. */
    positionOfSpecName: (name: string) => specPositions.get(name) ?? 0,
  }
}

function namesOf(specs: { name: string }[]) {
  return specs.map(({ name }) => name)
}
