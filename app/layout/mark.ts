/**
 * The company's mark (a node with its branches), on a 40 × 40 grid. Callers set the stroke widths.
 */
export const mark = {
  size: 40,
  lines: 'M20 2V38M6 12H34M11 12V26M29 12V26',
  nodes: [
    { cx: 20, cy: 12, r: 4 },
    { cx: 11, cy: 28, r: 2.5 },
    { cx: 29, cy: 28, r: 2.5 },
  ],
} as const
