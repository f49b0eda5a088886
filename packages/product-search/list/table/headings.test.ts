import { expect, test } from 'vitest'
import { headingOf } from './headings.ts'

test.each([
  ['م | رمز الطلب | الصنف | الكمية | وحدة البيع', 'number code words quantity unit'],
  ['كود الصنف | اسم الصنف | الكمية', 'code words quantity'],
  ['الصنف | الكود | الكمية', 'words code quantity'],
  ['م | البند | الوحدة | الكمية', 'number words unit quantity'],
  ['No. | الصنف | العدد', 'number words quantity'],
  ['Cat. No. | Item | Qty', 'code words quantity'],
  ['Sr | Item | Part No | Qty', 'number words code quantity'],
  ['Item | Part No | Qty', 'number code quantity'],
  ['Item | Qty', 'words quantity'],
  ["S/N | Desc. of Material | Q'ty", 'number words quantity'],
  ['Item | Description | No. off | U/M', 'number words quantity unit'],
  ['Item | Description | Reqd', 'number words quantity'],
  ['Item | Description | Nos', 'number words quantity'],
  ['م | البيان | المطلوب', 'number words quantity'],
  ['م | البيان | عدد القطع', 'number words quantity'],
  ['Product code | Qty', 'code quantity'],
])('the column of names is told from those of numbers and codes: %s', (heading, roles) => {
  const columns = headingOf(heading.split(' | '))
  expect(columns?.map(({ role }) => role).join(' ')).toBe(roles)
})
