import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { brandDir } from '../other-company/content.ts'

export interface Company {
  name: string
  /** The address of the site that start-site.ts has started with its brand and content. */
  url: string
  shortName: { Ar: string; En: string }
}

const names = z.object({ shortName: z.object({ Ar: z.string(), En: z.string() }) })

function companyOf(name: string, url: string | undefined, brandFolder: string): Company {
  const json: unknown = JSON.parse(readFileSync(path.join(brandFolder, 'brand.json'), 'utf8'))
  return { name, url: url ?? '', shortName: names.parse(json).shortName }
}

export const sampleCompany = companyOf('the sample company', process.env['SITE_URL'], 'brand')

/** The address of a content API with the sample's content, for a site of a test's own. */
export const sampleContentUrl = process.env['SAMPLE_CONTENT_URL'] ?? ''

export const otherCompany = companyOf('another company', process.env['OTHER_SITE_URL'], brandDir)
