export { csvLines, csvStart } from '../../server/csv.ts'
