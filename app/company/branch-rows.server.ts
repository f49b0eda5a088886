import { withAnchors } from '../branches/branch-anchors.server'
import { contactLinksOf } from '../content/contact-links.server'
import { contactOf, type Branch } from '../content/content.server'
import { pageSize } from '../content/paging'
import type { BranchRow } from './contact-branches'

/** Branches in short: only those of the first page of branches, which is linked. */
export function branchRowsOf(branches: Branch[] | null): BranchRow[] {
  return withAnchors((branches ?? []).slice(0, pageSize)).map(({ anchor, branch }) => {
    const { postTitle, language, phone1 } = branch
    const links = contactLinksOf(contactOf(branch), undefined)
    return {
      anchor,
      postTitle,
      ...(language && { language }),
      adress1: links.adress1,
      phone1,
      phones: links.phone1,
    }
  })
}
