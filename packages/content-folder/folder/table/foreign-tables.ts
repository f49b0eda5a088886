import { isCommercialLabel } from '@site/tables/commercial-labels'
import type { Table } from './catalogue-table.ts'
import type { Column } from './headings.ts'

/** Names that programs give to columns: "sale_price", "taxStatus", "seller_ids/name". */
const machineName = /^[a-z][a-z\d]*_[a-z\d_/]+$|^[a-z]{2,}[a-z\d]*(?:[A-Z][a-z\d]+)+$/

/** Headings of what programs need, and no visitor. */
const programField =
  /^meta: |^(?:[\w ]+ )?(?:ids?|uuid|handle|slug|url key)$|\((?:0\/1|x,y,z|yyyy-mm-dd)[^)]*\)/i

const programValue =
  /^(?:TRUE|FALSE|true|false|https?:\/\/\S+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/

/** These values are ordinary by themselves: a property that is there or not, and the number of a pack. */
const ordinaryField = /^(?:barcode|gtin|ean|upc)$/i
const yesOrNo = /^(?:[01]|yes|no|y|n|نعم|لا)$/i

/** Columns of other programs that tell what a row is, with what is in them. */
const kindHeading = /^(?:product[ _])?(?:type|level)(?:[ _]id)?$/i
const kindOfRow =
  /^(?:simple|variable|variation|variant|grouped|external|configurable|bundle|virtual|downloadable|product|products|parent|child|consu|consumable|storable|storable product|service|combo|goods)(?:, ?\w+)*$/i

/**
 * Finds columns that look as if another program had made them for itself. That a company keeps prices, or that
 * something is "yes" or "no", is ordinary; it counts only beside columns that are not.
 * @returns the headings of those by which a table seems to be none of ours; none if it seems to be one
 */
export function foreignHeadings({ columns, rows }: Table): string[] {
  const valuesOf = ({ at }: Column) => rows.flatMap(({ cells }) => cells[at] || [])
  const isOf = (column: Column, pattern: RegExp) => {
    const values = valuesOf(column)
    return values.length > 0 && values.every((value) => pattern.test(value))
  }
  const misused = columns.filter(
    (column) => kindHeading.test(column.heading) && isOf(column, kindOfRow),
  )
  const others = columns.filter(({ key }) => key === null)
  const strange = others.filter(
    (column) =>
      machineName.test(column.heading) ||
      programField.test(column.heading) ||
      isOf(column, programValue),
  )
  const doubtful = others.filter(
    (column) =>
      strange.includes(column) ||
      isCommercialLabel(column.heading) ||
      ordinaryField.test(column.heading) ||
      isOf(column, yesOrNo),
  )
  const areMany = strange.length > 0 && doubtful.length >= Math.max(3, others.length / 3)
  const found = [...misused, ...(areMany || misused.length > 0 ? [...strange, ...doubtful] : [])]
  return [...new Set(found.map(({ heading }) => heading))]
}
