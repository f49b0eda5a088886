/** One building cut open, with its supply followed from the overhead line down to the sockets. */
import { colour, hatch, sheet, weight, type Mark, type Point } from '../pen.ts'
import { person, seated, type FigureStyle } from './figures.ts'
import { palm, range, shrub, tree } from './nature.ts'
import { frame, pairs, type Spot } from './perspective.ts'
import { distantTown } from './setting.ts'
import { createStencil, daySky, soil } from './strokes.ts'

const scale = 32
const ground = 588
const s = createStencil({ x: 0, y: ground, scale })
const live = { stroke: colour.copper, width: weight.detail }
const busbar = { stroke: colour.copper, width: 5 }
const fine = { stroke: colour.grey, width: weight.hatch }

function spot(x: number, level: number): Spot {
  return { x: x * scale, y: ground - level * scale, scale }
}

/** Discs of an insulator between two points. */
function discs(from: Point, to: Point, count: number, half: number): Mark {
  return [
    s.line(...from, ...to, { width: weight.hatch }),
    Array.from({ length: count }, (_, index) => {
      const share = (index + 0.5) / count
      const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
      return s.line(x - half, y, x + half, y, { width: weight.detail })
    }),
  ]
}

function terminalTower(x: number): Mark {
  const half = (y: number): number => (y < 9 ? 1.5 - y * 0.105 : 0.56 - (y - 9) * 0.05)
  const levels = [0, 2.2, 4.1, 5.8, 7.2, 8.4, 9.4, 10.6, 11.8, 13, 14.2, 15.4]
  const arms = [10.2, 12.2, 14.2]
  return [
    [-1, 1].map((side) =>
      s.trace(
        [
          [x + side * half(0), 0],
          [x + side * half(9), 9],
          [x + side * half(15.4), 15.4],
          [x, 16.3],
        ],
        { width: weight.detail },
      ),
    ),
    levels.slice(1).map((high, index) => {
      const low = levels[index] ?? 0
      return [
        s.line(x - half(low), low, x + half(high), high),
        s.line(x + half(low), low, x - half(high), high),
        s.line(x - half(high), high, x + half(high), high),
      ]
    }),
    arms.map((y, index) => {
      const reach = [2.5, 2.2, 1.9][index] ?? 2
      return [-1, 1].map((side) => [
        s.polygon(
          [
            [x + side * half(y), y],
            [x + side * reach, y + 0.05],
            [x + side * half(y + 0.8), y + 0.8],
          ],
          { fill: colour.none, width: weight.detail },
        ),
        s.line(x + side * 1.2, y + 0.02, x + side * 0.9, y + 0.55),
        discs([x + side * reach, y], [x + side * reach, y - 0.8], 6, 0.13),
        side < 0
          ? s.curve(
              [
                [x - reach, y - 0.85],
                [x - reach - 1.4, y - 1.15],
                [-0.4, y - 1.3],
              ],
              live,
            )
          : '',
      ])
    }),
    [-1.5, 1.5].map((dx) => s.rect(x + dx - 0.4, -0.05, 0.8, 0.3, { fill: colour.shade })),
  ]
}

function powerTransformer(x: number): Mark {
  return [
    s.rect(x - 0.6, -0.1, 6.4, 0.45, { fill: colour.shade, width: weight.hatch }),
    s.rect(x, 0.35, 4.8, 0.3, { fill: colour.dark, width: weight.hatch }),
    s.rect(x, 0.65, 4.8, 2.5, { width: weight.outline }),
    s.hatch(pairs([x + 3.9, 0.65, x + 4.8, 0.65, x + 4.8, 3.15, x + 3.9, 3.15]), {
      angle: 90,
      spacing: 5,
    }),
    s.rect(x - 0.12, 3.15, 5.04, 0.16, { width: weight.detail }),
    [0.35, 1.75, 3.15].map((at) => [
      s.rect(x + at, 0.95, 1.15, 1.9, { width: weight.detail }),
      s.hatch(pairs([x + at, 0.95, x + at + 1.15, 0.95, x + at + 1.15, 2.85, x + at, 2.85]), {
        angle: 90,
        spacing: 4.5,
        tone: colour.dark,
      }),
      s.rect(x + at - 0.04, 2.72, 1.23, 0.14, { width: weight.hatch }),
      s.rect(x + at - 0.04, 0.95, 1.23, 0.14, { width: weight.hatch }),
    ]),
    // Conservator with its pipe, breather and gauge.
    s.rect(x + 2.9, 4.05, 2.3, 0.9, { width: weight.detail, radius: 13 }),
    s.hatch(pairs([x + 3, 4.1, x + 5.1, 4.1, x + 5.1, 4.45, x + 3, 4.45]), {
      angle: 0,
      spacing: 4,
    }),
    s.circle(x + 5, 4.5, 0.16),
    [3.4, 4.6].map((at) => s.line(x + at, 3.3, x + at, 4.05, { width: weight.detail })),
    [0.55, 1.35, 2.15].map((at) => [
      s.polygon(
        pairs([x + at - 0.17, 3.3, x + at + 0.17, 3.3, x + at + 0.11, 3.6, x + at - 0.11, 3.6]),
      ),
      discs([x + at, 3.6], [x + at, 4.8], 7, 0.17),
      s.line(x + at, 4.8, x + at, 5.05, { ...live, width: 4 }),
    ]),
    s.rect(x + 0.1, 2.9, 0.5, 0.2, { fill: colour.tint, width: 1 }),
    s.rect(x + 4.85, 1, 0.5, 1.4, { width: weight.detail }),
    s.rect(x + 4.95, 1.9, 0.3, 0.3, { fill: colour.dark, width: 1 }),
    s.hatch(pairs([x + 5.8, 0.3, x + 7.6, 0.02, x + 5.2, -0.02]), { angle: 0, spacing: 3.5 }),
  ]
}

function fenceLine(from: number, to: number): Mark {
  const posts = Math.round((to - from) / 1.6)
  return [
    s.hatch(pairs([from, 0.1, to, 0.1, to, 2, from, 2]), {
      angle: 45,
      spacing: 11,
      tone: colour.shade,
    }),
    s.hatch(pairs([from, 0.1, to, 0.1, to, 2, from, 2]), {
      angle: -45,
      spacing: 11,
      tone: colour.shade,
    }),
    Array.from({ length: posts + 1 }, (_, index) => {
      const x = from + ((to - from) * index) / posts
      return s.trace(pairs([x, 0, x, 2, x - 0.2, 2.25]), { width: weight.hatch })
    }),
    [0.12, 2].map((y) => s.line(from, y, to, y, { width: weight.hatch })),
  ]
}

/** A desk with a screen, its power and data drop below. */
function desk(x: number, level: number, flip = false): Mark {
  const side = flip ? -1 : 1
  return [
    s.rect(x, level + 0.7, 1.5, 0.07, { fill: colour.shade }),
    [0.1, 1.4].map((at) => s.line(x + at, level, x + at, level + 0.7, { width: weight.detail })),
    s.line(x + 0.75 + side * 0.25, level + 0.77, x + 0.75 + side * 0.25, level + 0.95, {
      width: weight.detail,
    }),
    s.polygon(
      pairs([0.18, 0.92, 0.3, 0.92, 0.36, 1.38, 0.24, 1.38]).map(([a, b]): Point => [
        x + 0.75 + side * a,
        level + b,
      ]),
      { fill: colour.ink, width: 1 },
    ),
  ]
}

function ceilingLamp(x: number, ceiling: number): Mark {
  return [
    s.line(x, ceiling, x, ceiling - 0.28, { width: weight.hatch, stroke: colour.copper }),
    s.rect(x - 0.6, ceiling - 0.38, 1.2, 0.11, { fill: colour.copperLight, stroke: colour.copper }),
    [-0.8, -0.4, 0, 0.4, 0.8].map((dx) =>
      s.line(x + dx * 0.6, ceiling - 0.5, x + dx, ceiling - 0.95, {
        width: weight.hatch,
        stroke: colour.copperLight,
      }),
    ),
  ]
}

/** A socket on the wall at sill height. */
function socket(x: number, level: number): Mark {
  return [
    s.rect(x - 0.14, level + 0.32, 0.28, 0.28, { width: weight.hatch }),
    s.circle(x, level + 0.46, 0.08, { fill: colour.copper, stroke: colour.none }),
  ]
}

/** A floor's distribution board beside the riser. */
function floorBoard(x: number, level: number): Mark {
  return [
    s.rect(x, level + 0.7, 0.8, 1.5, { width: weight.detail }),
    [1, 1.4, 1.8].map((y) => [
      s.rect(x + 0.1, level + y, 0.6, 0.2, { fill: colour.tint, width: 1 }),
      [0.16, 0.3, 0.44, 0.58].map((dx) =>
        s.rect(x + dx, level + y + 0.05, 0.06, 0.1, { fill: colour.dark, stroke: colour.none }),
      ),
    ]),
  ]
}

/** Main switchboard: four cubicles with their breakers. */
function switchboard(x: number, level: number): Mark {
  return Array.from({ length: 5 }, (_, index) => {
    const left = x + index * 0.95
    return [
      s.rect(left, level, 0.95, 2.3, { width: weight.detail }),
      s.rect(left, level, 0.95, 0.12, { fill: colour.ink, stroke: colour.none }),
      s.rect(left + 0.08, level + 2, 0.79, 0.2, { fill: colour.tint, width: 1 }),
      index % 4 === 0
        ? [
            s.rect(left + 0.2, level + 0.9, 0.55, 0.7, { fill: colour.tint, width: weight.hatch }),
            s.rect(left + 0.27, level + 1, 0.12, 0.46, {
              fill: colour.copper,
              stroke: colour.none,
            }),
            s.rect(left + 0.48, level + 1.2, 0.2, 0.25, { fill: colour.ink, stroke: colour.none }),
            s.circle(left + 0.48, level + 1.8, 0.06, { fill: colour.copper, width: 1 }),
          ]
        : [0.3, 0.68, 1.06, 1.44].map((y) => [
            s.rect(left + 0.1, level + y, 0.75, 0.32, { fill: colour.none, width: 1 }),
            s.rect(left + 0.4, level + y + 0.07, 0.16, 0.18, {
              fill: colour.dark,
              stroke: colour.none,
            }),
            s.circle(left + 0.7, level + y + 0.16, 0.04, {
              fill: colour.copper,
              stroke: colour.none,
            }),
          ]),
    ]
  })
}

function ringMainUnit(x: number, level: number): Mark {
  return [0, 1, 2].map((index) => {
    const left = x + index * 0.8
    return [
      s.rect(left, level, 0.8, 2, { width: weight.detail }),
      s.rect(left, level, 0.8, 0.1, { fill: colour.ink, stroke: colour.none }),
      s.line(left + 0.1, level + 1.66, left + 0.7, level + 1.66, live),
      s.line(left + 0.4, level + 1.66, left + 0.4, level + 1.3, { ...live, width: weight.hatch }),
      s.line(left + 0.4, level + 1.3, left + 0.26, level + 1.08, { width: weight.detail }),
      s.circle(left + 0.4, level + 0.98, 0.06),
      s.rect(left + 0.14, level + 0.3, 0.52, 0.44, { fill: colour.tint, width: 1 }),
    ]
  })
}

function castResinTransformer(x: number, level: number): Mark {
  return [
    s.rect(x, level + 0.1, 2.6, 0.24, { fill: colour.dark, width: weight.hatch }),
    s.rect(x, level + 1.85, 2.6, 0.24, { fill: colour.dark, width: weight.hatch }),
    [0.12, 0.95, 1.78].map((at) => [
      s.rect(x + at, level + 0.34, 0.7, 1.5, { width: weight.detail, radius: 4 }),
      s.hatch(
        pairs([
          x + at + 0.4,
          level + 0.36,
          x + at + 0.7,
          level + 0.36,
          x + at + 0.7,
          level + 1.82,
          x + at + 0.4,
          level + 1.82,
        ]),
        { angle: 90, spacing: 4 },
      ),
      [0.7, 1.1, 1.5].map((y) => s.line(x + at, level + y, x + at + 0.7, level + y, { width: 1 })),
      s.line(x + at + 0.35, level + 2.1, x + at + 0.35, level + 2.36, { ...live, width: 4 }),
    ]),
    [0.3, 2.3].map((at) => s.circle(x + at, level + 0.06, 0.1, { fill: colour.ink })),
  ]
}

function generatorSet(x: number, level: number): Mark {
  return [
    s.rect(x, level, 3.6, 0.26, { fill: colour.dark, width: weight.hatch }),
    s.rect(x + 0.1, level + 0.26, 0.5, 1.3, { width: weight.detail }),
    s.hatch(
      pairs([
        x + 0.1,
        level + 0.26,
        x + 0.6,
        level + 0.26,
        x + 0.6,
        level + 1.56,
        x + 0.1,
        level + 1.56,
      ]),
      { angle: 0, spacing: 4, tone: colour.dark },
    ),
    s.rect(x + 0.7, level + 0.3, 1.5, 1.1, { width: weight.detail }),
    [0.9, 1.2, 1.5, 1.8].map((at) =>
      s.rect(x + at, level + 1.4, 0.2, 0.2, { fill: colour.tint, width: 1 }),
    ),
    s.rect(x + 2.2, level + 0.4, 1.1, 0.95, { width: weight.detail, radius: 8 }),
    s.hatch(
      pairs([
        x + 2.25,
        level + 0.42,
        x + 3.25,
        level + 0.42,
        x + 3.25,
        level + 0.7,
        x + 2.25,
        level + 0.7,
      ]),
      { angle: 0, spacing: 4 },
    ),
    s.trace(pairs([x + 1.4, level + 1.6, x + 1.4, level + 2.1, x + 2.9, level + 2.1]), {
      width: 4,
    }),
    s.circle(x + 1.45, level + 0.8, 0.2, { fill: colour.tint, width: 1 }),
  ]
}

function rack(x: number, level: number): Mark {
  return [
    s.rect(x, level, 0.75, 2.1, { fill: colour.dark, width: weight.hatch }),
    Array.from({ length: 9 }, (_, index) =>
      s.line(x + 0.1, level + 0.2 + index * 0.21, x + 0.65, level + 0.2 + index * 0.21, {
        width: weight.hatch,
        stroke: index % 3 === 1 ? colour.copper : colour.grey,
      }),
    ),
  ]
}

/** Glazing seen on the far side of a room. */
function glazing(from: number, to: number, level: number): Mark {
  const bays = Math.round((to - from) / 1.5)
  return [
    s.rect(from, level + 0.9, to - from, 1.5, { fill: colour.tint, width: 1 }),
    s.hatch(pairs([from, level + 0.9, to, level + 0.9, to, level + 2.4, from, level + 2.4]), {
      angle: 40,
      spacing: 14,
      tone: colour.shade,
    }),
    Array.from({ length: bays - 1 }, (_, index) => {
      const x = from + ((to - from) * (index + 1)) / bays
      return s.line(x, level + 0.9, x, level + 2.4, fine)
    }),
  ]
}

function car(x: number): Mark {
  const body = pairs([
    0.05, 0.32, 0, 0.62, 0.12, 0.82, 1, 0.95, 1.7, 1.42, 2.3, 1.5, 3.3, 1.46, 3.95, 1.05, 4.45,
    0.95, 4.55, 0.6, 4.5, 0.32,
  ]).map(([a, b]): Point => [x + a, b])
  return [
    s.hatch(pairs([x - 0.1, 0, x + 5.4, 0, x + 5.9, 0.14, x + 0.2, 0.14]), {
      angle: 0,
      spacing: 3.5,
    }),
    s.polygon(body, { width: weight.detail }),
    s.polygon(
      pairs([1.35, 0.98, 1.85, 1.36, 2.4, 1.4, 2.4, 0.98]).map(([a, b]): Point => [x + a, b]),
      { fill: colour.dark, width: 1 },
    ),
    s.polygon(
      pairs([2.52, 0.98, 2.52, 1.4, 3.2, 1.37, 3.66, 1]).map(([a, b]): Point => [x + a, b]),
      { fill: colour.dark, width: 1 },
    ),
    s.line(x + 0.2, 0.7, x + 4.4, 0.7, fine),
    [0.95, 3.6].map((at) => [
      s.circle(x + at, 0.34, 0.35, { fill: colour.ink }),
      s.circle(x + at, 0.34, 0.2, { fill: colour.shade, width: 1 }),
    ]),
  ]
}

interface Room {
  from: number
  to: number
  level: number
}

/** The building: dark where the section cuts it, light in the rooms behind. */
function section(): Mark {
  const [left, right, riser] = [19.2, 38.2, 29.6]
  const storeys = [0, 3.6, 6.9, 10.2]
  const roof = 13.5
  const cut = { fill: colour.ink, stroke: colour.none }
  const who = (x: number, level: number, style: FigureStyle): Mark => person(spot(x, level), style)
  const rooms: Room[] = [
    ...storeys.map((level) => ({ from: left, to: right, level })),
    { from: left - 2.4, to: right, level: -4.4 },
  ]
  return [
    // Rooms first, then the cut, so the section stays crisp.
    s.rect(left - 2.6, -4.8, right - left + 2.8, 4.8, { stroke: colour.none }),
    s.rect(left, 0, right - left, roof, { stroke: colour.none }),
    rooms.map(({ from, to, level }) => [
      s.hatch(pairs([from, level + 2.6, to, level + 2.6, to, level + 3.3, from, level + 3.3]), {
        angle: 0,
        spacing: 5,
        tone: colour.shade,
      }),
      s.hatch(pairs([from, level, from + 0.9, level, from + 0.9, level + 3.2, from, level + 3.2]), {
        angle: 90,
        spacing: 5,
        tone: colour.shade,
      }),
      s.line(from, level + 0.14, to, level + 0.14, fine),
    ]),
    storeys
      .slice(1)
      .map((level) => [
        glazing(left + 1, riser - 1.8, level),
        glazing(riser + 2.6, right - 0.8, level),
      ]),
    storeys.map((level, index) =>
      (index === 0 ? [24.5, 28.5, 32.5] : [23.9, 28.6, 32.7, 37.5]).map((x) => [
        s.line(x, level + 0.5, x, level + 2.95, {
          width: weight.hatch,
          stroke: colour.copperLight,
        }),
        socket(x, level),
      ]),
    ),
    // Ground floor: reception and a shop window.
    s.rect(left + 0.6, 0, 4.2, 2.7, { fill: colour.tint, width: weight.hatch }),
    [1.6, 2.7, 3.8].map((at) => s.line(left + at, 0, left + at, 2.7, fine)),
    s.rect(25.2, 0, 2.2, 1.1, { width: weight.detail }),
    s.rect(25.1, 1.1, 2.4, 0.1, { fill: colour.dark, stroke: colour.none }),
    who(26, 0, { dress: 'thobe', pose: 'stand' }),
    s.rect(25.2, 0, 2.2, 1, { width: weight.hatch }),
    s.line(25.4, 0.5, 27.2, 0.5, { ...live, width: weight.hatch }),
    who(23.6, 0, { dress: 'abaya', pose: 'stand' }),
    who(21.6, 0, { dress: 'thobe', pose: 'walk' }),
    [33, 34.3, 35.6].map((x) => [
      s.rect(x, 0.3, 1.1, 2.2, { width: weight.hatch }),
      [0.8, 1.35, 1.9].map((y) => s.line(x, y, x + 1.1, y, fine)),
      [0.42, 0.95, 1.5, 2].map((y) =>
        s.rect(x + 0.2, y, 0.34, 0.28, { fill: colour.shade, width: 1 }),
      ),
    ]),
    who(37.2, 0, { dress: 'shirt', pose: 'work', flip: true }),
    // First floor: open office.
    [20.4, 22.9, 25.4].map((x, index) => [
      seated(spot(x - 0.1, 3.6), { dress: index === 1 ? 'thobe' : 'shirt' }),
      desk(x + 0.1, 3.6),
    ]),
    [33, 35.4].map((x, index) => [
      seated(spot(x + 1.6, 3.6), { dress: index ? 'abaya' : 'shirt', flip: true }),
      desk(x, 3.6, true),
    ]),
    // Second floor: a meeting and a server room.
    s.rect(20.6, 8.05, 2.4, 1.3, { fill: colour.ink, width: 1 }),
    s.trace(pairs([20.8, 8.4, 21.3, 8.9, 21.8, 8.6, 22.3, 9.1, 22.8, 8.8]), live),
    who(23.5, 6.9, { dress: 'engineer', pose: 'point', flip: true }),
    seated(spot(24.9, 6.9), { dress: 'thobe', flip: true }),
    seated(spot(27.2, 6.9), { dress: 'shirt', flip: true }),
    s.rect(24.3, 7.6, 3.2, 0.09, { fill: colour.shade }),
    s.line(25.9, 6.9, 25.9, 7.6, { width: weight.outline }),
    [33.2, 33.95, 34.7, 35.45, 36.2].map((x) => rack(x, 6.9)),
    who(37.3, 6.9, { pose: 'tablet', flip: true }),
    // Third floor: laboratory benches.
    [20.2, 24].map((x) => [
      s.rect(x, 10.2, 3, 0.85, { width: weight.hatch }),
      [1, 2].map((at) => s.line(x + at, 10.2, x + at, 11.05, fine)),
      s.rect(x - 0.05, 11.05, 3.1, 0.09, { fill: colour.dark, stroke: colour.none }),
      s.rect(x + 0.4, 11.14, 0.8, 0.55, { width: weight.hatch }),
      s.trace(
        pairs([0.48, 11.4, 0.62, 11.55, 0.78, 11.3, 0.95, 11.5, 1.1, 11.4]).map(([a, b]): Point => [
          x + a,
          b,
        ]),
        { ...live, width: weight.hatch },
      ),
    ]),
    who(23.6, 10.2, { dress: 'shirt', pose: 'work', flip: true }),
    who(27.6, 10.2, { dress: 'abaya', pose: 'work', flip: true }),
    [33.2, 35.6].map((x) => [seated(spot(x, 10.2), { dress: 'thobe' }), desk(x + 0.2, 10.2)]),
    // Basement: medium voltage, transformer, main switchboard, standby set.
    ringMainUnit(17.6, -4.4),
    castResinTransformer(21.1, -4.4),
    switchboard(25.2, -4.4),
    who(24.5, -4.4, { pose: 'point' }),
    generatorSet(33.8, -4.4),
    who(32.4, -4.4, { pose: 'tablet', flip: true }),
    s.trace(pairs([19.8, -2.4, 19.8, -1.55, 21.5, -1.55, 21.5, -2.05]), live),
    s.trace(
      pairs([21.4, -1.9, 21.4, -1.9, 23.3, -1.9, 23.3, -1.2, 25.6, -1.2, 25.6, -2.1]),
      busbar,
    ),
    s.trace(pairs([35.6, -2.6, 35.6, -1.7, 29.5, -1.7, 29.5, -2.1]), { ...live, dash: '9 5' }),
    // The riser and the boards it feeds.
    s.rect(riser, -2.1, 0.24, 14.6, { fill: colour.copper, width: weight.hatch }),
    [...storeys, roof - 1.4].map((level) =>
      s.rect(riser - 0.1, level + 0.5, 0.44, 0.24, { width: weight.hatch }),
    ),
    storeys.map((level) => [
      s.line(riser + 0.24, level + 1.5, riser + 0.7, level + 1.5, live),
      floorBoard(riser + 0.7, level),
      s.trace(
        [
          [riser + 1.1, level + 2.2],
          [riser + 1.1, level + 2.95],
          [right - 0.4, level + 2.95],
        ],
        { ...live, width: 1.6 },
      ),
      s.line(left + 0.4, level + 2.95, riser + 1.1, level + 2.95, { ...live, width: 1.6 }),
      [22, 26.2, 34.4].map((x) => ceilingLamp(x, level + 2.95)),
    ]),
    // What the section cuts: slabs, walls, raft.
    [3.3, 6.6, 9.9, 13.2].map((level) => s.rect(left - 0.15, level, right - left + 0.3, 0.3, cut)),
    s.rect(left - 2.6, -0.35, right - left + 2.9, 0.35, cut),
    s.rect(left - 3, -5, right - left + 3.6, 0.6, cut),
    s.rect(left - 2.7, -4.6, 0.32, 4.6, cut),
    s.rect(right, -4.6, 0.32, 18.6, cut),
    s.rect(left - 0.3, 3.3, 0.32, 10.7, cut),
    [20.75, 25, 31.9].map((x) => s.rect(x, -4.4, 0.16, 4.1, { ...cut, fill: colour.dark })),
    s.rect(riser - 0.45, 0, 0.12, 13.3, { ...cut, fill: colour.dark }),
    storeys.slice(1).map((level) => s.rect(32, level, 0.12, 3, { ...cut, fill: colour.dark })),
    // Door and shop front on the street side.
    s.rect(left - 0.2, 2.7, 0.2, 0.6, cut),
    s.rect(left - 0.12, 0, 0.08, 2.7, { fill: colour.grey, stroke: colour.none }),
    s.polygon(pairs([left - 2.2, 3.1, left, 3.3, left, 3.05, left - 2.2, 2.95]), {
      width: weight.hatch,
    }),
    // The roof: solar modules, chillers, parapet.
    [20.2, 22.5, 24.8, 27.1].map((x) => [
      s.line(x + 1.7, roof + 0.05, x + 1.7, roof + 0.85, { width: weight.hatch }),
      s.polygon(
        pairs([x, roof + 0.25, x + 1.9, roof + 1.1, x + 1.95, roof + 1, x + 0.05, roof + 0.15]),
        {
          fill: colour.dark,
          width: weight.hatch,
        },
      ),
    ]),
    s.line(20, roof + 0.08, riser + 0.1, roof + 0.08, live),
    [32.6, 35.2].map((x) => [
      s.rect(x, roof + 0.1, 2.2, 1.5, { width: weight.detail }),
      s.hatch(
        pairs([x + 0.2, roof + 0.3, x + 2, roof + 0.3, x + 2, roof + 1.2, x + 0.2, roof + 1.2]),
        {
          angle: 90,
          spacing: 5,
        },
      ),
      [0.6, 1.6].map((at) =>
        s.rect(x + at - 0.35, roof + 1.6, 0.7, 0.14, { fill: colour.dark, width: 1 }),
      ),
    ]),
    s.line(30.6, roof, 30.6, roof + 3.4, { width: weight.detail }),
    s.line(30.6, roof + 3.4, 30.6, roof + 3.9, live),
  ]
}

/** From the 33 kV line through transformer, switchgear and riser to lamps and sockets. */
export function drawGridToSocket(): string {
  const rods = [8.2, 10.4, 39.4]
  return sheet(
    frame.width,
    frame.height,
    daySky('grid to socket', ground - 40),
    range('grid to socket', ground - 6, 92, { peaks: 6, spacing: 10 }),
    distantTown('grid', ground, 64, { to: 700 }),
    distantTown('grid right', ground, 46, { from: 1220 }),
    soil('grid to socket', ground),
    s.line(0, 0, 45, 0, { width: weight.outline }),
    // Cable trench with its sand bed and marker tape.
    s.rect(13.4, -2.6, 5, 0.9, { fill: colour.paper, width: weight.hatch }),
    s.hatch(pairs([13.4, -2.6, 16.4, -2.6, 16.4, -2.2, 13.4, -2.2]), { angle: 45, spacing: 5 }),
    tree(spot(15.4, 0), 4.6, 'pavement'),
    fenceLine(5.6, 14.9),
    powerTransformer(7.4),
    terminalTower(2.9),
    // Droppers from the tower to the bushings.
    [0, 1, 2].map((index) =>
      s.curve(
        [
          [2.9 + ([2.5, 2.2, 1.9][index] ?? 2), 9.35 + index * 2],
          [6.1 + index * 0.5, 6.6 + index * 1.1],
          [7.95 + index * 0.8, 5.05],
        ],
        live,
      ),
    ),
    person(spot(13.9, 0), { pose: 'tablet', flip: true }),
    section(),
    s.trace(pairs([12.5, 1.1, 13, 1.1, 13, -2, 16.6, -2, 18.4, -2]), busbar),
    s.trace(pairs([17.9, -2, 18, -2, 18, -2.4]), busbar),
    s.line(13.4, -1.35, 18, -1.35, { ...live, dash: '8 6', width: weight.hatch }),
    rods.map((x) => [
      s.line(x, 0.1, x, -3.4, { stroke: colour.copper, width: weight.detail }),
      s.polygon(pairs([x - 0.08, -3.4, x + 0.08, -3.4, x, -3.8]), {
        fill: colour.copper,
        stroke: colour.none,
      }),
    ]),
    s.trace(pairs([8.2, -0.7, 10.4, -0.7]), live),
    // The street on the far side: a charging car, a lamp, a palm.
    s.rect(39.2, 0, 0.36, 1.5, { width: weight.detail }),
    s.rect(39.24, 1.05, 0.28, 0.28, { fill: colour.ink, stroke: colour.none }),
    s.trace(pairs([38.5, -1.4, 39.4, -1.4, 39.4, 0]), live),
    palm(spot(40.9, 0), 6.6, 'street'),
    car(39.9),
    s.curve(pairs([39.56, 1, 39.9, 0.35, 40.1, 0.7]), { ...live, width: weight.detail }),
    s.trace(pairs([44.2, 0, 44.2, 6.4, 43.4, 7, 42.6, 7.05]), { width: weight.outline }),
    s.rect(42, 6.98, 0.9, 0.16, { fill: colour.copper, width: weight.hatch }),
    shrub(spot(15.7, 0), 1.1),
    shrub(spot(17.6, 0), 0.9),
    shrub(spot(5, 0), 0.9),
    hatch(
      [
        [0, frame.height - 36],
        [frame.width, frame.height - 36],
        [frame.width, frame.height],
        [0, frame.height],
      ],
      { angle: 0, spacing: 6, tone: colour.grey },
    ),
  )
}
