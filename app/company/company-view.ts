/** What the screens about the company show; company-*.server.ts makes it of the content. */

/** A section of a screen about the company: only what is shown of it. */
export interface SectionView {
  /** The id of its heading, for links within the page. No two on a page are the same. */
  anchor: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** The picture's colour, if that is known. */
  placeholderColour?: string
  /** The text, or the part of it before the timeline. */
  postDetails: string
  timeline: Timeline | null
  /** The part of the text after the timeline. */
  postDetailsAfter: string
}

/** A company's history, as an editor wrote it into a table of years and what happened in them. */
export interface Timeline {
  /** What stands above the table; empty where nothing does. */
  heading: string
  events: TimelineEvent[]
}

export interface TimelineEvent {
  /** Four digits, as they were written. */
  year: string
  /** What happened, sanitised. */
  html: string
}

/** How far a goal is: where it started and where it is to arrive. */
export interface Measure {
  start: MeasureStep
  target: MeasureStep
}

export interface MeasureStep {
  /** What is measured, or that this is the target; empty where only the year was written. */
  name: string
  /** Four digits, as they were written, or empty. */
  year: string
  /** The value in three parts, so that its number can be set large: "below", "0.2", "per hour". */
  before: string
  numeral: string
  after: string
}
