/** Cables and what carries, ends and earths them. */
import {
  arc,
  circle,
  clip,
  colour,
  curveData,
  ellipse,
  ellipsePoints,
  group,
  hatch,
  line,
  onCircle,
  path,
  polygon,
  polyline,
  rect,
  rectPoints,
  weight,
  type Point,
  type Mark,
  type Style,
} from '../pen.ts'
import { armouredSection, coats, fingers, foilPair, onPage, strippedEnds } from './cut-back.ts'
import { hexHead, label, lead, regular, row, screw, strands, type Size } from './parts.ts'
import {
  box,
  frontPrism,
  knob,
  onFront,
  onLevel,
  onRight,
  plate,
  roller,
  sidePrism,
  upright,
  type View,
  type Solid,
  type Plate,
} from './solids.ts'
import { crate, fitted, onPlane, type Place } from './space.ts'

const thin = { width: weight.hatch } as const

/** Where `count` cores lie inside a cable, as (z, y) from its axis in core radii. */
function layUp(count: number): { places: Point[]; reach: number } {
  if (count === 1) return { places: [[0, 0]], reach: 1 }
  const ring = (many: number, r: number, turn: number): Point[] =>
    row(many, (index) => onCircle(0, 0, r, turn + (360 * index) / many))
  const around = (many: number): number => 1 / Math.sin(Math.PI / many)
  if (count === 7) return { places: [[0, 0], ...ring(6, 2, 0)], reach: 3 }
  if (count === 12) return { places: [...ring(3, around(3), 0), ...ring(9, 3.15, 10)], reach: 4.15 }
  if (count === 19) return { places: [[0, 0], ...ring(6, 2, 0), ...ring(12, 3.9, 15)], reach: 4.9 }
  return { places: ring(count, around(count), count === 4 ? 45 : -90), reach: 1 + around(count) }
}

interface Layer {
  r: number
  to: number
  fill?: string
  face?: (r: number, from: number, to: number, unit: number) => Mark
}

interface Cores {
  /** Where they lie in the cable, as (z, y). */
  places: readonly Point[]
  r: number
  bare: number
  to: number
}

/** A cable with its layers cut back one after the other, then its cores with bare strands. */
function cutBack(layers: readonly Layer[], cores: Cores, view: View): Solid[] {
  // From the sheath inwards: each layer comes out of the cut end of the one around it.
  const body = [...layers].reverse().flatMap((layer, index) => {
    const from = layers[layers.length - index]?.to ?? 0
    const { face } = layer
    return [
      roller(0, 0, layer.r, from, layer.to - from, {
        heavy: true,
        fill: layer.fill ?? colour.paper,
      }),
      ...(face ? [onFront(0, (unit: number) => face(layer.r, from, layer.to, unit))] : []),
    ]
  })
  const from = layers[0]?.to ?? 0
  const farFirst = [...cores.places].sort((a, b) => b[0] - a[0] || b[1] - a[1])
  if (view === 'side' || cores.places.length === 1) {
    const ends = farFirst.flatMap(([z, y], index) => [
      roller(y, z, cores.r, from, cores.to - from, { fill: coreFill(index) }),
      roller(y, z, cores.r * 0.72, cores.to - 4, cores.bare, {
        fill: colour.copper,
        side:
          cores.places.length > 5
            ? circle(z, y, cores.r * 0.4, { ...thin, fill: colour.copperLight })
            : strands(z, y, cores.r * 0.72),
      }),
      onFront(z, strandLines(cores.to, y, cores.r * 0.72, cores.bare)),
    ])
    return [...body, ...ends]
  }
  return [...body, fan(farFirst, cores, from)]
}

function coreFill(index: number): string {
  const fills = [colour.paper, colour.shade, colour.dark, colour.tint, colour.grey]
  return fills[index % fills.length] ?? colour.paper
}

function strandLines(x: number, y: number, r: number, length: number): Mark {
  return row(4, (strand) =>
    line(x, y - r * (0.6 - strand * 0.4), x + length - 4, y - r * (0.52 - strand * 0.4), {
      ...thin,
      stroke: colour.copperLight,
    }),
  )
}

/** The cores, spread like fingers so that each can be seen. */
function fan(places: readonly Point[], cores: Cores, from: number): Solid {
  const { r, to, bare } = cores
  const many = places.length
  const gap = many > 5 ? r * 2.1 : r * 2.7
  const half = ((many - 1) / 2) * gap
  const rank = new Map(
    [...places.keys()]
      .sort((a, b) => (places[a]?.[1] ?? 0) - (places[b]?.[1] ?? 0) || a - b)
      .map((place, index) => [place, index]),
  )
  const draw = (unit: number): Mark =>
    places.map(([, y], index) => {
      const place = rank.get(index) ?? 0
      const endY = place * gap - half
      const end = to - Math.abs(place - (many - 1) / 2) * r * 0.5
      const middle = from + (end - from) * 0.5
      const bend = (offset: number): string =>
        `M${from} ${y + offset}C${middle} ${y + offset} ${middle} ${endY + offset} ${end} ${endY + offset}`
      const full = (2 * r) / unit
      const solid = { fill: colour.none, cap: 'butt' } as const
      return [
        rect(end - 3, endY - r * 0.72, bare, r * 1.44, { fill: colour.copper }),
        strandLines(end, endY, r * 0.72, bare),
        path(bend(0), { ...solid, width: full }),
        path(bend(0), { ...solid, width: full - weight.detail * 2, stroke: coreFill(index) }),
        many <= 5 && path(bend(r * 0.5), { ...thin, stroke: colour.grey }),
        many <= 5 && path(bend(r * 0.7), { ...thin, stroke: colour.grey }),
        line(end, endY - r, end, endY + r),
      ]
    })
  return {
    ...onFront(0, draw),
    from: [from, -half - r, -r],
    to: [to + bare, half + r, r],
  }
}

/** Wires or tape wound round a body, as seen on its near half. */
function helix(r: number, from: number, to: number, pitch: number, lean: number): Mark {
  const marks: Mark[] = []
  for (let x = from - lean; x < to + lean; x += pitch) {
    const points = row(9, (step): Point => {
      const turn = (step / 8) * Math.PI
      return [x + (lean * step) / 8, -r * Math.cos(turn)]
    })
    const inside = points.filter(([px]) => px >= from && px <= to)
    if (inside.length > 1) marks.push(polyline(inside, thin))
  }
  return marks
}

const coreFills = [colour.shade, colour.paper, colour.dark, colour.tint, colour.grey]

function fillOf(index: number): string {
  return coreFills[index % coreFills.length] ?? colour.paper
}

export function cable({ cores, armoured }: { cores: number; armoured: boolean }, view: View): Mark {
  const { places, reach } = layUp(cores)
  if (view === 'side' && armoured) {
    return armouredSection(places, reach, (index) =>
      cores === 3 ? { fill: colour.copperLight, screened: true } : { fill: fillOf(index) },
    )
  }
  if (view === 'side') return cableSection({ cores, armoured })
  const tilt = view === 'front' ? -20 : -8
  const medium = armoured && cores === 3
  const flexible = !armoured && cores === 3
  const fireProof = cores === 2
  const outer = cores === 2 ? 104 : medium ? 128 : 118
  const inner = outer * (armoured ? 0.68 : flexible ? 0.8 : 0.76)
  const r = inner / reach
  const at = (end: number, spread: number, length: number, bare: number, extra: Mark = []): Mark => [
    extra,
    fingers(end, {
      places: places.map(([z, y]): Point => [z * r, y * r]),
      r,
      reach: length,
      bare,
      spread,
      look: (index) => ({ fill: medium ? colour.copperLight : fillOf(index), screened: medium }),
    }),
  ]
  if (flexible) {
    // A soft lead: the sheath itself bends.
    const bend = 'M-520 190C-370 190 -330 0 -120 0L0 0'
    const solid = { fill: colour.none, cap: 'butt' } as const
    const [x, y] = [-520, 190]
    return onPage(tilt, [-30, 60], [
      ellipsePath(x, y, outer),
      path(bend, { ...solid, width: outer * 2 }),
      path(bend.replace('M-520 190', 'M-526 190'), {
        ...solid,
        width: outer * 2 - 8,
        stroke: colour.paper,
      }),
      [0.34, 0.55, 0.72, 0.86].map((share) =>
        path(
          `M${x + 6} ${y + outer * share}C${-370 + 40 * share} ${190 + outer * share} ${-330 + 70 * share} ${outer * share} ${-120} ${outer * share}L-20 ${outer * share}`,
          { ...thin, fill: colour.none, stroke: colour.grey },
        ),
      ),
      row(3, (index) =>
        line(-150 + index * 70, -outer * 0.3, -108 + index * 70, -outer * 0.3, {
          stroke: colour.grey,
        }),
      ),
      ellipsePath(0, 0, outer),
      at(0, 20, 400, 90),
    ])
  }
  if (armoured) {
    return onPage(tilt, [medium ? -30 : -20, 0], [
      coats(
        [
          { r: outer, to: -200, wrap: 'sheath' },
          { r: outer * 0.88, to: -70, wrap: 'armour', fill: colour.shade },
          { r: inner * 1.06, to: 10, wrap: 'plain', fill: colour.tint },
        ],
        -510,
      ),
      at(10, cores === 3 ? 20 : 27, medium ? 310 : 370, 90),
    ])
  }
  if (fireProof) {
    return onPage(tilt, [-30, 0], [
      coats(
        [
          { r: outer, to: -120, wrap: 'sheath', fill: colour.copperLight },
          { r: outer * 0.86, to: 10, wrap: 'foil', fill: colour.shade },
        ],
        -510,
      ),
      // The drain wire lies under the tape.
      path(`M10 ${-outer * 0.5}C120 ${-outer * 0.9} 170 -190 330 -205`, {
        fill: colour.none,
        width: 9,
      }),
      path(`M10 ${-outer * 0.5}C120 ${-outer * 0.9} 170 -190 330 -205`, {
        fill: colour.none,
        width: 5,
        stroke: colour.copper,
      }),
      fingers(10, {
        places: places.map(([z, y]): Point => [z * r, y * r]),
        r: r * 0.94,
        reach: 370,
        bare: 90,
        spread: 11,
        look: (index) => ({ fill: index === 0 ? colour.paper : colour.shade }),
      }),
    ])
  }
  return onPage(tilt, [-20, 0], [
    coats(
      [
        { r: outer, to: -150, wrap: 'sheath' },
        { r: outer * 0.84, to: -20, wrap: 'tape', fill: colour.tint },
      ],
      -510,
    ),
    at(-20, 26, 400, 90),
  ])
}

function ellipsePath(x: number, y: number, r: number): Mark {
  return group({ x, y, scale: [0.32, 1] }, circle(0, 0, r - 2, { width: weight.outline }))
}

function cableSection({ cores, armoured }: { cores: number; armoured: boolean }): Mark {
  const view = 'side'
  const { places, reach } = layUp(cores)
  const outer = cores === 1 ? 62 : 84
  const inner = outer * (armoured ? 0.66 : 0.8)
  const r = inner / reach
  const layers: Layer[] = armoured
    ? [
        { r: inner * 1.06, to: 400, fill: colour.tint },
        {
          r: outer * 0.88,
          to: 320,
          fill: colour.shade,
          face: (radius, from, to) => helix(radius, from, to, 13, 46),
        },
        { r: outer, to: 200, face: sheathFace },
      ]
    : [
        {
          r: inner * 1.04,
          to: 340,
          fill: colour.tint,
          face: (radius, from, to) => helix(radius, from, to, 40, 60),
        },
        { r: outer, to: 240, face: sheathFace },
      ]
  const solids = cutBack(
    layers,
    { places: places.map(([z, y]) => [z * r, y * r]), r, bare: 80, to: 590 },
    view,
  )
  return plate(view, solids, lying(view))
}

/** How a length of cable is placed: across the page at a slant, or its section upright. */
function lying(view: View): Plate {
  return view === 'side' ? { fill: 0.76 } : { measured: false, tilt: view === 'front' ? -20 : -8 }
}

/** The printed line along a sheath, and the end where it was torn off. */
function sheathFace(r: number, from: number, to: number, unit: number): Mark {
  return [
    row(3, (index) =>
      line(from + 30 + index * 44, -r * 0.3, from + 60 + index * 44, -r * 0.3, {
        stroke: colour.grey,
      }),
    ),
    hatch(rectPoints(to - 10, -r, 10, r * 2), { angle: 60, spacing: 6 * unit }),
  ]
}

export function controlCable({ cores }: { cores: 7 | 12 | 19 }, view: View): Mark {
  const { places, reach } = layUp(cores)
  if (view === 'side' && cores === 12) {
    return armouredSection(places, reach, () => ({ fill: colour.paper }))
  }
  if (view === 'side') return controlSection({ cores })
  const tilt = view === 'front' ? (cores === 19 ? -10 : -20) : -8
  const outer = { 7: 104, 12: 112, 19: 118 }[cores]
  if (cores === 12 && view === 'front') return instrumentCable(-9)
  // The numbered cable of substations is armoured; the one for machines has a copper braid.
  const armoured = view === 'front'
  const inner = outer * 0.68
  const r = inner / reach
  const spread = { 7: 40, 12: 52, 19: 66 }[cores]
  return onPage(tilt, [cores === 19 ? -60 : -25, 0], [
    coats(
      armoured
        ? [
            { r: outer, to: -210, wrap: 'sheath' },
            { r: outer * 0.88, to: -90, wrap: 'armour', fill: colour.shade },
            { r: inner * 1.06, to: -20, wrap: 'plain', fill: colour.tint },
          ]
        : [
            { r: outer, to: -200, wrap: 'sheath' },
            { r: outer * 0.88, to: -80, wrap: 'braid', fill: colour.copperLight },
            { r: inner * 1.08, to: -20, wrap: 'tape', fill: colour.tint },
          ],
      -500,
    ),
    fingers(-20, {
      places: places.map(([z, y]): Point => [z * r, y * r]),
      r,
      reach: { 7: 370, 12: 370, 19: 360 }[cores],
      bare: 44,
      spread,
      look: (index) => ({ fill: armoured ? colour.paper : fillOf(index) }),
    }),
  ])
}

/** Four screened pairs under one screen. */
function instrumentCable(tilt: number): Mark {
  const outer = 116
  const pairs: readonly Point[] = [
    [30, -33],
    [-30, -33],
    [30, 33],
    [-30, 33],
  ]
  return onPage(tilt, [0, -25], [
    coats(
      [
        { r: outer, to: -190, wrap: 'sheath' },
        { r: outer * 0.84, to: -60, wrap: 'foil', fill: colour.shade },
      ],
      -500,
    ),
    path('M-60 -70C0 -110 60 -230 190 -300', { fill: colour.none, width: 9 }),
    path('M-60 -70C0 -110 60 -230 190 -300', {
      fill: colour.none,
      width: 5,
      stroke: colour.copper,
    }),
    pairs.map(([z, y], index) =>
      foilPair([-60 + z * 0.32, y], [-33, -11, 11, 33][[0, 1, 3, 2][index] ?? 0] ?? 0, 27, 330),
    ),
  ])
}

function controlSection({ cores }: { cores: 7 | 12 | 19 }): Mark {
  const view = 'side'
  const { places, reach } = layUp(cores)
  const outer = { 7: 66, 12: 82, 19: 94 }[cores]
  const inner = outer * 0.76
  const r = inner / reach
  const solids = cutBack(
    [
      {
        r: inner * 1.04,
        to: 380,
        fill: colour.tint,
        face: (radius, from, to) => helix(radius, from, to, 34, 60),
      },
      {
        r: outer * 0.89,
        to: 310,
        fill: colour.copperLight,
        face: (radius, from, to, unit) =>
          [38, -38].map((angle) =>
            hatch(rectPoints(from, -radius, to - from, radius * 2), {
              angle,
              spacing: 10 * unit,
              tone: colour.copper,
            }),
          ),
      },
      { r: outer, to: 210, face: sheathFace },
    ],
    { places: places.map(([z, y]) => [z * r, y * r]), r, bare: 40, to: 590 },
    view,
  )
  return plate(view, solids, lying(view))
}

export function cableDrum({ size }: { size: Size }, view: View): Mark {
  const [r, w, turns] = ({ s: [400, 420, 11], m: [650, 720, 13], l: [1000, 1200, 15] } as const)[
    size
  ]
  const wound = r * 0.82
  const flange = w * 0.09
  const pitch = (w - 2 * flange) / turns
  const flangeFace = (unit: number): Mark => [
    circle(0, 0, r * 0.95, { ...thin, fill: colour.none }),
    row(9, (index) => {
      const x = -r + (2 * r * (index + 1)) / 10
      const reach = Math.sqrt(Math.max(0, r * r - x * x)) * 0.95
      return line(x, -reach, x, reach, { ...thin, stroke: colour.grey })
    }),
    hatch(ellipsePoints(0, 0, r * 0.95, r * 0.95), {
      angle: 90,
      spacing: 34 * unit,
      tone: colour.shade,
    }),
    circle(0, 0, r * 0.4, { fill: colour.paper }),
    row(size === 's' ? 4 : 8, (index) =>
      circle(...onCircle(0, 0, r * 0.5, 22.5 + index * (size === 's' ? 90 : 45)), r * 0.028, {
        fill: colour.tint,
      }),
    ),
    row(size === 's' ? 4 : 6, (index) =>
      circle(...onCircle(0, 0, r * 0.3, index * (size === 's' ? 90 : 60)), r * 0.028, {
        fill: colour.tint,
      }),
    ),
    circle(0, 0, r * 0.12, { fill: colour.shade }),
    circle(0, 0, r * 0.08, { fill: colour.ink }),
    arcArrow(r * 0.72),
  ]
  const tail =
    view === 'side'
      ? []
      : [
          {
            ...onFront(view === 'front' ? 0 : w * 0.5, [
              path(
                `M${-wound * 0.2} ${wound * 0.98}C${r * 0.7} ${r * 1.0} ${r * 0.95} ${r * 0.96} ${r * 1.3} ${r * 0.965}`,
                { width: 13, stroke: colour.ink },
              ),
              path(
                `M${-wound * 0.2} ${wound * 0.98}C${r * 0.7} ${r * 1.0} ${r * 0.95} ${r * 0.96} ${r * 1.3} ${r * 0.965}`,
                { width: 8, stroke: colour.grey },
              ),
              line(r * 1.28, r * 0.965, r * 1.34, r * 0.965, { width: 8, stroke: colour.copper }),
            ]),
            aside: true,
          },
        ]
  return plate(
    view,
    [
      knob(0, 0, r, w - flange, flange, { heavy: true, fill: colour.tint }),
      ...tail,
      ...row(turns, (index) =>
        knob(0, 0, wound - (index % 2) * 3, flange + pitch * (turns - 1 - index), pitch, {
          fill: index === 4 ? colour.copperLight : colour.paper,
        }),
      ),
      knob(0, 0, r, 0, flange, { heavy: true, face: flangeFace }),
    ],
    { standing: true, fill: { s: 0.66, m: 0.84, l: 1 }[size] },
  )
}

function arcArrow(r: number): Mark {
  const tip = onCircle(0, 0, r, 245)
  return [
    arc(0, 0, r, 205, 245, { width: weight.outline, stroke: colour.ink }),
    polygon(
      [onCircle(0, 0, r, 253), onCircle(...tip, r * 0.1, 350), onCircle(...tip, r * 0.1, 150)],
      { fill: colour.ink, stroke: colour.none },
    ),
  ]
}

/** A coil lying on its flat side: turn upon turn, tied in four places, its free end stripped. */
function lyingCoil(): Mark {
  const [cx, cy, r, hole, k] = [570, 375, 345, 185, 0.4]
  const [turns, pitch] = [7, 30]
  const flat = (y: number, radius: number, fill: string = colour.paper): Mark =>
    ellipse(cx, y, radius, radius * k, { fill, width: weight.detail })
  const low = cy + turns * pitch
  const top = (angle: number, radius: number): Point => [
    cx + radius * Math.cos((angle * Math.PI) / 180),
    cy + radius * k * Math.sin((angle * Math.PI) / 180),
  ]
  const band = (angle: number): Mark => {
    const half = 4.2
    const [a, b] = [top(angle - half, r + 1), top(angle + half, r + 1)]
    const [c, d] = [top(angle + half * 1.8, hole), top(angle - half * 1.8, hole)]
    const near = Math.sin((angle * Math.PI) / 180) > 0
    const drop = turns * pitch
    return [
      near &&
        polygon([a, b, [b[0], b[1] + drop], [a[0], a[1] + drop]], { fill: colour.shade }),
      // Over the inner wall, where it faces the eye.
      !near &&
        polygon([d, c, [c[0], Math.min(c[1] + drop, c[1] + 95)], [d[0], Math.min(d[1] + drop, d[1] + 95)]], {
          fill: colour.shade,
        }),
      polygon([a, b, c, d], { fill: colour.shade }),
    ]
  }
  const onLow = (angle: number): Point => {
    const [x, y] = top(angle, r - 12)
    return [x, y + turns * pitch - 9]
  }
  const tail = curveData([
    ...[88, 78, 68, 58].map(onLow),
    [cx + r * 0.86, low + r * k * 0.62],
    [cx + r * 1.1, low + 64],
    [cx + r * 1.3, low + 52],
  ])
  return [
    hatch(
      ellipsePoints(cx + 60, low + 20, r * 1.06, r * k, -60, 110),
      { angle: 0, spacing: 7 },
    ),
    row(turns, (index) => [
      flat(low - index * pitch, r - (index % 2) * 3),
      // The round of each wire, shaded below.
      path(
        `M${cx - r + 14} ${low - index * pitch + 10}A${r - 6} ${(r - 6) * k} 0 0 0 ${cx + r - 14} ${low - index * pitch + 10}`,
        { ...thin, fill: colour.none, stroke: index % 2 === 0 ? colour.grey : colour.shade },
      ),
    ]),
    ellipse(cx, cy, r, r * k, { width: weight.outline }),
    row(4, (ring) =>
      ellipse(cx, cy, hole + (ring + 1) * 32, (hole + (ring + 1) * 32) * k, { fill: colour.none }),
    ),
    ellipse(cx, cy, hole, hole * k, { width: weight.outline, fill: colour.tint }),
    clip(ellipsePoints(cx, cy, hole, hole * k), [
      row(turns, (layer) =>
        ellipse(cx, cy + (layer + 1) * pitch, hole, hole * k, {
          fill: layer === turns - 1 ? colour.paper : colour.none,
        }),
      ),
    ]),
    ellipse(cx, cy, hole, hole * k, { width: weight.outline, fill: colour.none }),
    path(tail, { width: 30, fill: colour.none, cap: 'butt' }),
    path(tail, { width: 25, stroke: colour.paper, fill: colour.none }),
    [215, 325, 40, 140].map(band),
    group({ x: cx + r * 1.3, y: low + 52, rotate: -5 }, [
      rect(0, -15, 12, 30, { radius: 6 }),
      rect(8, -8, 78, 16, { fill: colour.copper, radius: 3 }),
      line(14, -3, 80, -3, { ...thin, stroke: colour.copperLight }),
    ]),
  ]
}

export function wireCoil({ size }: { size: 's' | 'm' }, view: View): Mark {
  if (view === 'side') return size === 's' ? lyingCoil() : strippedEnds()
  const [r, turns, pitch] = size === 's' ? [90, 5, 11] : [125, 5, 15]
  const hole = r * 0.52
  const coil = row(turns, (index) => {
    const front = index === turns - 1
    return knob(0, 0, r - (index % 2) * 2.5, pitch * (turns - 1 - index), pitch, {
      heavy: front,
      face: front
        ? [
            row(6, (ring) =>
              circle(0, 0, r - ((r - hole) * (ring + 1)) / 7, { ...thin, fill: colour.none }),
            ),
            circle(0, 0, hole, { width: weight.outline }),
            view === 'front'
              ? []
              : clip(
                  ellipsePoints(0, 0, hole, hole),
                  row(turns - 1, (layer) =>
                    circle((layer + 1) * pitch * 0.466, -(layer + 1) * pitch * 0.291, hole, {
                      ...thin,
                      fill: colour.none,
                    }),
                  ),
                ),
          ]
        : [],
    })
  })
  const ties = row(4, (index) => {
    const angle = 40 + index * 90
    const [x1, y1] = onCircle(0, 0, hole - 3, angle)
    const [x2, y2] = onCircle(0, 0, r + 2, angle)
    return [
      line(x1, y1, x2, y2, { width: 17 }),
      line(x1, y1, x2, y2, { width: 12, stroke: colour.shade }),
    ]
  })
  return plate(
    view,
    [
      ...coil,
      onFront(0, [
        ties,
        lead(
          `M${r * 0.62} ${r * 0.5}C${r * 0.9} ${r * 0.8} ${r * 1.05} ${r * 0.9} ${r * 1.36} ${r * 0.86}`,
          9,
          colour.paper,
        ),
        line(r * 1.36, r * 0.86, r * 1.52, r * 0.83, { width: 8, stroke: colour.copper }),
      ]),
    ],
    { fill: size === 's' ? 0.72 : 0.9 },
  )
}

export function cableTray({ type }: { type: 'ladder' | 'perforated' | 'mesh' }, view: View): Mark {
  const [w, h, d] = [1000, 100, 600]
  const deck = (unit: number): Mark => {
    if (type === 'ladder') {
      return row(4, (index) => [
        rect(90 + index * 250, 0, 55, d),
        line(108 + index * 250, 0, 108 + index * 250, d, { ...thin, stroke: colour.grey }),
      ])
    }
    if (type === 'mesh') {
      return [
        row(11, (index) => line(index * 100, 0, index * 100, d)),
        row(7, (index) => line(0, index * 100, w, index * 100)),
      ]
    }
    return [
      rect(0, 0, w, d, { fill: colour.tint }),
      row(5, (line_) =>
        row(8, (index) =>
          rect(40 + index * 122 + (line_ % 2) * 40, 50 + line_ * 115, 62, 30, {
            ...thin,
            fill: colour.paper,
            radius: 15,
          }),
        ),
      ),
      hatch(rectPoints(0, d - 30, w, 30), { angle: 0, spacing: 8 * unit }),
    ]
  }
  const cables = (from: number): Mark =>
    row(4, (index) => {
      const y = from + index * 78
      return [
        line(0, y, w, y, { width: 24 }),
        line(0, y, w, y, { width: 18, stroke: index === 1 ? colour.copperLight : colour.paper }),
      ]
    })
  if (view === 'front') {
    // Seen from above: the usual plan of a tray run.
    const flange = (y: number): Mark => [
      rect(0, y, w, 26, { width: weight.outline }),
      line(0, y + 8, w, y + 8, thin),
    ]
    return plate(view, [
      box(0, 0, 0, w, d, h, {
        fill: colour.paper,
        stroke: colour.none,
        face: (unit: number) => [
          deck(unit),
          type === 'mesh'
            ? rect(0, 0, w, d, { fill: colour.none, width: weight.outline })
            : [flange(0), flange(d - 26)],
          cables(150),
          type !== 'mesh' && [60, w - 60].map((x) => [screw(x, 13, 8), screw(x, d - 13, 8)]),
        ],
      }),
    ])
  }
  if (view === 'side') {
    const profile =
      type === 'mesh'
        ? { width: weight.outline, fill: colour.none }
        : { fill: colour.shade, width: weight.detail }
    const wall = type === 'mesh' ? 6 : 10
    return plate(
      view,
      [
        { ...box(-200, h + 8, -80, 40, 40, d + 160, { fill: colour.tint }), aside: true },
        box(0, 0, 0, w, h, d, {
          stroke: colour.none,
          fill: colour.none,
          side: [
            polygon(
              [
                [0, 0],
                [wall, 0],
                [wall, h - wall],
                [d - wall, h - wall],
                [d - wall, 0],
                [d, 0],
                [d, h],
                [0, h],
              ],
              profile,
            ),
            type === 'ladder' && [
              rect(wall, h * 0.55, d - 2 * wall, h * 0.3),
              row(2, (index) =>
                line(index * (d - 34), 0, 34 + index * (d - 34), 0, { width: weight.outline }),
              ),
            ],
            type === 'mesh' &&
              row(13, (index) => circle(index * 50, h - 3, 6, { fill: colour.ink })),
            row(4, (index) => {
              const r = [34, 28, 34, 22][index]!
              const base = type === 'ladder' ? h * 0.55 : h - wall
              return [
                circle(110 + index * 125, base - r, r, { width: weight.outline }),
                row(3, (core) => {
                  const [x, y] = onCircle(110 + index * 125, base - r, r * 0.46, 90 + core * 120)
                  return circle(x, y, r * 0.28, { ...thin, fill: colour.copper })
                }),
              ]
            }),
          ],
        }),
      ],
      { fill: 0.92 },
    )
  }
  if (type !== 'ladder') return hungTray(type)
  const rods = [0.12, 0.85].flatMap((share) => [
    { ...box(w * share, -460, d - 20, 10, 560, 10, { fill: colour.shade }), aside: true },
  ])
  const nearRods = [0.12, 0.85].map((share) => ({
    ...box(w * share, -460, -30, 10, 570, 10, { fill: colour.shade }),
    aside: true,
  }))
  const wall = (z: number): Solid =>
    box(0, 0, z, w, h, 12, {
      heavy: true,
      face: [
        line(0, 16, w, 16, thin),
        line(0, h - 16, w, h - 16, thin),
        [40, 90, w - 90, w - 40].map((x) => circle(x, h / 2, 10, { fill: colour.tint })),
      ],
    })
  return plate(view, [
    ...rods,
    ...row(2, (index) =>
      box(w * (0.1 + index * 0.73), h + 6, -60, 60, 40, d + 120, { fill: colour.tint }),
    ),
    wall(d - 12),
    onLevel(h, [
      rect(0, 0, w, d, { fill: colour.none }),
      deck(1),
    ]),
    onLevel(h - 24, group({ y: 600, scale: [1, -1] }, cables(150))),
    { from: [0, 0, 0], to: [w, h, d], draw: () => [] },
    wall(0),
    ...nearRods,
  ])
}

/** A run of tray on two trapeze hangers, with a floor to lay cables on. */
function hungTray(type: 'perforated' | 'mesh'): Mark {
  const [w, d, h] = [1260, 560, type === 'mesh' ? 110 : 90]
  const rodTop = 430
  const see = fitted(27, 37, [
    [0, -60, 0],
    [w, -60, d],
    [0, -60, d],
    [w, -60, 0],
    [230, rodTop, d + 70],
    [w - 230, rodTop, d + 70],
  ], [1000, 720])
  const stands = [230, w - 230]
  const mesh = type === 'mesh'
  const wire = { width: 4.5, stroke: colour.dark } as const
  const strut = (a: Place, b: Place, style: Style): Mark => line(...see(...a), ...see(...b), style)
  const hanger = (x: number): Mark =>
    crate(see, [x - 22, -50, -70], [44, 44, d + 140], { side: colour.tint, top: colour.paper })
  const rod = (x: number, z: number): Mark => [
    strut([x, -60, z], [x, rodTop, z], { width: 11, cap: 'butt' }),
    strut([x, -60, z], [x, rodTop, z], { width: 6.5, stroke: colour.shade, cap: 'butt' }),
    // Nut and washer over and under the channel.
    [-6, -62].map((y) => {
      const [px, py] = see(x, y, z)
      return rect(px - 12, py - 9, 24, 15, { fill: colour.shade })
    }),
  ]
  const plane = (z: number, ...content: readonly Mark[]): Mark =>
    onPlane(see, [0, h, z], [1, 0, 0], [0, -1, 0], ...content)
  const wall = (z: number, near: boolean): Mark =>
    mesh
      ? [
          row(13, (index) => strut([index * 105, 0, z], [index * 105, h, z], wire)),
          [h * 0.5, h].map((y) => strut([0, y, z], [w, y, z], wire)),
        ]
      : [
          plane(
            z,
            rect(0, 0, w, h, { width: weight.outline, fill: near ? colour.paper : colour.tint }),
            row(10, (index) =>
              rect(60 + index * 120, h * 0.36, 62, 26, {
                fill: near ? colour.shade : colour.paper,
                radius: 13,
              }),
            ),
          ),
          // The upper edge is rolled inwards.
          polygon(
            [
              see(0, h, z),
              see(w, h, z),
              see(w, h, z + (near ? 22 : -22)),
              see(0, h, z + (near ? 22 : -22)),
            ],
            { fill: colour.paper },
          ),
        ]
  const floor = mesh
    ? [
        row(13, (index) => strut([index * 105, 0, 0], [index * 105, 0, d], wire)),
        row(6, (index) => strut([0, 0, (d / 5) * index], [w, 0, (d / 5) * index], wire)),
      ]
    : onPlane(
        see,
        [0, 0, d],
        [1, 0, 0],
        [0, 0, -1],
        rect(0, 0, w, d, { fill: colour.tint, width: weight.outline }),
        row(5, (line_) =>
          row(10, (index) =>
            rect(34 + index * 120 + (line_ % 2) * 44, 30 + line_ * 104, 66, 28, {
              fill: colour.paper,
              radius: 14,
            }),
          ),
        ),
      )
  const cable_ = (z: number, r: number, fill: string): Mark => {
    const wide = 2 * r * (see(1, 0, 0)[0] - see(0, 0, 0)[0]) * 1.1
    const [a, b] = [see(-26, r, z), see(w + 46, r, z)]
    const solid = { cap: 'butt' } as const
    const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    return group({ x: a[0], y: a[1], rotate: turn }, [
      ellipse(0, 0, wide * 0.24, wide / 2 - 1.2, { fill }),
      line(0, 0, length, 0, { ...solid, width: wide }),
      line(-1, 0, length, 0, { ...solid, width: wide - 5, stroke: fill }),
      line(4, wide * 0.26, length - 4, wide * 0.26, { ...thin, stroke: colour.grey }),
      ellipse(length, 0, wide * 0.24, wide / 2 - 1.2, { fill: colour.paper }),
      row(3, (core) => {
        const [x, y] = onCircle(0, 0, wide * 0.22, 90 + core * 120)
        return ellipse(length + x * 0.48, y, wide * 0.07, wide * 0.14, {
          ...thin,
          fill: colour.copper,
        })
      }),
    ])
  }
  return [
    stands.map((x) => [rod(x, d + 48)]),
    stands.map(hanger),
    wall(d, false),
    floor,
    cable_(420, 26, colour.paper),
    cable_(345, 22, colour.copperLight),
    cable_(280, 26, colour.paper),
    wall(0, true),
    stands.map((x) => rod(x, -48)),
  ]
}

export function conduit(_parameters: object, view: View): Mark {
  const pipes = [
    { y: 0, r: 25, length: 620 },
    { y: 92, r: 16, length: 700 },
    { y: 168, r: 12.5, length: 560 },
    { y: 234, r: 10, length: 640 },
  ]
  const box_ = [
    box(-150, -62, -40, 124, 124, 80, {
      heavy: true,
      radius: 10,
      face: [circle(-88, 0, 46), circle(-88, 0, 38, thin), screw(-88, -40, 5), screw(-88, 40, 5)],
    }),
    roller(0, 0, 31, -28, 40, { fill: colour.tint }),
  ]
  return plate(
    view,
    [
      ...pipes.flatMap(({ y, r, length }, index) => [
        roller(y, 0, r, 0, length, {
          heavy: true,
          side: [circle(0, y, r * 0.86, { fill: colour.dark })],
        }),
        roller(y, 0, r * 1.22, length * (0.36 + index * 0.1), r * 3.6, { fill: colour.tint }),
        onFront(
          -r,
          label(length * 0.08 + (index === 0 ? 40 : 0), y - r * 0.35, 120, r * 0.7, 1, false),
        ),
      ]),
      ...box_,
      ...[170, 470].map((x) =>
        box(x, -34, 18, 16, 290, 10, { fill: colour.shade, face: screw(x + 8, 134, 5) }),
      ),
      onFront(0, [
        row(3, (wire) =>
          path(
            `M618 ${-8 + wire * 8}C680 ${-12 + wire * 8} 720 ${-30 + wire * 18} 780 ${-34 + wire * 26}`,
            { width: 5, stroke: wire === 1 ? colour.copper : colour.ink },
          ),
        ),
      ]),
    ],
    { measured: view === 'side', fill: view === 'side' ? 0.8 : 0.96 },
  )
}

export function cableGland(_parameters: object, view: View): Mark {
  const hex = hexAlong
  return plate(
    view,
    [
      roller(0, 0, 23, -170, 190, { heavy: true, fill: colour.paper }),
      onFront(
        0,
        row(3, (index) =>
          line(-160 + index * 40, -7, -138 + index * 40, -7, { stroke: colour.grey }),
        ),
      ),
      roller(0, 0, 30, 0, 16, { fill: colour.shade }),
      hex(14, 42, 34),
      roller(0, 0, 37, 48, 10, { fill: colour.copperLight }),
      hex(58, 46, 40),
      roller(0, 0, 36, 98, 12, { fill: colour.copperLight }),
      hex(110, 46, 26),
      roller(0, 0, 34, 136, 58, { fill: colour.copperLight }),
      onFront(0, [row(9, (index) => line(141 + index * 6, -34, 145 + index * 6, 34, thin))]),
      hex(166, 48, 14),
      roller(0, 0, 17, 194, 60, { fill: colour.tint }),
      ...[
        [-7, 0],
        [6, -7],
        [6, 7],
      ].flatMap(([y = 0, z = 0]) => [
        roller(y, z, 4.6, 300, 34, { fill: colour.copper, side: strands(z, y, 4.6) }),
        roller(y, z, 7, 250, 54, { fill: colour.paper }),
      ]),
    ],
    lying(view),
  )
}

/** A hexagonal nut lying along x. */
function hexAlong(x: number, r: number, w: number): Solid {
  return sidePrism(regular(0, 0, r, 6, -90), x, w, { heavy: true, fill: colour.copperLight })
}

export function earthRod(_parameters: object, view: View): Mark {
  return plate(
    view,
    [
      ...(view === 'three-quarter' ? [] : [{ ...groundSection(view), aside: true }]),
      frontPrism(
        [
          [-14, 760],
          [14, 760],
          [0, 850],
        ],
        -14,
        28,
        { fill: colour.copper },
      ),
      upright(0, 0, 14, 0, 760, { fill: colour.copper }),
      upright(0, 0, 22, 410, 90, { fill: colour.copperLight }),
      box(-38, 70, -26, 76, 58, 52, {
        heavy: true,
        fill: colour.tint,
        face: [line(0, 70, 0, 128, thin)],
      }),
      hexHead(24, 99, 14, -42, 16),
      onFront(0, [
        lead('M-34 99C-120 99 -150 60 -190 -20', 11, colour.copper),
        row(5, (index) =>
          line(
            -60 - index * 22,
            96 - index * index * 2.4,
            -68 - index * 22,
            106 - index * index * 2.4,
            { ...thin, stroke: colour.copperLight },
          ),
        ),
      ]),
      upright(0, 0, 20, -26, 30, { fill: colour.shade }),
    ],
    { measured: false },
  )
}

/** The soil the rod is driven into, with the inspection pit round its head. */
function groundSection(view: View): Solid {
  const mark = (unit: number): Mark => [
    line(-520, 20, -210, 20, { width: weight.outline }),
    line(210, 20, 520, 20, { width: weight.outline }),
    hatch(rectPoints(-520, 20, 310, 34), { spacing: 9 * unit }),
    hatch(rectPoints(210, 20, 310, 34), { spacing: 9 * unit }),
    polygon(
      [
        [-210, 10],
        [-160, 10],
        [-160, 260],
        [-210, 260],
      ],
      { fill: colour.shade },
    ),
    polygon(
      [
        [160, 10],
        [210, 10],
        [210, 260],
        [160, 260],
      ],
      { fill: colour.shade },
    ),
    row(22, (index) => {
      const x = -500 + ((index * 389) % 1000)
      const y = 330 + ((index * 251) % 520)
      return Math.abs(x) > 60 && line(x, y, x + 34, y, { ...thin, stroke: colour.grey })
    }),
    row(3, (index) =>
      arc(0, 420, 150 + index * 100, 40, 140, { ...thin, stroke: colour.grey, dash: '10 9' }),
    ),
  ]
  return view === 'side' ? onRight(-Infinity, mark) : onFront(0, mark)
}

export function lightningRod(_parameters: object, view: View): Mark {
  return plate(
    view,
    [
      box(-330, 1240, -200, 660, 60, 520, { heavy: true, fill: colour.tint }),
      ...[-1, 1].map((side) =>
        frontPrism(
          side < 0
            ? [
                [-240, 1240],
                [-222, 1240],
                [-6, 760],
                [-16, 744],
              ]
            : [
                [240, 1240],
                [16, 744],
                [6, 760],
                [222, 1240],
              ],
          20,
          10,
        ),
      ),
      box(-90, 1216, -70, 180, 24, 180, { fill: colour.shade }),
      upright(0, 20, 34, 620, 600, { heavy: true }),
      upright(0, 20, 24, 220, 400, { heavy: true }),
      upright(0, 20, 42, 606, 34, { fill: colour.shade }),
      upright(0, 20, 14, -90, 310, { rTop: 1.5, fill: colour.copper }),
      upright(0, 20, 34, 205, 26, { fill: colour.shade }),
      upright(0, 20, 62, 50, 60, { rTop: 24, fill: colour.copperLight }),
      onFront(20, [
        lead(
          'M10 230C40 260 34 300 34 420L34 1120C34 1190 70 1226 150 1236L320 1236',
          5,
          colour.copper,
        ),
        row(4, (index) => rect(20, 430 + index * 190, 24, 16, { fill: colour.shade })),
      ]),
      onFront(
        20,
        row(3, (index) => [
          arc(0, -90, 130 + index * 90, 205, 240, { ...thin, stroke: colour.grey }),
          arc(0, -90, 130 + index * 90, 300, 335, { ...thin, stroke: colour.grey }),
        ]),
      ),
    ],
    { measured: false },
  )
}
