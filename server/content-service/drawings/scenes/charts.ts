/** Charts that need letters: tripping curves, selectivity, residual-current waveforms. */
import { circle, colour, hatch, line, polygon, polyline, rect, sheet, weight, type Mark, type Point } from '../pen.ts'
import { frame } from './perspective.ts'

function text(
  x: number,
  y: number,
  content: string,
  style: { size?: number; bold?: boolean; tone?: string; anchor?: 'start' | 'middle' | 'end'; turn?: number } = {},
): string {
  const { size = 22, bold = false, tone = colour.ink, anchor = 'middle', turn } = style
  const placed = turn === undefined ? '' : ` transform="rotate(${turn} ${x} ${y})"`
  return `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}"${bold ? ' font-weight="bold"' : ''} fill="${tone}" text-anchor="${anchor}"${placed}>${content}</text>`
}

interface Axis {
  from: number
  to: number
}

function logPlot([x, y, w, h]: readonly [number, number, number, number], across: Axis, up: Axis) {
  const share = ({ from, to }: Axis, value: number): number =>
    (Math.log10(value) - Math.log10(from)) / (Math.log10(to) - Math.log10(from))
  const at = (a: number, b: number): Point => [x + w * share(across, a), y + h * (1 - share(up, b))]
  const steps = ({ from, to }: Axis): number[] => {
    const list: number[] = []
    for (let decade = Math.floor(Math.log10(from)); decade <= Math.log10(to); decade += 1) {
      for (let digit = 1; digit < 10; digit += 1) {
        const value = digit * 10 ** decade
        if (value >= from * 0.999 && value <= to * 1.001) list.push(value)
      }
    }
    return list
  }
  const isDecade = (value: number): boolean =>
    Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-6
  const grid: Mark = [
    rect(x, y, w, h, { stroke: colour.none }),
    steps(across).map((value) =>
      line(at(value, up.from)[0], y, at(value, up.from)[0], y + h, {
        width: 1,
        stroke: isDecade(value) ? colour.grey : colour.shade,
      }),
    ),
    steps(up).map((value) =>
      line(x, at(across.from, value)[1], x + w, at(across.from, value)[1], {
        width: 1,
        stroke: isDecade(value) ? colour.grey : colour.shade,
      }),
    ),
  ]
  const frameMarks = (ticksAcross: readonly [number, string][], ticksUp: readonly [number, string][]): Mark => [
    rect(x, y, w, h, { fill: colour.none, width: weight.detail }),
    polyline([[x, y], [x, y + h], [x + w, y + h]], { width: weight.outline }),
    ticksAcross.map(([value, label]) => {
      const [tx] = at(value, up.from)
      return [line(tx, y + h, tx, y + h + 10, { width: weight.detail }), text(tx, y + h + 36, label)]
    }),
    ticksUp.map(([value, label]) => {
      const [, ty] = at(across.from, value)
      return [line(x - 10, ty, x, ty, { width: weight.detail }), text(x - 18, ty + 8, label, { anchor: 'end' })]
    }),
  ]
  return { at, grid, frameMarks }
}

function sweep(from: number, to: number, of: (value: number) => number, count = 60): Point[] {
  return Array.from({ length: count + 1 }, (_, index): Point => {
    // Points gather near the start, where the curve is steep.
    const value = from * (to / from) ** ((index / count) ** 2.2)
    return [value, of(value)]
  })
}

/** Bands of curves B, C and D (IEC 60898-1): multiples of the rated current against seconds. */
export function drawMcbCurves(): string {
  const [x, y, w, h] = [170, 92, 1130, 600]
  const [low, high] = [0.01, 10000]
  const plot = logPlot([x, y, w, h], { from: 1, to: 50 }, { from: low, to: high })
  const { at } = plot
  const longest = 3600
  const fast = (m: number): number => Math.min(longest, 2.13 / ((m / 1.1293) ** 1.4 - 1))
  const slow = (m: number): number => Math.min(longest, 126 / ((m / 1.4249) ** 2 - 1))
  const lift = (points: readonly Point[]): Point[] => points.map(([a, b]) => at(a, b))
  const fastTo = (end: number): Point[] => lift([[1.13, longest], ...sweep(1.1303, end, fast)])
  const slowTo = (end: number): Point[] => lift(sweep(1.45, end, slow))
  const bands = [
    { letter: 'B', from: 3, to: 5, tone: colour.copper, angle: 45, spacing: 9 },
    { letter: 'C', from: 5, to: 10, tone: colour.dark, angle: 135, spacing: 9 },
    { letter: 'D', from: 10, to: 20, tone: colour.grey, angle: 45, spacing: 7 },
  ]
  const thermal = [...fastTo(3), at(3, slow(3)), ...slowTo(3).reverse()]
  return sheet(
    frame.width,
    frame.height,
    plot.grid,
    polygon(thermal, { fill: colour.tint, stroke: colour.none }),
    bands.map(({ from, to, tone, angle, spacing }) => {
      const area = [at(from, low), ...lift(sweep(from, to, slow, 20)), at(to, low)]
      return [
        polygon(area, { fill: colour.paper, stroke: colour.none }),
        hatch(area, { angle, spacing, tone, width: 1.4 }),
      ]
    }),
    line(...at(1, longest), ...at(1.45, longest), { width: 2.2, dash: '9 7', stroke: colour.copper }),
    [1.13, 1.45].map((m) =>
      line(...at(m, longest), ...at(m, low), { width: 1.6, dash: '9 7', stroke: colour.dark }),
    ),
    line(...at(1, 0.1), ...at(50, 0.1), { width: 2.2, dash: '9 7', stroke: colour.copper }),
    polyline([...fastTo(3), at(3, low)], { width: weight.outline }),
    polyline([...slowTo(20), at(20, low)], { width: weight.outline }),
    [5, 10].map((m) => line(...at(m, slow(m)), ...at(m, low), { width: weight.outline })),
    bands.map(({ letter, from, to }) => {
      const [cx, cy] = at(Math.sqrt(from * to), 0.29)
      return [
        circle(cx, cy, 40, { width: weight.detail }),
        text(cx, cy + 20, letter, { size: 54, bold: true }),
      ]
    }),
    [3, 5, 10, 20].map((m) => {
      const [tx] = at(m, high)
      return [
        line(tx, y, tx, y - 10, { width: weight.detail }),
        text(tx, y - 20, `${m * 16} A`, { tone: colour.copper }),
      ]
    }),
    text(at(1, high)[0], y - 20, '16 A', { tone: colour.copper }),
    text(at(1.62, high)[0], y - 20, 'TM63-16', { tone: colour.copper, bold: true }),
    plot.frameMarks(
      [[1, '1'], [1.13, ''], [1.45, ''], [2, '2'], [3, '3'], [5, '5'], [10, '10'], [20, '20'], [30, '30'], [50, '50']],
      [[0.01, '0.01'], [0.1, '0.1'], [1, '1'], [10, '10'], [100, '100'], [1000, '1000'], [10000, '10000']],
    ),
    text(at(1.13, low)[0], y + h + 62, '1.13', { size: 20, tone: colour.dark }),
    text(at(1.45, low)[0], y + h + 62, '1.45', { size: 20, tone: colour.dark }),
    [1.13, 1.45].map((m) =>
      line(at(m, low)[0], y + h + 10, at(m, low)[0], y + h + 44, { width: 1.2, stroke: colour.dark }),
    ),
    rect(at(1.62, longest)[0] - 30, at(1, longest)[1] - 17, 62, 34, { stroke: colour.none }),
    text(at(1.62, longest)[0], at(1, longest)[1] + 8, '1 h', { tone: colour.copper, bold: true }),
    rect(at(36, 0.1)[0] - 50, at(1, 0.1)[1] - 17, 100, 34, { stroke: colour.none }),
    text(at(36, 0.1)[0], at(1, 0.1)[1] + 8, '0.1 s', { tone: colour.copper, bold: true }),
    text(x + w - 2, y + h + 80, 'I / In', { size: 28, bold: true, anchor: 'end' }),
    text(66, y - 28, 't (s)', { size: 28, bold: true }),
  )
}

/** Four breakers in series, their curves and the fault levels between them. */
export function drawSelectivity(): string {
  const [x, y, w, h] = [470, 70, 880, 630]
  const [low, high] = [0.005, 10000]
  const plot = logPlot([x, y, w, h], { from: 20, to: 50000 }, { from: low, to: high })
  const { at } = plot
  const main = 212
  const wire = { stroke: colour.copper, width: weight.outline }
  const bus = { stroke: colour.copper, width: 9 }
  interface Breaker {
    name: string
    /** Overload setting and the two ends of its thermal band. */
    rated: number
    short?: { amps: number; from: number; to: number }
    /** Instantaneous threshold with its tolerance. */
    instant?: readonly [number, number]
    clears: readonly [number, number]
    end: number
    fill: string
    tone: string
    label: Point
    tilt: string
    thermal?: { fast: (i: number) => number; slow: (i: number) => number; from: readonly [number, number] }
  }
  const breakers: Breaker[] = [
    { name: 'TA1600', rated: 1440, short: { amps: 7200, from: 0.3, to: 0.38 }, clears: [0.3, 0.38], end: 29000, fill: colour.grey, tone: colour.ink, label: [9200, 2.2], tilt: colour.ink },
    { name: 'TX630', rated: 378, short: { amps: 2268, from: 0.1, to: 0.15 }, instant: [6930 * 0.85, 6930 * 1.15], clears: [0.01, 0.025], end: 29000, fill: colour.shade, tone: colour.ink, label: [2900, 1.3], tilt: colour.ink },
    { name: 'TX160-100', rated: 100, instant: [800, 1200], clears: [0.008, 0.016], end: 16000, fill: colour.copperLight, tone: colour.copper, label: [1040, 0.26], tilt: colour.ink },
    {
      name: 'TM63-C32', rated: 32, instant: [160, 320], clears: [0.006, 0.01], end: 5400, fill: colour.copper, tone: colour.copper, label: [240, 0.062], tilt: colour.paper,
      thermal: {
        fast: (i) => 2.13 / ((i / (32 * 1.1293)) ** 1.4 - 1),
        slow: (i) => 126 / ((i / (32 * 1.4249)) ** 2 - 1),
        from: [1.13, 1.45],
      },
    },
  ]
  const outline = (b: Breaker): Point[] => {
    const { rated, short, instant, clears, end } = b
    const thermal = b.thermal ?? {
      fast: (i: number) => 180 / ((i / (rated * 1.05)) ** 2 - 1),
      slow: (i: number) => 330 / ((i / (rated * 1.2)) ** 2 - 1),
      from: [1.056, 1.215] as const,
    }
    const most = b.thermal ? 3600 : 7000
    const cap = (of: (i: number) => number) => (i: number) => Math.min(most, of(i))
    const near: Point[] = [[rated * thermal.from[0], most]]
    const far: Point[] = [[rated * thermal.from[1], most]]
    const firstNear = short ? short.amps * 0.9 : (instant?.[0] ?? end)
    const firstFar = short ? short.amps * 1.1 : (instant?.[1] ?? end)
    near.push(...sweep(rated * thermal.from[0], firstNear, cap(thermal.fast)))
    far.push(...sweep(rated * thermal.from[1], firstFar, cap(thermal.slow)))
    if (short) {
      near.push([short.amps * 0.9, short.from])
      far.push([short.amps * 1.1, short.to])
      if (instant) {
        near.push([instant[0], short.from])
        far.push([instant[1], short.to])
      }
    }
    if (instant) {
      near.push([instant[0], clears[0]])
      far.push([instant[1], clears[1]])
    }
    near.push([end, clears[0]])
    far.push([end, clears[1]])
    return [...near, ...far.reverse()].map(([a, b2]) => at(a, b2))
  }
  const breakerSign = (cy: number, tone: string): Mark => [
    rect(main - 16, cy - 16, 32, 32, { width: weight.detail, fill: tone }),
    line(main - 16, cy - 16, main + 16, cy + 16, { width: weight.hatch }),
    line(main + 16, cy - 16, main - 16, cy + 16, { width: weight.hatch }),
  ]
  const levels = [
    { amps: 5400, label: '5.4 kA' },
    { amps: 16000, label: '16 kA' },
    { amps: 29000, label: '29 kA' },
  ]
  const busAt = [268, 420, 572]
  const signs = [210, 344, 496, 648]
  return sheet(
    frame.width,
    frame.height,
    // The single line.
    line(main, 60, main, 700, wire),
    circle(main, 112, 30, { width: weight.detail }),
    circle(main, 150, 30, { width: weight.detail, fill: colour.none }),
    text(main + 48, 126, '1000 kVA', { anchor: 'start' }),
    text(main + 48, 156, '5 %', { anchor: 'start' }),
    busAt.map((by, index) => [
      line(main - 100 + index * 10, by, main + 100 - index * 10, by, bus),
      [-74, 74].map((dx) => [
        line(main + dx, by, main + dx, by + 30, wire),
        polygon(
          [[main + dx - 9, by + 28], [main + dx + 9, by + 28], [main + dx, by + 44]],
          { fill: colour.ink, stroke: colour.none },
        ),
      ]),
      text(main - 114 + index * 10, by + 8, ['29 kA', '16 kA', '5.4 kA'][index] ?? '', { anchor: 'end', size: 21, tone: colour.copper, bold: true }),
    ]),
    polygon([[main - 14, 696], [main + 14, 696], [main, 722]], { fill: colour.ink, stroke: colour.none }),
    breakers.map(({ name, fill }, index) => [
      breakerSign(signs[index] ?? 0, fill),
      text(main + 30, (signs[index] ?? 0) + (index === 0 ? 8 : 34), name, { anchor: 'start', bold: true }),
    ]),
    // The curves.
    plot.grid,
    levels.map(({ amps, label }) => {
      const [lx] = at(amps, high)
      return [
        line(lx, y, lx, y + h, { width: weight.detail, dash: '10 7', stroke: colour.copper }),
        text(lx + (amps === 29000 ? 18 : 0), y - 16, label, { size: 21, tone: colour.copper, bold: true, anchor: amps === 16000 ? 'end' : amps === 29000 ? 'start' : 'middle' }),
      ]
    }),
    [...breakers].map((b) => {
      const points = outline(b)
      return polygon(points, { fill: b.fill, width: weight.detail })
    }),
    breakers.map(({ name, label, tilt }) => {
      const [lx, ly] = at(...label)
      return text(Math.round(lx) + 8, Math.round(ly), name, { size: 22, bold: true, tone: tilt, turn: -90 })
    }),
    plot.frameMarks(
      [[20, '20'], [50, '50'], [100, '100'], [200, '200'], [500, '500'], [1000, '1000'], [2000, '2000'], [5000, '5000'], [10000, '10000'], [50000, '50000']],
      [[0.01, '0.01'], [0.1, '0.1'], [1, '1'], [10, '10'], [100, '100'], [1000, '1000'], [10000, '10000']],
    ),
    text(x + w, y + h + 78, 'I (A)', { size: 28, bold: true, anchor: 'end' }),
    text(x - 20, y - 22, 't (s)', { size: 28, bold: true, anchor: 'end' }),
  )
}

/** Types AC, A, F and B against the residual currents each trips on. */
export function drawRcdTypes(): string {
  const types = ['AC', 'A', 'F', 'B']
  const [first, step, top, deep] = [350, 258, 176, 116]
  const waves: { draw: (t: number) => number; label: string; from: number; points?: number }[] = [
    { label: '50 Hz', from: 0, draw: (t) => Math.sin(t * Math.PI * 4) },
    { label: '50 Hz', from: 1, draw: (t) => Math.max(0, Math.sin(t * Math.PI * 4)) * 1.7 - 0.85 },
    {
      label: '10 + 50 + 1000 Hz', from: 2, points: 600,
      draw: (t) => 0.62 * Math.sin(t * Math.PI * 2.0) + 0.3 * Math.sin(t * Math.PI * 10) + 0.16 * Math.sin(t * Math.PI * 60),
    },
    { label: '1 kHz', from: 3, points: 400, draw: (t) => Math.sin(t * Math.PI * 28) },
    { label: '0 Hz', from: 3, draw: () => 0.55 },
  ]
  const wave = (cx: number, cy: number, half: number, tall: number, index: number, tone: string, width: number): Mark => {
    const { draw, points = 120 } = waves[index] ?? waves[0]!
    return polyline(
      Array.from({ length: points + 1 }, (_, at): Point => [
        cx - half + (2 * half * at) / points,
        cy - tall * draw(at / points),
      ]),
      { stroke: tone, width },
    )
  }
  const base = (cx: number, cy: number, half: number, index: number): Mark => {
    // Zero lies on the foot of the pulses, and below the level of smooth direct current.
    const zero = cy + (index === 1 ? 36 * 0.85 : 0)
    return [
      line(cx - half - 8, zero, cx + half + 14, zero, { width: weight.hatch, stroke: colour.grey }),
      polygon([[cx + half + 14, zero - 5], [cx + half + 14, zero + 5], [cx + half + 26, zero]], { fill: colour.grey, stroke: colour.none }),
    ]
  }
  const tolerated = ['', '6 mA', '10 mA']
  return sheet(
    frame.width,
    frame.height,
    types.map((letter, column) => {
      const cx = first + column * step + step / 2
      return [
        rect(cx - step / 2 + 8, 40, step - 16, 728, { width: weight.detail, fill: colour.paper }),
        rect(cx - step / 2 + 8, 40, step - 16, 110, { width: weight.detail, fill: colour.ink }),
        text(cx, 118, letter, { size: 66, bold: true, tone: colour.paper }),
      ]
    }),
    waves.map(({ label, from }, row) => {
      const cy = top + row * deep + deep / 2 - 2
      return [
        row > 0 && line(40, cy - deep / 2, first + 4 * step - 8, cy - deep / 2, { width: 1, stroke: colour.grey }),
        // The current itself, on its axes.
        line(76, cy - 44, 76, cy + 44, { width: weight.hatch }),
        polygon([[71, cy - 42], [81, cy - 42], [76, cy - 54]], { fill: colour.ink, stroke: colour.none }),
        base(168, cy, 92, row),
        wave(168, cy, 92, 36, row, colour.ink, row === 2 || row === 3 ? weight.detail : 3),
        text(60, cy - 36, 'i', { size: 22, bold: true, anchor: 'end' }),
        text(286, cy + (row === 1 ? 52 : 24), 't', { size: 20, bold: true, anchor: 'end' }),
        row !== 2 && text(346, cy - 28, row === 4 ? 'DC' : label, { size: 20, anchor: 'end', bold: true, tone: colour.dark }),
        types.map((_, column) => {
          const cx = first + column * step + step / 2
          if (column >= from) {
            return [
              base(cx - 22, cy, 76, row),
              wave(cx - 22, cy, 76, 36, row, colour.copper, row === 2 || row === 3 ? weight.detail : weight.outline),
              circle(cx + 98, cy - 32, 15, { fill: colour.copper, stroke: colour.none }),
              polyline([[cx + 91, cy - 32], [cx + 96, cy - 26], [cx + 105, cy - 39]], { stroke: colour.paper, width: 3 }),
            ]
          }
          const small = tolerated[column]
          return row === 4 && small
            ? text(cx, cy + 9, `≤ ${small}`, { size: 28, bold: true, tone: colour.dark })
            : line(cx - 18, cy, cx + 18, cy, { width: weight.outline, stroke: colour.grey })
        }),
      ]
    }),
    text(184, 118, '30 mA', { size: 40, bold: true }),
  )
}
