import { BranchCard, type BranchView } from './branch-card'
import { EmptyList } from '../components/empty-list'

export function BranchCards({
  branches,
  marked = null,
}: {
  branches: BranchView[]
  /** The anchor of the branch that is hovered or focused, here or elsewhere. */
  marked?: string | null
}) {
  if (branches.length === 0) return <EmptyList />
  return (
    <ul className="branch-grid">
      {branches.map((branch) => (
        <BranchCard key={branch.anchor} branch={branch} isMarked={branch.anchor === marked} />
      ))}
    </ul>
  )
}
