import { parseSample } from './parse-sample.ts'
import { listPostRows } from './post-rows.ts'
import type { PostRow } from './post-rows.ts'
import type { SampleTexts } from './sample.ts'
import { listSyntheticProductRows } from './synthetic-products.ts'

/**
 * All rows of a database: the sample, plus synthetic products up to the given number.
 * @throws SampleError for an invalid sample, before the first row
 */
export function listRowsOfSample(texts: SampleTexts, products?: number): Iterable<PostRow> {
  const sample = parseSample(texts)
  function* listRows() {
    yield* listPostRows(sample)
    if (products !== undefined) yield* listSyntheticProductRows(sample, products)
  }
  return listRows()
}
