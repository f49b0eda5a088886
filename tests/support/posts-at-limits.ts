import type { ApiCall } from './api-call.ts'

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

/** A text that begins with what tells it from others, of signs that take eleven bytes each on a page. */
const text = (length: number, start: unknown) => `${String(start)} `.padEnd(length, '&')
/** An id or the name of a file, of letters that take nine bytes each in an address. */
const name = (length: number, end: unknown) => String(end).padStart(length, '世')
const spec = (at: unknown, label = at) => ({
  name: text(200, label),
  value: text(500, at),
  unit: text(50, label),
})
const codes = (count: number, specsOf: (at: number) => object[]) => ({
  postVariants: times(count, (at) => ({ code: name(100, at), specs: specsOf(at) })),
})
const accessories = times(90, (at) => `R${at}`).join()

/** Fields of details by the word that their id begins with. */
const details: Record<string, object> = {
  specs: { postSpecs: times(300, spec) },
  pictures: { postImages: times(300, (at) => name(255, `${at}.jpg`)) },
  files: {
    postFiles: times(300, (at) => ({ fileName: name(255, `${at}.pdf`), fileTitle: text(300, at) })),
  },
  codes: codes(300, (at) => times(3, (column) => spec(at, column))),
  choices: codes(40, (at) => times(25, (column) => spec(at, column))),
  relations: codes(300, (at) =>
    at > 0 ? [{ name: 'Accessories', value: accessories, unit: '' }] : [],
  ),
  headings: { postDetails: times(3_000, (at) => `<h2>${at}</h2>`).join('') },
}

const address = (length: number) => 'https://a.example/'.padEnd(length, "'")
const article = () => ({
  postDetails: `<p>${'&amp;'.repeat(2_000)}</p>`,
  postSpecs: times(8, spec),
})
const branch = (at: number) => ({
  ...{ latitude: at % 9, longitude: at % 7, openingHours: text(1_000, at), adress1: text(500, at) },
  ...{ phone1: '+966110000000 / '.repeat(5), mapUrl: address(1_900), facebook: address(450) },
  ...{ youtube: address(450), tweeter: address(450), instagram: address(450) },
})
const product = (at: number) => ({
  ...codes(100, () => []),
  postSpecs: times(12, (label) => ({
    name: text(200, label),
    value: times(8, (part) => text(56, `${label}v${(at * 8 + part) % 32}`)).join('; '),
    unit: '',
  })),
})

/** What the posts of lists have besides a card's fields, and their number. */
const lists: Record<string, { count?: number; more?: (at: number) => object }> = {
  ...{ ProductsCategory: { count: 400 }, ProductsTypes: { count: 400 } },
  ...{ Products: { more: product }, Branches: { more: branch }, ContactData: { more: branch } },
  ...{ About: { more: article }, Solutions: { more: article }, Projects: { more: article } },
}

/** Posts with every field at its limit, in the largest numbers on a page: each part fits, their products do not. */
export function postsAtLimits({ check, type, postId, pno }: ApiCall): object[] {
  const isDetail = check === 'getPostDetails'
  const { count = 40, more } = lists[type] ?? {}
  return times(isDetail || pno === '1' ? 1 : count, (at) => ({
    postID: isDetail ? postId : at === 0 ? 'parent' : name(300, at),
    postTitle: text(500, at),
    postSubTitle: text(1_000, at),
    postImage: name(255, `${at}.jpg`),
    parentID: 'parent',
    ...(isDetail ? (details[postId.split('-')[0] ?? ''] ?? article()) : more?.(at)),
  }))
}
