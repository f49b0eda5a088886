/** A length of cable lying on the page, its layers cut back one after the other. */
import {
  circle,
  clip,
  colour,
  ellipse,
  group,
  line,
  onCircle,
  path,
  polyline,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import { row } from './parts.ts'

const thin = { width: weight.hatch } as const

/** How far a round end opens towards the eye, as a share of its radius. */
const open = 0.32

export type Wrap = 'sheath' | 'armour' | 'braid' | 'tape' | 'foil' | 'plain'

export interface Coat {
  r: number
  /** Where it is cut, along the cable. */
  to: number
  wrap: Wrap
  fill?: string
}

export interface CoreLook {
  fill: string
  /** Screened medium-voltage core: tape, then dark screen, then clear insulation. */
  screened?: boolean
  bare?: boolean
}

function nearArc(x: number, r: number): Point[] {
  return row(19, (step) => {
    const turn = ((step * 10 - 90) * Math.PI) / 180
    return [x - open * r * Math.cos(turn), r * Math.sin(turn)]
  })
}

/** A round body along x; both its visible joints bulge towards the eye on the left. */
export function tube(
  x0: number,
  x1: number,
  r: number,
  look: { fill?: string; end?: string; heavy?: boolean; marks?: Mark; tone?: string } = {},
): Mark {
  const width = look.heavy ? weight.outline : weight.detail
  const fill = look.fill ?? colour.paper
  const k = open * r
  const area = [...nearArc(x0, r), ...nearArc(x1, r).reverse()]
  const count = Math.min(8, Math.floor(r / 9))
  return [
    path(
      `M${x0} ${-r}L${x1} ${-r}A${k} ${r} 0 0 1 ${x1} ${r}L${x0} ${r}A${k} ${r} 0 0 1 ${x0} ${-r}Z`,
      { fill, width },
    ),
    clip(area, [
      look.marks,
      row(count, (index) => {
        const y = r * (1 - 0.72 * Math.pow(1 - (index + 0.7) / (count + 0.3), 1.5))
        return line(x0 - r, y, x1, y, { ...thin, stroke: look.tone ?? colour.grey })
      }),
    ]),
    ellipse(x1, 0, k, r, { fill: look.end ?? fill, width }),
  ]
}

/** Wires or tape wound round a body, as seen on its near half. */
function wound(
  r: number,
  from: number,
  to: number,
  pitch: number,
  lean: number,
  style: { stroke?: string; width?: number } = thin,
): Mark {
  const marks: Mark[] = []
  const reach = Math.abs(lean) + r
  for (let x = from - reach; x < to + reach; x += pitch) {
    marks.push(
      polyline(
        row(13, (step): Point => {
          const turn = ((step * 15 - 90) * Math.PI) / 180
          return [x + (lean * step) / 12 - open * r * Math.cos(turn), r * Math.sin(turn)]
        }),
        style,
      ),
    )
  }
  return marks
}

function dress({ r, wrap }: Coat, from: number, to: number): Mark {
  if (wrap === 'armour') return wound(r, from, to, r * 0.135, r * 0.62)
  if (wrap === 'tape') return wound(r, from, to, r * 0.72, r * 0.9)
  if (wrap === 'foil') return wound(r, from, to, r * 0.52, -r * 0.7, { ...thin, stroke: colour.dark })
  if (wrap === 'braid') {
    const style = { ...thin, stroke: colour.copper }
    return [
      wound(r, from, to, r * 0.15, r * 1.05, style),
      wound(r, from, to, r * 0.15, -r * 1.05, style),
    ]
  }
  if (wrap === 'sheath') {
    return row(3, (index) => {
      const x = to - r * 0.9 - (2 - index) * r * 0.62
      return line(x - r * 0.42, -r * 0.3, x, -r * 0.3, { stroke: colour.grey })
    })
  }
  return []
}

/** The layers, from the outermost; each comes out of the cut end of the one around it. */
export function coats(list: readonly Coat[], start: number): Mark {
  return list.map((coat, index) => {
    const from = index === 0 ? start : (list[index - 1]?.to ?? start)
    const fill = coat.fill ?? colour.paper
    return [
      tube(from, coat.to, coat.r, {
        heavy: true,
        fill,
        end: coat.wrap === 'armour' ? colour.tint : fill,
        marks: dress(coat, from, coat.to),
      }),
      // The wire ends stand in a ring round the cut.
      coat.wrap === 'armour' &&
        row(26, (wire) => {
          const turn = (wire * 2 * Math.PI) / 26
          return ellipse(
            coat.to + open * coat.r * 0.93 * Math.cos(turn),
            coat.r * 0.93 * Math.sin(turn),
            coat.r * 0.06,
            coat.r * 0.08,
            { ...thin, fill: colour.shade },
          )
        }),
    ]
  })
}

function conductor(r: number, length: number, solid = false): Mark {
  return [
    tube(0, length, r, { fill: colour.copper, end: colour.copperLight, tone: colour.copperLight }),
    !solid &&
      r > 11 && [
        row(4, (strand) =>
          line(-r * 0.22, r * (strand * 0.42 - 0.72), length - r * 0.3, r * (strand * 0.42 - 0.62), {
            ...thin,
            stroke: colour.copperLight,
          }),
        ),
        row(7, (strand) => {
          const [x, y] = strand === 6 ? [0, 0] : onCircle(0, 0, r * 0.62, strand * 60)
          return ellipse(length + x * open, y, r * 0.29 * open, r * 0.29, {
            ...thin,
            fill: colour.copper,
          })
        }),
      ],
  ]
}

/** One core: out of the cut end at a place, then round to its own direction. */
function strand(
  from: readonly [x: number, y: number],
  to: Point,
  angle: number,
  r: number,
  reach: number,
  bare: number,
  look: CoreLook,
): Mark {
  const [x, y] = from
  const [ex, ey] = to
  const [bx, by] = onCircle(ex, ey, reach * 0.42, angle + 180)
  const data = `M${x} ${y}C${x + reach * 0.4} ${y} ${bx} ${by} ${ex} ${ey}`
  const solid = { fill: colour.none, cap: 'butt' } as const
  if (look.bare) {
    return [
      path(data, { ...solid, width: r * 2 }),
      path(data, { ...solid, width: r * 2 - 3, stroke: colour.copper }),
    ]
  }
  const dark = look.fill === colour.dark
  return [
    ellipse(x, y, open * r, r, { fill: look.fill }),
    path(data, { ...solid, width: r * 2 }),
    path(data, { ...solid, width: r * 2 - weight.detail * 2, stroke: look.fill }),
    r > 20 &&
      [0.5, 0.68, 0.83].map((share) =>
        path(
          `M${x + 6} ${y + r * share}C${x + reach * 0.4} ${y + r * share} ${bx - by * 0} ${by + r * share} ${ex} ${ey + r * share * Math.cos((angle * Math.PI) / 180)}`,
          { ...thin, fill: colour.none, stroke: dark ? colour.grey : colour.grey },
        ),
      ),
    group(
      { x: ex, y: ey, rotate: angle },
      // Hides the flat end of the stroke under a round one.
      look.screened
        ? [
            tube(-r * 0.5, r * 0.5, r, {
              fill: colour.copperLight,
              end: colour.dark,
              marks: wound(r, -r, r, r * 0.5, r * 0.5, { ...thin, stroke: colour.copper }),
            }),
            tube(r * 0.5, r * 0.95, r * 0.9, { fill: colour.dark, end: colour.paper }),
            tube(r * 0.95, r * 2.1, r * 0.82, { end: colour.paper }),
            group({ x: r * 2.1 }, conductor(r * 0.5, bare)),
          ]
        : [ellipse(0, 0, open * r, r, { fill: look.fill }), conductor(r * 0.66, bare)],
    ),
  ]
}

interface Bundle {
  places: readonly Point[]
  r: number
  reach: number
  bare: number
  /** The widest direction of the spread. */
  spread: number
  look: (index: number) => CoreLook
}

/** The cores, spread from the cut end like fingers so that each can be seen. */
export function fingers(from: number, bundle: Bundle): Mark {
  const { places, r, reach, bare, spread, look } = bundle
  const many = places.length
  const rank = new Map(
    [...places.keys()]
      .sort((a, b) => (places[a]?.[1] ?? 0) - (places[b]?.[1] ?? 0) || a - b)
      .map((place, index) => [place, index]),
  )
  return [...places.keys()]
    .sort((a, b) => (places[b]?.[0] ?? 0) - (places[a]?.[0] ?? 0))
    .map((place) => {
      const [z, y] = places[place] ?? [0, 0]
      const at = many === 1 ? 0.5 : (rank.get(place) ?? 0) / (many - 1)
      const angle = (at - 0.5) * 2 * spread
      const own = look(rank.get(place) ?? 0)
      const end = onCircle(from, 0, reach, angle)
      return strand([from + open * z, y], end, angle, r, reach, bare, own)
    })
}

/** A pair twisted in its own foil, its drain wire beside it. */
export function foilPair(from: readonly [number, number], angle: number, r: number, reach: number): Mark {
  const end = onCircle(from[0], 0, reach, angle)
  const [x, y] = from
  const [bx, by] = onCircle(...end, reach * 0.42, angle + 180)
  const data = `M${x} ${y}C${x + reach * 0.4} ${y} ${bx} ${by} ${end[0]} ${end[1]}`
  const solid = { fill: colour.none, cap: 'butt' } as const
  const wave = (phase: number): Point[] =>
    row(41, (step) => {
      const share = step / 40
      // At the far end the two part.
      const apart = Math.max(0, share - 0.72) * 1.9
      const twist = Math.sin(share * Math.PI * 3.2 + phase) * r * 0.4
      const way = phase === 0 ? -1 : 1
      return [share * 190, twist * (1 - Math.min(1, apart * 2)) + way * apart * r * 1.15]
    })
  const core = (phase: number, fill: string): Mark => {
    const points = wave(phase)
    const last = points.at(-1) ?? [0, 0]
    return [
      group(
        { x: last[0] - 4, y: last[1] },
        tube(0, 42, r * 0.27, { fill: colour.copper, end: colour.copperLight }),
      ),
      polyline(points, { ...solid, width: r * 0.9 }),
      polyline(points, { ...solid, width: r * 0.9 - 4, stroke: fill }),
    ]
  }
  return [
    ellipse(x, y, open * r, r, { fill: colour.shade }),
    path(data, { ...solid, width: r * 2 }),
    path(data, { ...solid, width: r * 2 - weight.detail * 2, stroke: colour.shade }),
    [0.34, 0.42, 0.5, 0.58, 0.66, 0.74, 0.82, 0.9, 0.97].map((share) => {
      // The edge of the foil winds along the pair.
      const u = 1 - share
      const px = u ** 3 * x + 3 * u * u * share * (x + reach * 0.4) + 3 * u * share * share * bx + share ** 3 * end[0]
      const py = u ** 3 * y + 3 * u * u * share * y + 3 * u * share * share * by + share ** 3 * end[1]
      const turn = angle * Math.min(1, share * 1.3)
      return group(
        { x: px, y: py, rotate: turn },
        path(`M${r * 0.3} ${-r + 2}C${-r * 0.5} ${-r * 0.4} ${-r * 0.7} ${r * 0.3} ${-r * 0.6} ${r - 2}`, {
          ...thin,
          fill: colour.none,
          stroke: colour.dark,
        }),
      )
    }),
    group({ x: end[0], y: end[1], rotate: angle }, [
      ellipse(0, 0, open * r, r, { fill: colour.paper }),
      path(`M0 ${r * 0.6}C40 ${r * 1.3} 90 ${r * 1.75} 150 ${r * 1.8}`, {
        fill: colour.none,
        width: 5.5,
      }),
      path(`M0 ${r * 0.6}C40 ${r * 1.3} 90 ${r * 1.75} 150 ${r * 1.8}`, {
        fill: colour.none,
        width: 3,
        stroke: colour.copper,
      }),
      core(0, colour.paper),
      core(Math.PI, colour.dark),
    ]),
  ]
}

/** The whole piece, turned on the page about its middle. */
export function onPage(tilt: number, middle: Point, ...content: readonly Mark[]): Mark {
  return group({ x: 600, y: 450, rotate: tilt }, group({ x: -middle[0], y: -middle[1] }, ...content))
}

/** Two stripped wires, one under the other: solid copper and stranded. */
export function strippedEnds(): Mark {
  const wire = (y: number, r: number, strands: boolean): Mark =>
    group({ y }, [
      tube(-470, 110, r, {
        heavy: true,
        marks: row(4, (index) =>
          line(-400 + index * 110, -r * 0.3, -350 + index * 110, -r * 0.3, { stroke: colour.grey }),
        ),
      }),
      strands
        ? [
            // Six round one, the far ones first.
            [0, -60, 60, -1, -120, 120, 180].map((turn) => {
              const [z, sy] = turn === -1 ? [0, 0] : onCircle(0, 0, r * 0.42, turn)
              return group({ x: 110 + z * open, y: sy }, [
                tube(0, 270, r * 0.21, {
                  fill: colour.copper,
                  end: colour.copperLight,
                  tone: colour.copperLight,
                }),
              ])
            }),
          ]
        : group({ x: 110 }, [
            tube(0, 270, r * 0.56, {
              fill: colour.copper,
              end: colour.copperLight,
              tone: colour.copperLight,
            }),
            line(10, -r * 0.24, 240, -r * 0.24, { stroke: colour.copperLight }),
          ]),
    ])
  return onPage(-16, [-40, 0], [wire(-130, 78, false), wire(130, 108, true)])
}

/** The section of an armoured cable: sheath, wires, bedding, then its cores. */
export function armouredSection(
  places: readonly Point[],
  reach: number,
  look: (index: number) => CoreLook,
): Mark {
  const r = 212 / reach
  return group({ x: 600, y: 450 }, [
    circle(0, 0, 330, { width: weight.outline }),
    circle(0, 0, 292, { fill: colour.tint }),
    row(38, (index) =>
      circle(...onCircle(0, 0, 270, (360 * index) / 38), 21.5, { fill: colour.shade }),
    ),
    circle(0, 0, 247, { fill: colour.tint }),
    circle(0, 0, 222, { fill: colour.paper }),
    places.map(([z, y], index) => {
      const { fill, screened } = look(index)
      const copper = r * (screened ? 0.46 : 0.56)
      return [
        circle(z * r, y * r, r * 0.97, { width: weight.outline, fill }),
        screened && [
          circle(z * r, y * r, r * 0.89, { fill: colour.dark }),
          circle(z * r, y * r, r * 0.82, { fill: colour.paper }),
          circle(z * r, y * r, r * 0.54, { fill: colour.dark }),
        ],
        circle(z * r, y * r, copper, { fill: colour.copper }),
        row(7, (at) => {
          const [sx, sy] = at === 6 ? [0, 0] : onCircle(0, 0, copper * 0.64, at * 60)
          return circle(z * r + sx, y * r + sy, copper * 0.3, {
            ...thin,
            fill: colour.copperLight,
          })
        }),
      ]
    }),
  ])
}
