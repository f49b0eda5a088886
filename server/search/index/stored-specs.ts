import { z } from 'zod'
import type { SearchEntry } from '../search-types.ts'

const specs: z.ZodType<SearchEntry['specs']> = z.array(
  z.object({ name: z.string(), value: z.string(), unit: z.string() }),
)
const variants: z.ZodType<SearchEntry['variants']> = z.array(z.object({ code: z.string(), specs }))

/** Reads specifications as the index stores them: as JSON. */
export const readSpecs = (json: string) => specs.parse(JSON.parse(json))
/** Reads variants as the index stores them: as JSON. */
export const readVariants = (json: string) => variants.parse(JSON.parse(json))
