/** Drawing-board pictures: single-line diagrams, curves, lighting plans. */
import {
  arc,
  circle,
  colour,
  curve,
  ellipse,
  hatch,
  line,
  path,
  polygon,
  polyline,
  random,
  rect,
  rectPoints,
  sheet,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import { frame, pairs, triples } from './perspective.ts'
import { type SceneParameters } from './strokes.ts'

const bus = { stroke: colour.copper, width: 8 }
const wire = { stroke: colour.copper, width: weight.outline }
const sign = { width: weight.detail }

/** The frame and title block of a drawing sheet, without any lettering. */
function sheetFrame(...content: readonly Mark[]): string {
  return sheet(
    frame.width,
    frame.height,
    Array.from({ length: 47 }, (_, index) =>
      line(60 + index * 28.8, 44, 60 + index * 28.8, 766, { width: 1, stroke: colour.tint }),
    ),
    Array.from({ length: 25 }, (_, index) =>
      line(44, 60 + index * 28.8, 1396, 60 + index * 28.8, { width: 1, stroke: colour.tint }),
    ),
    rect(44, 44, 1352, 722, { fill: colour.none, width: weight.detail }),
    rect(30, 30, 1380, 750, { fill: colour.none, width: weight.hatch }),
    content,
    rect(1126, 676, 270, 90, { width: weight.detail }),
    [706, 736].map((y) => line(1126, y, 1396, y, { width: weight.hatch })),
    [1216, 1306].map((x) => line(x, 706, x, 766, { width: weight.hatch })),
    triples([
      1140, 691, 120, 1140, 721, 50, 1230, 721, 56, 1320, 721, 50, 1140, 751, 40, 1230, 751, 62,
    ]).map(([x = 0, y = 0, w = 0]) =>
      line(x, y, x + w, y, { width: weight.detail, stroke: colour.grey }),
    ),
  )
}

/** Symbols hang on a vertical conductor; each is centred on its point. */
const symbol = {
  breaker: (x: number, y: number): Mark => [
    rect(x - 13, y - 13, 26, 26, sign),
    line(x - 13, y - 13, x + 13, y + 13, { width: weight.hatch }),
    line(x + 13, y - 13, x - 13, y + 13, { width: weight.hatch }),
  ],
  switch: (x: number, y: number, open = false): Mark => [
    rect(x - 6, y - 30, 12, 60, { stroke: colour.none }),
    circle(x, y - 26, 4.4, sign),
    circle(x, y + 26, 4.4, sign),
    open ? line(x, y + 22, x - 24, y - 22, sign) : line(x, y + 22, x - 4, y - 22, sign),
  ],
  transformer: (x: number, y: number): Mark => [
    circle(x, y - 19, 27, sign),
    circle(x, y + 19, 27, { ...sign, fill: colour.none }),
  ],
  meter: (x: number, y: number): Mark => [
    circle(x, y, 19, sign),
    line(x, y + 8, x + 9, y - 9, sign),
    arc(x, y + 4, 13, 205, 335, { width: weight.hatch }),
  ],
  motor: (x: number, y: number): Mark => [
    circle(x, y, 32, { width: weight.detail }),
    polyline(
      [
        [x - 14, y + 12],
        [x - 14, y - 12],
        [x, y + 6],
        [x + 14, y - 12],
        [x + 14, y + 12],
      ],
      sign,
    ),
  ],
  generator: (x: number, y: number): Mark => [
    circle(x, y, 34, { width: weight.detail }),
    path(`M${x - 18} ${y}Q${x - 9} ${y - 20} ${x} ${y}T${x + 18} ${y}`, {
      stroke: colour.copper,
      width: weight.outline,
    }),
  ],
  load: (x: number, y: number): Mark =>
    polygon(
      [
        [x - 13, y],
        [x + 13, y],
        [x, y + 24],
      ],
      { fill: colour.ink, stroke: colour.none },
    ),
  fuse: (x: number, y: number): Mark => [
    rect(x - 9, y - 22, 18, 44, sign),
    line(x, y - 22, x, y + 22, { width: weight.hatch }),
  ],
  battery: (x: number, y: number): Mark => [
    rect(x - 34, y - 12, 68, 44, { stroke: colour.none }),
    [0, 1].map((pair) => [
      line(x - 32, y - 8 + pair * 22, x + 32, y - 8 + pair * 22, sign),
      line(x - 16, y + 2 + pair * 22, x + 16, y + 2 + pair * 22, { width: 6 }),
    ]),
  ],
  solar: (x: number, y: number): Mark => [
    polygon(
      [
        [x - 46, y + 30],
        [x - 26, y - 30],
        [x + 54, y - 30],
        [x + 34, y + 30],
      ],
      { fill: colour.dark, width: weight.detail },
    ),
    [1, 2].map((share) => [
      line(x - 46 + share * 26.7, y + 30, x - 26 + share * 26.7, y - 30, {
        stroke: colour.paper,
        width: 1.2,
      }),
      line(x - 46 + share * 6.7, y + 30 - share * 20, x + 34 + share * 6.7, y + 30 - share * 20, {
        stroke: colour.paper,
        width: 1.2,
      }),
    ]),
  ],
  converter: (x: number, y: number): Mark => [
    rect(x - 26, y - 26, 52, 52, { width: weight.detail }),
    line(x - 26, y + 26, x + 26, y - 26, sign),
    line(x - 18, y - 12, x - 4, y - 12, sign),
    path(`M${x + 4} ${y + 13}q4 -9 8 0t8 0`, sign),
  ],
  earth: (x: number, y: number): Mark =>
    [0, 1, 2].map((index) =>
      line(x - 20 + index * 6, y + index * 8, x + 20 - index * 6, y + index * 8, sign),
    ),
} as const

/** Single-line and circuit diagrams as drawn on a sheet. */
export function drawDiagram({ variant }: SceneParameters): string {
  if (variant === 1) {
    // Two incomers, a bus coupler, feeders below.
    return sheetFrame(
      [380, 900].map((x) => [
        line(x, 80, x, 350, wire),
        polygon(
          [
            [x - 12, 100],
            [x + 12, 100],
            [x, 78],
          ],
          { fill: colour.copper, stroke: colour.none },
        ),
        symbol.switch(x, 146),
        symbol.transformer(x, 222),
        symbol.breaker(x, 306),
        circle(x + 34, 270, 8, sign),
        line(x, 270, x + 26, 270, { width: weight.hatch }),
        symbol.meter(x + 66, 270),
      ]),
      line(150, 350, 600, 350, bus),
      line(690, 350, 1290, 350, bus),
      line(600, 350, 690, 350, wire),
      symbol.breaker(645, 350),
      [200, 310, 420, 530, 750, 860, 970, 1080, 1190].map((x, index) => {
        const end = index % 3 === 1 ? 560 : 600
        return [
          line(x, 350, x, end, wire),
          symbol.switch(x, 410, index === 4),
          symbol.breaker(x, 478),
          index % 3 === 1 ? symbol.motor(x, end + 30) : symbol.load(x, end),
          index === 3 && [circle(x, 540, 10, sign)],
        ]
      }),
      line(150, 720, 700, 720, { width: weight.hatch, dash: '26 6 4 6', stroke: colour.grey }),
      symbol.earth(260, 720),
    )
  }
  if (variant === 2) {
    // A ring main through five substations.
    const stations: Point[] = pairs([300, 250, 720, 180, 1140, 250, 1080, 560, 380, 560])
    const ring = [...stations, stations[0] ?? [0, 0]]
    return sheetFrame(
      polyline(
        ring.map(([x, y]): Point => [x, y]),
        { ...bus, width: 6 },
      ),
      line(720, 60, 720, 180, wire),
      symbol.generator(720, 92),
      stations.map(([x, y], index) => [
        rect(x - 108, y - 56, 216, 112, { width: weight.detail, dash: '14 8' }),
        line(x - 90, y, x + 90, y, bus),
        [-60, 60].map((dx, side) => symbol.switch(x + dx, y, index === 3 && side === 0)),
        line(x, y, x, y + 130, wire),
        symbol.fuse(x, y + 36),
        symbol.transformer(x, y + 98),
        symbol.load(x, y + 146),
      ]),
    )
  }
  if (variant === 3) {
    // Grid, solar, storage and a generator set on one board.
    return sheetFrame(
      line(160, 440, 1280, 440, bus),
      [250, 520, 790, 1060].map((x) => line(x, 130, x, 440, wire)),
      polygon(pairs([238, 150, 262, 150, 250, 120]), { fill: colour.copper, stroke: colour.none }),
      symbol.transformer(250, 240),
      symbol.meter(316, 320),
      line(250, 320, 298, 320, { width: weight.hatch }),
      symbol.solar(520, 130),
      symbol.switch(520, 208),
      symbol.converter(520, 290),
      symbol.battery(790, 122),
      symbol.switch(790, 208),
      symbol.converter(790, 290),
      symbol.generator(1060, 130),
      symbol.switch(1060, 220, true),
      [250, 520, 790, 1060].map((x) => symbol.breaker(x, 386)),
      [220, 380, 540, 700, 860, 1020].map((x, index) => [
        line(x, 440, x, 600, wire),
        symbol.breaker(x, 500),
        index % 2 ? symbol.motor(x, 626) : symbol.load(x, 596),
      ]),
      line(1190, 440, 1190, 560, wire),
      symbol.breaker(1190, 500),
      rect(1168, 560, 44, 74, { width: weight.detail, radius: 6 }),
      rect(1177, 572, 26, 16, { fill: colour.dark }),
      path('M1212 590q22 0 22 26v20', { ...wire }),
      line(520, 330, 790, 330, { width: weight.hatch, dash: '8 8', stroke: colour.dark }),
    )
  }
  // Selectivity: three breakers one below the other, their curves side by side.
  const [left, right, top, low] = [640, 1300, 90, 640]
  const steps = [
    { breaker: 570, from: 0.06, knee: 0.3, delay: 0.84, swift: 0.93, tone: colour.copper },
    { breaker: 410, from: 0.26, knee: 0.55, delay: 0.66, swift: 0.86, tone: colour.dark },
    { breaker: 262, from: 0.48, knee: 0.76, delay: 0.46, swift: 0.46, tone: colour.ink },
  ]
  const place = (a: number, b: number): Point => [left + (right - left) * a, top + (low - top) * b]
  const curveOf = ({ from, knee, delay, swift }: (typeof steps)[number]): Point[] => [
    ...Array.from({ length: 13 }, (_, index): Point => {
      const share = index / 12
      return place(from + (knee - from) * share ** 1.7, (delay - 0.1) * share ** 0.62)
    }),
    place(knee, delay),
    place(Math.min(0.97, knee + 0.2), delay),
    place(Math.min(0.97, knee + 0.2), swift),
    place(0.97, swift),
  ]
  const main = 300
  return sheetFrame(
    // The supply from transformer to final circuit.
    line(main, 70, main, 640, wire),
    polygon(pairs([main - 12, 96, main + 12, 96, main, 72]), {
      fill: colour.copper,
      stroke: colour.none,
    }),
    symbol.transformer(main, 166),
    line(170, 336, 440, 336, bus),
    line(200, 492, 410, 492, bus),
    [200, 400].map((x) => [
      line(x, 336, x, 388, wire),
      symbol.breaker(x, 366),
      symbol.load(x, 384),
    ]),
    [230, 370].map((x) => [
      line(x, 492, x, 548, wire),
      symbol.breaker(x, 524),
      symbol.load(x, 544),
    ]),
    steps.map(({ breaker }) => symbol.breaker(main, breaker)),
    symbol.load(main, 640),
    // The plane of current and time, ruled in decades.
    [0, 1, 2, 3].map((decade) =>
      [1, 2, 3, 5, 7].map((step) => {
        const share = (decade + Math.log10(step)) / 4
        const tone = step === 1 ? colour.grey : colour.shade
        return [
          line(...place(share, 0), ...place(share, 1), { width: 1, stroke: tone }),
          line(...place(0, 1 - share), ...place(1, 1 - share), { width: 1, stroke: tone }),
        ]
      }),
    ),
    steps.map((step) => {
      const points = curveOf(step)
      const band = [...points, ...points.map(([a, b]): Point => [a + 22, b - 12]).reverse()]
      return [
        polygon(band, { stroke: colour.none, fill: colour.paper }),
        hatch(band, { angle: 45, spacing: 6, tone: step.tone }),
        polyline(points, { stroke: step.tone, width: weight.outline }),
        polyline(
          points.map(([a, b]): Point => [a + 22, b - 12]),
          { stroke: step.tone, width: weight.hatch },
        ),
        // Each breaker points at its own curve.
        line(main + 26, step.breaker, left + (right - left) * step.knee - 10, step.breaker, {
          width: weight.hatch,
          stroke: step.tone,
          dash: '8 6',
        }),
        circle(main + 34, step.breaker, 7, { fill: step.tone, stroke: colour.none }),
      ]
    }),
    polyline([place(0, -0.03), place(0, 1), place(1.03, 1)], { width: weight.outline }),
    polygon(pairs([left - 8, top - 12, left + 8, top - 12, left, top - 34]), {
      fill: colour.ink,
      stroke: colour.none,
    }),
    polygon(pairs([right + 14, low - 8, right + 14, low + 8, right + 36, low]), {
      fill: colour.ink,
      stroke: colour.none,
    }),
  )
}

function axes(
  x: number,
  y: number,
  w: number,
  h: number,
  columns: number,
  rows: number,
  log = false,
): Mark {
  return [
    rect(x, y, w, h, { width: weight.hatch }),
    Array.from({ length: columns }, (_, decade) =>
      (log ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1]).map((step) => {
        const at = x + (w * (decade + (log ? Math.log10(step) : 0))) / columns
        return line(at, y, at, y + h, {
          width: step === 1 ? weight.hatch : 1,
          stroke: step === 1 ? colour.grey : colour.tint,
        })
      }),
    ),
    Array.from({ length: rows }, (_, decade) =>
      (log ? [1, 2, 5] : [1]).map((step) => {
        const at = y + h - (h * (decade + (log ? Math.log10(step) : 0))) / rows
        return line(x, at, x + w, at, {
          width: step === 1 ? weight.hatch : 1,
          stroke: step === 1 ? colour.grey : colour.tint,
        })
      }),
    ),
    polyline(
      [
        [x, y - 24],
        [x, y + h],
        [x + w + 34, y + h],
      ],
      { width: weight.outline },
    ),
    polygon(
      [
        [x - 8, y - 20],
        [x + 8, y - 20],
        [x, y - 40],
      ],
      { fill: colour.ink, stroke: colour.none },
    ),
    polygon(
      [
        [x + w + 28, y + h - 8],
        [x + w + 28, y + h + 8],
        [x + w + 48, y + h],
      ],
      { fill: colour.ink, stroke: colour.none },
    ),
    Array.from({ length: columns + 1 }, (_, index) =>
      line(x + (w * index) / columns, y + h, x + (w * index) / columns, y + h + 12, {
        width: weight.detail,
      }),
    ),
    Array.from({ length: rows + 1 }, (_, index) =>
      line(x - 12, y + h - (h * index) / rows, x, y + h - (h * index) / rows, {
        width: weight.detail,
      }),
    ),
  ]
}

/** Curves: tripping characteristics, a day of load, growth, three phases. */
export function drawChart({ variant }: SceneParameters): string {
  const [x, y, w, h] = [190, 110, 1060, 560]
  const at = (a: number, b: number): Point => [x + w * a, y + h * (1 - b)]
  if (variant === 1) {
    // Tripping bands B, C and D on logarithmic axes: the heat element, then the magnetic release.
    const decades = (count: number): number[] =>
      Array.from({ length: count }, (_, index) =>
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => (index + Math.log10(step)) / count),
      ).flat()
    const current = (multiple: number): number => Math.log10(multiple) / 2
    const time = (seconds: number): number => (Math.log10(seconds) + 3) / 7
    const bands = [
      { low: 3, high: 5, tone: colour.copper },
      { low: 5, high: 10, tone: colour.grey },
      { low: 10, high: 20, tone: colour.dark },
    ]
    const thermalLow = (multiple: number): number => time(26 / ((multiple / 1.06) ** 2 - 1))
    const thermalHigh = (multiple: number): number => time(240 / ((multiple / 1.4) ** 2 - 1))
    const sweep = (from: number, to: number, of: (multiple: number) => number): Point[] =>
      Array.from({ length: 31 }, (_, index): Point => {
        const multiple = from * (to / from) ** ((index / 30) ** 1.4)
        return at(current(multiple), of(multiple))
      })
    return sheet(
      frame.width,
      frame.height,
      decades(2).map((share) =>
        line(...at(share, 0), ...at(share, 1), { width: 1, stroke: colour.shade }),
      ),
      decades(7).map((share) =>
        line(...at(0, share), ...at(1, share), { width: 1, stroke: colour.shade }),
      ),
      [0.5, 1].map((share) =>
        line(...at(share, 0), ...at(share, 1), { width: weight.hatch, stroke: colour.grey }),
      ),
      Array.from({ length: 8 }, (_, index) =>
        line(...at(0, index / 7), ...at(1, index / 7), {
          width: weight.hatch,
          stroke: colour.grey,
        }),
      ),
      [...bands].reverse().map(({ low, high, tone }, index) => {
        const magnetic: Point[] = [
          at(current(low), thermalLow(low)),
          at(current(low), time(0.012)),
          at(current(high), time(0.012)),
          at(current(high), thermalHigh(high)),
        ]
        return [
          polygon(magnetic, {
            stroke: colour.none,
            fill: index === 2 ? colour.copperLight : colour.tint,
          }),
          hatch(magnetic, { angle: [60, 90, 45][index] ?? 45, spacing: 8, tone }),
          line(...at(current(low), thermalLow(low)), ...at(current(low), time(0.012)), {
            stroke: tone,
            width: weight.outline,
          }),
          line(...at(current(high), thermalHigh(high)), ...at(current(high), time(0.012)), {
            stroke: tone,
            width: weight.outline,
          }),
        ]
      }),
      hatch(
        [
          at(current(1.1), 0.97),
          ...sweep(1.1, 10, thermalLow),
          ...sweep(1.42, 20, thermalHigh).reverse(),
          at(current(1.405), 0.97),
        ],
        { angle: 30, spacing: 9, tone: colour.grey },
      ),
      polyline([at(current(1.1), 0.97), ...sweep(1.1, 10, thermalLow)], { width: weight.outline }),
      polyline([at(current(1.405), 0.97), ...sweep(1.42, 20, thermalHigh)], {
        width: weight.outline,
      }),
      [3, 5, 10, 20].map((multiple, index) => [
        line(...at(current(multiple), 0), ...at(current(multiple), time(0.012)), {
          width: weight.hatch,
          stroke: colour.dark,
          dash: '6 6',
        }),
        circle(...at(current(multiple), 0), 7, {
          fill: index < 2 ? colour.copper : colour.paper,
          width: weight.detail,
        }),
      ]),
      polyline([at(0, 1), at(0, 0), at(1, 0)], { width: weight.outline }),
      line(...at(current(3), time(0.012)), ...at(1, time(0.008)), {
        stroke: colour.copper,
        width: weight.outline,
      }),
    )
  }
  if (variant === 2) {
    // A day of load and sun.
    const load = [0.3, 0.26, 0.24, 0.3, 0.46, 0.6, 0.7, 0.78, 0.82, 0.74, 0.66, 0.5, 0.36].map(
      (value, index): Point => at(index / 12, value),
    )
    const sun = Array.from({ length: 25 }, (_, index): Point =>
      at(
        index / 24,
        index < 6 || index > 18 ? 0 : 0.66 * Math.sin(((index - 6) / 12) * Math.PI) ** 1.3,
      ),
    )
    return sheet(
      frame.width,
      frame.height,
      axes(x, y, w, h, 12, 5),
      polygon(sun.slice(6, 19), { fill: colour.copperLight, stroke: colour.none }),
      hatch(sun.slice(6, 19), { angle: 90, spacing: 9, tone: colour.copper }),
      polyline(sun.slice(5, 20), { stroke: colour.copper, width: weight.outline }),
      curve(load, { width: 6 }),
      load
        .filter((_, index) => index % 2 === 0)
        .map(([a, b]) => circle(a, b, 8, { width: weight.detail })),
      circle(720, 70, 26, { stroke: colour.copper, width: weight.detail }),
      Array.from({ length: 8 }, (_, index) => {
        const turn = (index * Math.PI) / 4
        return line(
          720 + Math.cos(turn) * 34,
          70 + Math.sin(turn) * 34,
          720 + Math.cos(turn) * 46,
          70 + Math.sin(turn) * 46,
          { stroke: colour.copper, width: weight.detail },
        )
      }),
      path('M1206 44a28 28 0 1 0 22 40a22 22 0 1 1 -22 -40Z', { width: weight.detail }),
    )
  }
  if (variant === 3) {
    // Years as bars with a rising line over them.
    const values = [0.18, 0.24, 0.22, 0.34, 0.4, 0.52, 0.58, 0.7, 0.84]
    return sheet(
      frame.width,
      frame.height,
      axes(x, y, w, h, 9, 5),
      values.map((value, index) => {
        const left = x + (w * (index + 0.22)) / 9
        const wide = (w / 9) * 0.5
        const top = y + h * (1 - value * 0.9)
        const own = value * 0.9 * (0.2 + index * 0.05)
        return [
          rect(left, top, wide, h * value * 0.9, { width: weight.detail }),
          hatch(rectPoints(left, top, wide, h * value * 0.9), { angle: 45, spacing: 9 }),
          rect(left, y + h * (1 - own), wide, h * own, {
            fill: colour.copper,
            width: weight.detail,
          }),
          polygon(
            [
              [left + wide, top],
              [left + wide + 16, top - 12],
              [left + wide + 16, y + h - 12],
              [left + wide, y + h],
            ],
            { fill: colour.shade, width: weight.hatch },
          ),
          polygon(
            [
              [left, top],
              [left + 16, top - 12],
              [left + wide + 16, top - 12],
              [left + wide, top],
            ],
            { width: weight.hatch },
          ),
        ]
      }),
      curve(
        values.map((value, index): Point => [
          x + (w * (index + 0.5)) / 9,
          y + h * (0.86 - value * 0.92),
        ]),
        { width: weight.outline },
      ),
      values.map((value, index) =>
        circle(x + (w * (index + 0.5)) / 9, y + h * (0.86 - value * 0.92), 8, {
          width: weight.detail,
          fill: colour.ink,
        }),
      ),
    )
  }
  // Three phases and their phasor.
  const wave = (shift: number): Point[] =>
    Array.from({ length: 61 }, (_, index): Point => [
      560 + index * 13,
      405 - 210 * Math.sin((index / 60) * Math.PI * 3 + shift),
    ])
  return sheet(
    frame.width,
    frame.height,
    line(60, 405, 1400, 405, { width: weight.detail }),
    Array.from({ length: 13 }, (_, index) =>
      line(560 + index * 65, 160, 560 + index * 65, 650, { width: 1, stroke: colour.shade }),
    ),
    [195, 300, 510, 615].map((at) => line(540, at, 1390, at, { width: 1, stroke: colour.shade })),
    line(560, 140, 560, 670, { width: weight.outline }),
    polygon(pairs([552, 146, 568, 146, 560, 124]), { fill: colour.ink, stroke: colour.none }),
    [0, 1, 2].map((index) =>
      polyline(wave((index * Math.PI * 2) / 3 + 0.5), {
        stroke: [colour.copper, colour.ink, colour.grey][index],
        width: index === 0 ? 6 : weight.outline,
      }),
    ),
    circle(270, 405, 210, { width: weight.detail }),
    [70, 140].map((r) =>
      circle(270, 405, r, { fill: colour.none, stroke: colour.shade, width: weight.hatch }),
    ),
    line(270, 170, 270, 640, { width: weight.hatch, stroke: colour.grey }),
    [0, 1, 2].map((index) => {
      const turn = -((index * Math.PI * 2) / 3) - 0.5
      const [dx, dy] = [Math.cos(turn), Math.sin(turn)]
      const tip: Point = [270 + dx * 210, 405 + dy * 210]
      const tone = [colour.copper, colour.ink, colour.grey][index] ?? colour.ink
      return [
        line(270, 405, ...tip, { stroke: tone, width: 6 }),
        polygon(
          [
            tip,
            [tip[0] - dx * 28 - dy * 11, tip[1] - dy * 28 + dx * 11],
            [tip[0] - dx * 28 + dy * 11, tip[1] - dy * 28 - dx * 11],
          ],
          { fill: tone, stroke: colour.none },
        ),
        line(...tip, 560, tip[1], { stroke: tone, width: weight.hatch, dash: '8 8' }),
      ]
    }),
    circle(270, 405, 9, { fill: colour.ink }),
  )
}

/** A luminaire on a plan: ring with a cross, or a bar for a linear one. */
function lampMark(x: number, y: number, linear = false): Mark {
  return linear
    ? [
        rect(x - 34, y - 8, 68, 16, {
          fill: colour.copperLight,
          stroke: colour.copper,
          width: weight.detail,
        }),
        line(x - 34, y, x + 34, y, { stroke: colour.copper, width: weight.hatch }),
      ]
    : [
        circle(x, y, 13, { stroke: colour.copper, width: weight.detail, fill: colour.copperLight }),
        line(x - 9, y - 9, x + 9, y + 9, { stroke: colour.copper, width: weight.hatch }),
        line(x + 9, y - 9, x - 9, y + 9, { stroke: colour.copper, width: weight.hatch }),
      ]
}

function doorSwing(x: number, y: number, r: number, from: number): Mark {
  const turn = (from * Math.PI) / 180
  return [
    arc(x, y, r, from, from + 90, { width: weight.hatch }),
    line(x, y, x + r * Math.cos(turn), y + r * Math.sin(turn), { width: weight.detail }),
  ]
}

/** Lighting plans: office floor, road, hall, garden. */
export function drawLightingPlan({ variant }: SceneParameters): string {
  const wall = { stroke: colour.ink, width: 9 }
  if (variant === 1) {
    // An office floor: rooms, grid of luminaires, switches and circuits.
    const rooms: [number, number, number, number, number, number][] = [
      [110, 100, 420, 270, 3, 2],
      [530, 100, 300, 270, 2, 2],
      [830, 100, 470, 270, 3, 2],
      [110, 470, 300, 220, 2, 1],
      [410, 470, 420, 220, 3, 1],
      [830, 470, 250, 220, 2, 1],
    ]
    return sheetFrame(
      rooms.map(([x, y, w, h, columns, rows], room) => [
        rect(x, y, w, h, { ...wall }),
        Array.from({ length: rows }, (_, row) => {
          const ys = y + (h * (row + 0.5)) / rows
          const points = Array.from({ length: columns }, (_, column): Point => [
            x + (w * (column + 0.5)) / columns,
            ys,
          ])
          return [
            curve(
              points.flatMap(([a, b], index): Point[] =>
                index === 0
                  ? [[a, b]]
                  : [
                      [a - w / columns / 2, b + 22],
                      [a, b],
                    ],
              ),
              { stroke: colour.copper, width: weight.hatch },
            ),
            points.map(([a, b]) => lampMark(a, b, room % 3 !== 1)),
          ]
        }),
      ]),
      [170, 260, 350, 590, 690, 900, 1000, 1100, 1200].map((x) => [
        rect(x, 95, 50, 10, { width: weight.hatch }),
      ]),
      rect(114, 374, 1182, 92, { stroke: colour.none, fill: colour.paper }),
      [190, 330, 470, 610, 750, 890, 1030, 1170].map((x) => lampMark(x, 420)),
      line(190, 420, 1240, 420, { stroke: colour.copper, width: weight.hatch, dash: '10 7' }),
      rect(1236, 392, 34, 56, { fill: colour.dark, width: weight.detail }),
      line(1243, 420, 1263, 420, { stroke: colour.copper, width: weight.outline }),
      pairs([230, 366, 600, 366, 900, 366]).map(([x = 0, y = 0]) => [
        rect(x, y - 6, 56, 14, { stroke: colour.none }),
        doorSwing(x, y, 56, 270),
      ]),
      pairs([180, 474, 520, 474, 920, 474]).map(([x = 0, y = 0]) => [
        rect(x, y - 8, 56, 14, { stroke: colour.none }),
        doorSwing(x, y, 56, 0),
      ]),
    )
  }
  if (variant === 2) {
    // A road plan with the level curves of the light.
    return sheetFrame(
      [250, 520].map((y) => line(44, y, 1396, y, { width: weight.outline })),
      hatch(rectPoints(44, 190, 1352, 60), { angle: 0, spacing: 8, tone: colour.shade }),
      hatch(rectPoints(44, 520, 1352, 60), { angle: 0, spacing: 8, tone: colour.shade }),
      Array.from({ length: 17 }, (_, index) =>
        line(60 + index * 80, 385, 104 + index * 80, 385, { width: weight.detail }),
      ),
      [230, 560, 890, 1220].map((x, index) => {
        const top = index % 2 === 0
        const y = top ? 230 : 540
        const aim = top ? 300 : 470
        return [
          [44, 92, 150].map((r, ring) =>
            ellipse(x, aim, r * 1.32, r * 0.62, {
              fill: colour.none,
              stroke: ring < 2 ? colour.copper : colour.copperLight,
              width: ring === 0 ? weight.outline : weight.detail,
            }),
          ),
          circle(x, y, 9, { fill: colour.ink }),
          line(x, y, x, aim, { width: weight.detail }),
          rect(x - 16, aim - 8, 32, 16, { fill: colour.copper, width: weight.hatch }),
        ]
      }),
      line(230, 130, 890, 130, { width: weight.hatch }),
      [230, 560, 890].map((x) => [
        line(x, 116, x, 214, { width: weight.hatch }),
        line(x - 9, 139, x + 9, 121, { width: weight.detail }),
      ]),
      pairs([130, 640, 260, 660, 420, 636, 600, 664, 790, 640, 980, 655]).map(([x = 0, y = 0]) => [
        circle(x, y, 34, { width: weight.hatch }),
        [0, 60, 120].map((angle) =>
          line(
            x - 28 * Math.cos((angle * Math.PI) / 180),
            y - 28 * Math.sin((angle * Math.PI) / 180),
            x + 28 * Math.cos((angle * Math.PI) / 180),
            y + 28 * Math.sin((angle * Math.PI) / 180),
            { width: 1 },
          ),
        ),
      ]),
    )
  }
  if (variant === 3) {
    // A hall in plan with iso-lux islands, and the luminaire's polar curve beside it.
    const polar = (flip: number): Point[] =>
      Array.from({ length: 19 }, (_, index): Point => {
        const turn = (index / 18) * (Math.PI / 2)
        const r = 190 * Math.cos(turn) ** 0.7 * (0.72 + 0.5 * Math.sin(turn * 2) ** 2)
        return [1170 + flip * r * Math.sin(turn), 250 + r * Math.cos(turn)]
      })
    return sheetFrame(
      rect(110, 100, 800, 590, { ...wall }),
      [0, 1, 2].map((row) =>
        [0, 1, 2, 3].map((column) => {
          const [x, y] = [210 + column * 200, 198 + row * 197]
          return [
            [34, 62].map((r, ring) =>
              ellipse(x, y, r * 1.3, r, {
                fill: colour.none,
                stroke: ring ? colour.copperLight : colour.copper,
                width: ring ? weight.hatch : weight.detail,
              }),
            ),
            lampMark(x, y),
          ]
        }),
      ),
      [0, 1, 2].map((row) =>
        line(210, 198 + row * 197, 110, 198 + row * 197, {
          stroke: colour.copper,
          width: weight.hatch,
          dash: '10 7',
        }),
      ),
      [330, 520, 700].map((x) =>
        rect(x - 40, 250, 80, 92, { width: weight.hatch, fill: colour.none, dash: '12 8' }),
      ),
      rect(470, 683, 90, 14, { stroke: colour.none }),
      doorSwing(470, 690, 90, 270),
      [70, 130, 190].map((r) =>
        arc(1170, 250, r, 0, 180, { width: weight.hatch, stroke: colour.grey }),
      ),
      [0, 30, 60, 90, 120, 150, 180].map((angle) =>
        line(
          1170,
          250,
          1170 + 196 * Math.cos((angle * Math.PI) / 180),
          250 + 196 * Math.sin((angle * Math.PI) / 180),
          { width: 1, stroke: colour.grey },
        ),
      ),
      curve([...polar(-1).reverse(), ...polar(1).slice(1)], {
        stroke: colour.copper,
        width: weight.outline,
      }),
      rect(1130, 226, 80, 22, { fill: colour.dark, width: weight.detail }),
      rect(990, 500, 380, 140, { width: weight.detail }),
      [0, 1, 2].map((row) => [
        lampMark(1030, 530 + row * 40, false),
        line(1070, 530 + row * 40, 1240 + (row % 2) * 60, 530 + row * 40, {
          stroke: colour.grey,
          width: weight.detail,
        }),
      ]),
    )
  }
  // A garden and villa at night, from above: beams as fans.
  const next = random('garden')
  return sheetFrame(
    rect(120, 96, 1180, 560, { width: weight.outline, fill: colour.none }),
    rect(420, 190, 480, 330, { ...wall, fill: colour.paper }),
    [
      [420, 190, 900, 520],
      [900, 190, 420, 520],
    ].map(([a = 0, b = 0, c = 0, d = 0]) =>
      line(a, b, c, d, { width: weight.hatch, stroke: colour.grey }),
    ),
    line(560, 355, 760, 355, { width: weight.detail }),
    rect(1000, 240, 200, 300, { width: weight.detail, radius: 60 }),
    rect(1016, 256, 168, 268, { width: weight.hatch, radius: 50, fill: colour.tint }),
    path('M270 656C270 560 260 470 330 420C370 392 400 380 420 370', { width: weight.detail }),
    path('M330 656C330 580 320 500 370 460C390 444 406 436 420 430', { width: weight.detail }),
    pairs([
      200, 180, 220, 300, 180, 430, 190, 560, 560, 600, 720, 610, 880, 600, 960, 150, 1240, 170,
    ]).map(([x = 0, y = 0]) => {
      const r = 30 + next() * 16
      return [
        circle(x, y, r, { width: weight.hatch }),
        [0, 45, 90, 135].map((angle) =>
          line(
            x - r * 0.8 * Math.cos((angle * Math.PI) / 180),
            y - r * 0.8 * Math.sin((angle * Math.PI) / 180),
            x + r * 0.8 * Math.cos((angle * Math.PI) / 180),
            y + r * 0.8 * Math.sin((angle * Math.PI) / 180),
            { width: 1 },
          ),
        ),
      ]
    }),
    (
      [
        [250, 600, 300],
        [260, 500, 320],
        [340, 396, 20],
        [470, 560, 250],
        [640, 560, 250],
        [820, 560, 250],
        [410, 170, 100],
        [660, 170, 70],
        [910, 170, 60],
        [980, 390, 340],
      ] as const
    ).map(([x, y, angle]) => [
      [-26, -13, 0, 13, 26].map((spread) =>
        line(
          x,
          y,
          x + 92 * Math.cos(((angle + spread) * Math.PI) / 180),
          y + 92 * Math.sin(((angle + spread) * Math.PI) / 180),
          { stroke: colour.copper, width: weight.hatch },
        ),
      ),
      circle(x, y, 9, { fill: colour.copper, stroke: colour.ink, width: weight.hatch }),
    ]),
    curve(pairs([250, 600, 260, 500, 340, 396, 410, 170, 660, 170, 910, 170, 980, 390]), {
      stroke: colour.copper,
      width: weight.hatch,
      dash: '8 8',
    }),
  )
}
