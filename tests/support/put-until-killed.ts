import { openSearchIndex } from '../../server/search/search-index.ts'
import { entryOf } from './search-entry.ts'

/** A process that puts entries into an index until it is killed; prints a line after the first hundred. */

const index = openSearchIndex(process.argv[2] ?? '')
for (let at = 0; ; at++) {
  index.put([entryOf({ id: `p${at}`, title: 'Marlin switch', text: `Number ${at}.` })])
  if (at === 100) process.stdout.write('put\n')
}
