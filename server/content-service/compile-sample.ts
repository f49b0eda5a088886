import { parseSample } from './parse-sample.ts'
import type { PostRow } from './post-row.ts'
import { listPostRows } from './post-rows.ts'
import type { SampleTexts } from './sample.ts'

/**
 * Makes the rows of a database from the sample's YAML files. The build has the result
 * (scripts/runtime-files.ts), so that production needs neither these modules nor their packages.
 * @throws SampleError for an invalid sample
 */
export function compileSample(texts: SampleTexts): PostRow[] {
  return [...listPostRows(parseSample(texts))]
}
