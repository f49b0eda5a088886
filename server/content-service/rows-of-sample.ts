import { parseSample } from './parse-sample.ts'
import { listPostRows } from './post-rows.ts'
import type { PostRow } from './post-rows.ts'
import type { SampleTexts } from './sample.ts'
import { listSyntheticProductRows } from './synthetic-products.ts'

/**
 * All rows of a database: those of the sample, and of a catalogue filled up to so many products.
 * @throws SampleError for a wrong sample, at once
 */
export function listRowsOfSample(texts: SampleTexts, products?: number): Iterable<PostRow> {
  const sample = parseSample(texts)
  function* listRows() {
    yield* listPostRows(sample)
    if (products !== undefined) yield* listSyntheticProductRows(sample, products)
  }
  return listRows()
}
