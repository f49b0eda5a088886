export { csvLines, csvStart } from '../../server/text/csv.ts'
