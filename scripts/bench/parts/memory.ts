import { megabytesText } from '../numbers.ts'
import { atMost, type Section } from '../targets.ts'

/** The resident memory of a site's process, MB. */
export interface MemoryFigures {
  atRest: number
  underLoad: Record<string, number>
}

/** The site's resident memory, the embedded content service in the same process included. */
export function memorySection(figures: MemoryFigures): Section {
  const peak = Math.max(...Object.values(figures.underLoad))
  return {
    title: "Resident memory of the site's process, the embedded content service included",
    rows: [
      {
        what: 'at rest',
        figure: megabytesText(figures.atRest),
        target: atMost(130, figures.atRest, ' MB'),
      },
      ...Object.entries(figures.underLoad).map(([what, megabytes]) => ({
        what: `peak, ${what}`,
        figure: megabytesText(megabytes),
      })),
      { what: 'overall peak', figure: megabytesText(peak), target: atMost(260, peak, ' MB') },
    ],
    measured: figures,
  }
}
