import { withAnchors } from '../branches/branch-anchors.server'
import type { Branch } from '../content/content.server'
import { pageSize } from '../content/paging'
import type { BranchRow } from './contact-branches'

/** Branches in short: only those of the first page of branches, which is linked. */
export function branchRowsOf(branches: Branch[] | null): BranchRow[] {
  return withAnchors((branches ?? []).slice(0, pageSize)).map(({ anchor, branch }) => ({
    anchor,
    postTitle: branch.postTitle,
    ...(branch.language && { language: branch.language }),
    adress1: branch.adress1,
    phone1: branch.phone1,
  }))
}
