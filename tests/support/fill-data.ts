// Fills a data folder as a site has it that has read the whole sample: its content and its search index. Sites of the
// tests start with copies (filled-data.ts).
//
//   tsx tests/support/fill-data.ts FOLDER
import { log } from '@site/runtime/log'
import { parseConfig } from '../../server/config.ts'
import { createSite } from '../../server/site.ts'

log.level = 'silent'
const site = createSite(
  parseConfig({
    DATA_DIR: process.argv[2],
    SECRET: 'only-for-the-tests',
    SEARCH_CRAWL_PER_S: '1000',
  }),
)
await site.ready()
await site.search.whenFilled(300_000)
const isPartial = await site.search.lacks('filled')
await site.close()
if (isPartial) throw new Error('The search index was not filled in time.')
