import type { Language } from '../language/languages'

/** View models of the company screens, built from the content by company-*.server.ts. */

/** A section of a company screen: only the fields that are shown. */
export interface SectionView {
  /** The id of its heading, for links within the page. Unique on the page. */
  anchor: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** The language of its texts, if that is not the page's. */
  language?: Language
  /** The text, or the part of it before the timeline. */
  postDetails: string
  timeline: Timeline | null
  /** The part of the text after the timeline. */
  postDetailsAfter: string
}

/** The company's history, from an editor's table of years and events. */
export interface Timeline {
  /** The heading directly above the table, or empty. */
  heading: string
  events: TimelineEvent[]
}

export interface TimelineEvent {
  /** Four digits, as written: Latin or Arabic. */
  year: string
  /** The event, sanitised. */
  html: string
}

/** A measure of a goal: its current value and its target. */
export interface Measure {
  start: MeasureStep
  target: MeasureStep
}

export interface MeasureStep {
  /** The measure's name, or a word for "target"; empty where only the year was written. */
  name: string
  /** Four digits, as written, or empty. */
  year: string
  /**
   * The value in three parts, so that its number can be shown large: "below", "0.2", "per hour".
   */
  before: string
  numeral: string
  after: string
}
