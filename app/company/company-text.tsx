import type { SectionView } from './company-view'
import { CompanyTimeline } from './company-timeline'
import { MixedText } from '../components/mixed-text'
import { RichText } from '../components/rich-text'

/** A section's text, with its timeline at its original position. */
export function CompanyText({ section }: { section: SectionView }) {
  const { postDetails, timeline, postDetailsAfter } = section
  if (postDetails === '' && !timeline && postDetailsAfter === '') return null
  return (
    <div className="company-text">
      <RichText html={postDetails} />
      {timeline?.heading && (
        <h3>
          <MixedText text={timeline.heading} />
        </h3>
      )}
      {timeline && <CompanyTimeline events={timeline.events} />}
      <RichText html={postDetailsAfter} />
    </div>
  )
}
