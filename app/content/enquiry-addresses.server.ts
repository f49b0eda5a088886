import { getSite } from '../../server/site.ts'

/** The mail addresses of the company that enquiries go to; none where they go elsewhere. */
export function enquiryAddresses(): readonly string[] {
  return getSite().config.enquiries.to
}
