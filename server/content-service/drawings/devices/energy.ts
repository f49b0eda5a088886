/** Solar, storage, charging and standby power. */
import {
  arc,
  circle,
  colour,
  hatch,
  line,
  onCircle,
  path,
  polygon,
  rect,
  skewed,
  weight,
  type Mark,
} from '../pen.ts'
import {
  arrow,
  bolt,
  button,
  danger,
  display,
  doorHandle,
  earthSign,
  finStack,
  hinges,
  label,
  lamp,
  lead,
  lock,
  louvres,
  offMark,
  onMark,
  pane,
  row,
  screw,
  sine,
  vents,
  wheel,
  type Size,
} from './parts.ts'
import {
  box,
  knob,
  onFront,
  onRight,
  plate,
  project,
  roller,
  upright,
  type View,
  type Solid,
} from './solids.ts'
import { bar, block, fitted, onPlane, type Place } from './space.ts'

const thin = { width: weight.hatch } as const

interface ModuleLook {
  /** Half cells of one module, in six columns. */
  cells: 144 | 156
  /** Glass on both sides: light falls through between the cells. */
  bifacial: boolean
}

/** A common module, as mounts and kits are drawn with it. */
const common = { w: 1134, h: 2278, d: 35, look: { cells: 144, bifacial: false } } as const

/** A module of half cells in its frame, in millimetres. */
function cells(x: number, y: number, w: number, h: number, look: ModuleLook): Mark {
  // The larger cells are rectangular: twenty-two of their halves stand where twenty-four would.
  const [columns, rows, edge] = [6, look.cells === 156 ? 22 : look.cells / 6, w * 0.022]
  const [stepX, stepY] = [(w - edge * 2) / columns, (h - edge * 3) / rows]
  const rowY = (index: number): number => y + edge + stepY * index + (index >= rows / 2 ? edge : 0)
  const gap = { width: look.bifacial ? weight.detail : weight.hatch, stroke: colour.paper }
  const half = rows / 2
  return [
    rect(x, y, w, h, { width: weight.outline }),
    [0, 1].map((part) => {
      const [top, high] = [rowY(part * half), stepY * half]
      return [
        rect(x + edge, top, w - edge * 2, high, { ...thin, fill: colour.dark }),
        // Sky mirrored in the glass.
        polygon(
          [
            [x + w * (0.16 + part * 0.3), top],
            [x + w * (0.42 + part * 0.3), top],
            [x + w * (0.24 + part * 0.3), top + high],
            [x + w * (-0.02 + part * 0.3) + edge, top + high],
          ],
          { fill: colour.grey, stroke: colour.none },
        ),
        row(half - 1, (index) =>
          line(x + edge, top + stepY * (index + 1), x + w - edge, top + stepY * (index + 1), gap),
        ),
        row(columns - 1, (index) =>
          line(
            x + edge + stepX * (index + 1),
            top,
            x + edge + stepX * (index + 1),
            top + high,
            gap,
          ),
        ),
      ]
    }),
    look.bifacial &&
      [0.25, 0.5, 0.75].map((share) =>
        rect(x + w * share - 26, rowY(half) - edge * 0.9, 52, edge * 0.8, {
          fill: colour.dark,
          stroke: colour.none,
        }),
      ),
  ]
}

/**
 * A flat board leaning back: x, y, z is its lower left front corner, `length` runs up the slope.
 * The mark is drawn in the board's own coordinates, from its upper left corner.
 */
function slope(
  [x, y, z]: readonly [number, number, number],
  w: number,
  length: number,
  tilt: number,
  mark: Mark,
): Solid {
  const [rise, run] = [
    length * Math.sin((tilt * Math.PI) / 180),
    length * Math.cos((tilt * Math.PI) / 180),
  ]
  return {
    from: [x, y - rise, z],
    to: [x + w, y, z + run],
    draw: (view) => {
      if (view === 'front') return skewed([1, 0, 0, rise / length, x, y - rise], mark)
      if (view === 'side') {
        const [nx, ny] = [(rise / length) * 40, (run / length) * 40]
        return [
          polygon(
            [
              [z, y],
              [z + run, y - rise],
              [z + run + nx, y - rise + ny],
              [z + nx, y + ny],
            ],
            { width: weight.outline, fill: colour.tint },
          ),
          line(z + 4, y, z + run, y - rise, { stroke: colour.copper }),
        ]
      }
      const [topX, topY] = project(x, y - rise, z + run)
      const [lowX, lowY] = project(x, y, z)
      return skewed([1, 0, (lowX - topX) / length, (lowY - topY) / length, topX, topY], mark)
    },
  }
}

export function solarModule(
  { count, cells: cellCount, bifacial }: ModuleLook & { count: number },
  view: View,
): Mark {
  const [w, h, d] = [1134, cellCount === 156 ? 2382 : 2278, 35]
  const look = { cells: cellCount, bifacial }
  const gap = 70
  if (view === 'front') {
    return plate(
      view,
      row(count, (index) =>
        box((w + gap) * index, 0, 0, w, h, d, {
          heavy: true,
          cast: 40,
          face: cells((w + gap) * index, 0, w, h, look),
        }),
      ),
    )
  }
  const rise = h * Math.sin((28 * Math.PI) / 180)
  const run = h * Math.cos((28 * Math.PI) / 180)
  if (view === 'side') {
    return plate(
      view,
      row(count, (index) => {
        const z = index * 3100
        return [
          box(0, rise * 0.2 + 60, z + run * 0.8, 60, rise * 0.8 + 340, 60, { fill: colour.shade }),
          box(0, rise * 0.82 + 60, z + run * 0.18, 60, rise * 0.18 + 340, 60, {
            fill: colour.shade,
          }),
          slope([0, rise, z], w, h, 28, []),
          onRight(w, [
            rect(z + run * 0.6, rise * 0.42 + 60, 130, 90, { fill: colour.dark }),
            path(
              `M${z + run * 0.64} ${rise * 0.42 + 150}C${z + run * 0.62} ${rise * 0.9} ${z + run * 0.76} ${rise * 0.5} ${z + run * 0.83} ${rise * 0.8}L${z + run * 0.83} ${rise + 400}`,
              { stroke: colour.copper, width: 4, fill: colour.none },
            ),
            row(3, (ray) =>
              line(
                z - 200 + ray * 420,
                rise - 1700 - ray * 240,
                z + 260 + ray * 420,
                rise - 640 - ray * 240,
                { ...thin, stroke: colour.copperLight, dash: '14 8' },
              ),
            ),
            arc(z, rise, 520, 332, 360, { ...thin, stroke: colour.grey }),
            line(z, rise, z + 700, rise, { ...thin, stroke: colour.grey }),
          ]),
        ]
      }).flat(),
      { standing: true, measured: false, fill: count === 1 ? 0.82 : 1 },
    )
  }
  return modulesOnStand(count, w, h, look)
}

/** Modules on a stand on the ground: true directions, so that nothing leans that should not. */
function modulesOnStand(count: number, w: number, h: number, look: ModuleLook): Mark {
  const [gap, thick, tilt] = [60, 45, (25 * Math.PI) / 180]
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)]
  // Glass on both sides is worth its price a metre above the ground.
  const foot = look.bifacial ? 900 : 420
  const all = count * w + (count - 1) * gap
  const [rise, run] = [h * sin, h * cos]
  const see = fitted(
    count === 1 ? 34 : 28,
    24,
    [
      [-40, 0, 0],
      [all + 40, 0, 0],
      [-40, 0, run],
      [all + 40 + 500, 0, run],
      [0, foot + rise, run],
      [all, foot + rise, run],
    ],
    [960, 720],
  )
  // A place on the slope: across, up the slope, off it.
  const on = (x: number, up: number, off = 0): Place => [
    x,
    foot + up * sin + off * cos,
    up * cos - off * sin,
  ]
  const [low, high] = [h * 0.14, h * 0.84]
  const frames =
    count === 1 ? [w * 0.16, w * 0.84] : [w * 0.3, all / 2, all - w * 0.3]
  const steel = { fill: colour.paper, side: colour.shade, top: colour.tint } as const
  const shadow: Place[] = [
    [80, 0, 120],
    [all + 420, 0, 120],
    [all + 620, 0, run + 120],
    [260, 0, run + 120],
  ]
  const slab = (x: number): Mark => [
    block(
      see,
      [
        on(x, 0, -thick),
        on(x + w, 0, -thick),
        on(x + w, 0),
        on(x, 0),
        on(x, h, -thick),
        on(x + w, h, -thick),
        on(x + w, h),
        on(x, h),
      ],
      { heavy: true, side: colour.shade },
    ),
    onPlane(see, on(x, h), [1, 0, 0], [0, -sin, -cos], cells(0, 0, w, h, look)),
  ]
  const rails = [low, high].map((up) => bar(see, on(-40, up, -thick - 40), on(all + 40, up, -thick - 40), 34, steel))
  const frame = (x: number): Mark => {
    const under = -thick - 110
    const [a, b] = [on(x, low - 60, under), on(x, high + 60, under)]
    const [front, rear] = [on(x, low, under), on(x, high, under)]
    return [
      bar(see, [x, 45, front[2] - 160], [x, 45, rear[2] + 160], 45, steel),
      bar(see, [x, 90, rear[2]], rear, 36, steel),
      bar(see, [x, 100, front[2] + (rear[2] - front[2]) * 0.42], on(x, high - (high - low) * 0.3, under), 22, steel),
      bar(see, [x, 90, front[2]], front, 36, steel),
      bar(see, a, b, 38, steel),
    ]
  }
  return [
    hatch(
      shadow.map((place) => see(...place)),
      { angle: 0, spacing: 7 },
    ),
    frames.map((_, index) => frame(frames[frames.length - 1 - index] ?? 0)),
    [...rails].reverse(),
    row(count, (index) => slab((count - 1 - index) * (w + gap))),
  ]
}

const inverters = {
  s: { w: 400, h: 470, d: 190, strings: 4, fill: 0.8 },
  m: { w: 860, h: 620, d: 320, strings: 10, fill: 0.94 },
  l: { w: 1130, h: 740, d: 360, strings: 16, fill: 1 },
} as const

export function inverter({ size, hybrid }: { size: Size; hybrid: boolean }, view: View): Mark {
  const { w, h, d, strings, fill } = inverters[size]
  const plug = Math.min(26, (w * 0.52) / strings)
  const plugs = row(strings, (index) => {
    const x = w * 0.08 + plug * 1.06 * index
    return upright(x + plug / 2, d * 0.5, plug * 0.32, h, plug * 1.7, {
      fill: index % 2 === 0 ? colour.copper : colour.dark,
    })
  })
  const glands = row(size === 's' ? 2 : 3, (index) =>
    upright(w * (0.74 + index * 0.085), d * 0.5, w * 0.026, h, w * 0.07, { fill: colour.tint }),
  )
  return plate(
    view,
    [
      box(w * 0.16, -h * 0.05, d, w * 0.68, h * 1.02, 16, {
        fill: colour.shade,
        face: [0.2, 0.8].map((share) => circle(w * (0.16 + 0.68 * share), -h * 0.025, h * 0.01)),
      }),
      ...(size === 's'
        ? finStack(w * 0.06, h * 0.02, d * 0.5, w * 0.88, h * 0.94, d * 0.5, 16)
        : []),
      ...plugs,
      ...glands,
      // A hybrid also has the two thick leads of its battery.
      ...(hybrid
        ? [0.44, 0.54].map((share, index) =>
            upright(w * share, d * 0.5, w * 0.032, h, w * 0.2, {
              fill: index === 0 ? colour.copper : colour.ink,
            }),
          )
        : []),
      upright(w * 0.66, d * 0.46, w * 0.03, h, w * 0.03, { fill: colour.copper }),
      box(0, 0, 0, w, h, d * (size === 's' ? 0.62 : 0.94), {
        heavy: true,
        radius: w * 0.025,
        cast: 8,
        face:
          size === 's'
            ? [
                display(w * 0.3, h * 0.2, w * 0.4, h * 0.2),
                row(4, (index) => button(w * (0.35 + index * 0.1), h * 0.47, w * 0.026)),
                line(0, h * 0.66, w, h * 0.66),
                hybrid
                  ? [
                      conversion(w * 0.34, h * 0.82, w * 0.18),
                      charge(w * 0.56, h * 0.775, w * 0.2, h * 0.085, 4),
                      line(w * 0.44, h * 0.82, w * 0.55, h * 0.82, { stroke: colour.copper }),
                    ]
                  : conversion(w * 0.5, h * 0.82, w * 0.22),
              ]
            : [
                rect(w * 0.03, h * 0.045, w * 0.94, h * 0.62, { radius: w * 0.015 }),
                conversion(w * 0.5, h * 0.28, w * 0.16),
                row(3, (index) => lamp(w * (0.46 + index * 0.04), h * 0.5, w * 0.01, index === 0)),
                label(w * 0.08, h * 0.12, w * 0.2, h * 0.1, 2, false),
                rect(w * 0.03, h * 0.71, w * 0.94, h * 0.24, { radius: w * 0.015 }),
                row(size === 'l' ? 4 : 3, (index) =>
                  fan(w * (0.13 + index * 0.105), h * 0.83, w * 0.043),
                ),
                row(2, (index) => [
                  circle(w * (0.66 + index * 0.12), h * 0.83, w * 0.036, { fill: colour.tint }),
                  rect(
                    w * (0.66 + index * 0.12) - w * 0.007,
                    h * 0.83 - w * 0.03,
                    w * 0.014,
                    w * 0.06,
                    { fill: colour.copper },
                  ),
                ]),
                danger(w * 0.9, h * 0.83, w * 0.05),
                [0.05, 0.95].map((x) => [0.085, 0.625].map((y) => screw(w * x, h * y, w * 0.009))),
              ],
        side:
          size === 's'
            ? [line(d * 0.2, 0, d * 0.2, h, thin)]
            : [
                rect(d * 0.24, h * 0.36, d * 0.44, h * 0.09, { fill: colour.tint, radius: 14 }),
                row(9, (index) =>
                  line(
                    d * 0.5,
                    h * (0.06 + index * 0.03),
                    d * 0.9,
                    h * (0.06 + index * 0.03),
                    thin,
                  ),
                ),
                row(7, (index) =>
                  line(d * 0.14, h * (0.6 + index * 0.04), d * 0.8, h * (0.6 + index * 0.04), thin),
                ),
              ],
      }),
      ...(size === 's'
        ? [
            box(w * 0.03, h * 0.08, -8, w * 0.94, h * 0.54, 8, {
              radius: 12,
              face: [
                display(w * 0.3, h * 0.2, w * 0.4, h * 0.2),
                row(4, (index) => button(w * (0.35 + index * 0.1), h * 0.5, w * 0.026)),
              ],
            }),
          ]
        : []),
    ],
    { fill },
  )
}

/** Direct current in, alternating current out. */
function conversion(cx: number, cy: number, s: number): Mark {
  return [
    rect(cx - s / 2, cy - s / 2, s, s, { fill: colour.none }),
    line(cx - s / 2, cy + s / 2, cx + s / 2, cy - s / 2),
    line(cx - s * 0.38, cy - s * 0.3, cx - s * 0.08, cy - s * 0.3, { stroke: colour.copper }),
    line(cx - s * 0.38, cy - s * 0.2, cx - s * 0.08, cy - s * 0.2, {
      stroke: colour.copper,
      dash: '7 6',
    }),
    sine(cx + s * 0.04, cy + s * 0.25, s * 0.36, s * 0.1, colour.copper),
  ]
}

function fan(cx: number, cy: number, r: number): Mark {
  return [
    circle(cx, cy, r, { fill: colour.tint }),
    circle(cx, cy, r * 0.68, { ...thin, fill: colour.none }),
    row(6, (index) =>
      line(
        ...onCircle(cx, cy, r * 0.22, index * 60),
        ...onCircle(cx, cy, r * 0.92, index * 60 + 28),
        thin,
      ),
    ),
    circle(cx, cy, r * 0.22, { fill: colour.dark }),
  ]
}

/** One module fits a rack, a few stack to a tower, six fill a cabinet and eight stand for a container. */
export function battery({ modules }: { modules: number }, view: View): Mark {
  if (modules === 1) return rackBattery(view)
  if (modules <= 5) return batteryTower(modules, view)
  return modules <= 7 ? batteryCabinet(modules, view) : batteryContainer(view)
}

function charge(x: number, y: number, w: number, h: number, level: number): Mark {
  return [
    rect(x, y, w, h, { radius: h * 0.16 }),
    rect(x + w, y + h * 0.3, w * 0.05, h * 0.4, { fill: colour.ink, stroke: colour.none }),
    row(
      5,
      (index) =>
        index < level &&
        rect(x + w * (0.06 + index * 0.182), y + h * 0.2, w * 0.14, h * 0.6, {
          fill: colour.copper,
          stroke: colour.none,
        }),
    ),
  ]
}

function rackBattery(view: View): Mark {
  const [w, h, d] = [442, 133, 420]
  const handle = (x: number): Solid[] => [
    box(x, 30, -26, 14, 14, 26, { fill: colour.shade }),
    box(x, h - 44, -26, 14, 14, 26, { fill: colour.shade }),
    box(x, 30, -34, 14, h - 60, 12, { fill: colour.shade }),
  ]
  return plate(
    view,
    [
      box(0, 0, 0, w, h, d, {
        heavy: true,
        radius: 3,
        side: [vents(60, 30, 130, 70, 6), line(26, 0, 26, h, thin), label(250, 36, 110, 60, 4)],
        face: [
          charge(70, 22, 90, 30, 4),
          row(6, (index) => lamp(186 + index * 17, 37, 4.5, index < 4)),
          row(2, (index) => [
            circle(95 + index * 56, 92, 20, { fill: colour.tint }),
            circle(95 + index * 56, 92, 12, { fill: index === 0 ? colour.copper : colour.dark }),
          ]),
          row(2, (index) => rect(190 + index * 40, 78, 32, 26, { fill: colour.shade, radius: 2 })),
          row(2, (index) => rect(196 + index * 40, 84, 20, 14, { ...thin, fill: colour.dark })),
          rect(286, 70, 42, 46, { fill: colour.tint }),
          rect(297, 76, 20, 20, { fill: colour.copper }),
          label(310, 20, 74, 32, 2),
        ],
      }),
      box(-20, 0, -4, 20, h, 6, { heavy: true, face: [screw(-10, 24, 5), screw(-10, h - 24, 5)] }),
      box(w, 0, -4, 20, h, 6, {
        heavy: true,
        face: [screw(w + 10, 24, 5), screw(w + 10, h - 24, 5)],
      }),
      ...handle(24),
      ...handle(w - 40),
    ],
    { fill: 0.94 },
  )
}

function batteryTower(modules: number, view: View): Mark {
  const [w, d] = [620, 330]
  const [each, head] = [340, 210]
  const h = head + each * modules
  return plate(
    view,
    [
      box(20, h, 20, w - 40, 60, d - 40, { heavy: true, fill: colour.dark }),
      ...row(modules, (index) => {
        const place = modules - 1 - index
        const y = head + each * place
        return box(0, y, 0, w, each, d, {
          heavy: true,
          radius: 10,
          face: [
            rect(30, y + 34, w - 60, each - 68, { ...thin, radius: 14 }),
            label(60, y + each - 110, 120, 50, 2, false),
            bolt(w / 2, y + each / 2, 110, colour.shade),
          ],
          side: [
            rect(60, y + 120, d - 120, 80, { fill: colour.tint, radius: 20 }),
            line(0, y + 16, d, y + 16, thin),
          ],
        })
      }),
      box(0, 0, 0, w, head, d, {
        heavy: true,
        radius: 10,
        face: [
          rect(30, 34, w - 60, head - 68, { ...thin, radius: 14 }),
          charge(w / 2 - 95, head / 2 - 30, 180, 60, 4),
          circle(w - 90, head / 2, 30, { fill: colour.tint }),
          circle(w - 90, head / 2, 18, { fill: colour.paper }),
          label(60, head / 2 - 26, 100, 52, 2, false),
        ],
        side: [
          circle(d * 0.4, head / 2, 44, { fill: colour.tint }),
          rect(d * 0.4 - 10, head / 2 - 36, 20, 72, { fill: colour.copper }),
        ],
      }),
      ...row(2, (index) =>
        upright(w * (0.36 + index * 0.28), d * 0.6, 22, -40, 40, { fill: colour.tint }),
      ),
    ],
    { standing: true, fill: 0.72 + modules * 0.055 },
  )
}

function batteryCabinet(modules: number, view: View): Mark {
  const [w, h, d] = [1300, 2300, 1300]
  return plate(
    view,
    [
      box(20, h, 20, w - 40, 120, d - 40, {
        heavy: true,
        fill: colour.dark,
        face: row(2, (index) => rect(180 + index * 660, h + 36, 260, 60, { fill: colour.shade })),
      }),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        face: [
          rect(18, 18, w * 0.66, h - 36, { radius: 10 }),
          hinges(24, 40, h - 80, 100),
          doorHandle(w * 0.62, h * 0.44, 280),
          pane(130, 150, 560, h - 640),
          // The packs stand behind the glass, one shelf each.
          row(modules, (index) => {
            const pitch = (h - 700) / modules
            const y = 180 + pitch * index
            return [
              rect(170, y, 480, pitch - 40, { fill: colour.paper, radius: 6 }),
              charge(200, y + pitch / 2 - 44, 120, 48, 4),
              row(2, (pole) =>
                circle(520 + pole * 76, y + pitch / 2 - 20, 26, {
                  fill: pole === 0 ? colour.copper : colour.dark,
                }),
              ),
            ]
          }),
          louvres(130, h - 400, 560, 280, 8),
          rect(w * 0.66 + 30, 18, w * 0.34 - 48, h - 36, { radius: 10 }),
          display(w * 0.73, 180, w * 0.2, 150),
          row(3, (index) => lamp(w * (0.76 + index * 0.07), 420, 22, index === 0)),
          button(w * 0.83, 560, 50, colour.copper),
          danger(w * 0.83, 860, 180),
          fan(w * 0.83, 1400, 170),
          fan(w * 0.83, 1840, 170),
        ],
        side: [
          rect(60, 60, d - 120, h - 120, { ...thin, fill: colour.none }),
          louvres(200, h - 560, d - 400, 380, 9),
          louvres(200, 180, d - 400, 240, 6),
        ],
      }),
      box(-20, -70, -20, w + 40, 74, d + 40, { heavy: true }),
      ...[0.12, 0.88].map((share) =>
        box(w * share - 40, -140, d / 2, 80, 70, 20, {
          fill: colour.shade,
          face: circle(w * share, -108, 20),
        }),
      ),
    ],
    { standing: true },
  )
}

function batteryContainer(view: View): Mark {
  const [w, h, d] = [6058, 2896, 2438]
  const doors = 6
  const pitch = (w - 1000) / doors
  return plate(
    view,
    [
      ...[0, w - 240].flatMap((x) =>
        [0, d - 240].map((z) => box(x, h, z, 240, 110, 240, { fill: colour.dark })),
      ),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        face: [
          rect(60, 130, w - 120, h - 260, { ...thin, fill: colour.none }),
          row(doors, (index) => {
            const x = 120 + pitch * index
            return [
              rect(x, 190, pitch - 40, h - 380, { radius: 16 }),
              louvres(x + 110, 320, pitch - 260, 560, 9),
              louvres(x + 110, h - 860, pitch - 260, 540, 9),
              doorHandle(index % 2 === 0 ? x + pitch - 110 : x + 70, h * 0.42, 380),
              index % 2 === 1 && danger(x + pitch / 2, h * 0.47, 240),
            ]
          }),
          rect(w - 820, 190, 680, h - 380, { radius: 16 }),
          display(w - 700, 420, 440, 300),
          row(3, (index) => lamp(w - 600 + index * 120, 880, 38, index === 0)),
          button(w - 480, 1120, 90, colour.copper),
          charge(w - 660, 1420, 340, 140, 4),
          louvres(w - 720, h - 860, 480, 540, 9),
          [60, w - 160].map((x) =>
            [40, h - 120].map((y) =>
              rect(x - 50, y - 30, 120, 100, { fill: colour.shade, radius: 30 }),
            ),
          ),
        ],
        side: [
          row(2, (index) =>
            rect(130 + index * (d / 2 - 110), 170, d / 2 - 150, h - 340, { radius: 16 }),
          ),
          row(4, (index) =>
            line(
              330 + index * 600 - (index > 1 ? 120 : 0),
              120,
              330 + index * 600 - (index > 1 ? 120 : 0),
              h - 120,
              { width: weight.outline, stroke: colour.grey },
            ),
          ),
          danger(d / 2 - 540, h * 0.36, 330),
          label(d / 2 + 220, h * 0.3, 560, 380, 5),
        ],
      }),
      ...row(2, (index) => [
        box(700 + index * 2700, -420, 500, 1700, 420, 1300, {
          heavy: true,
          face: [fan(1150 + index * 2700, -210, 160), fan(1950 + index * 2700, -210, 160)],
          side: louvres(640, -340, 1000, 260, 5),
        }),
      ]).flat(),
    ],
    { standing: true },
  )
}

export function combinerBox({ strings }: { strings: number }, view: View): Mark {
  const columns = Math.min(strings, 12)
  const banks = Math.ceil(strings / 12)
  const pitch = 30
  const w = Math.max(420, columns * pitch * 1.02 + 190)
  const h = 400 + banks * 150
  const d = 220
  const holders = (bank: number): Mark => {
    const many = bank === 0 ? columns : strings - 12
    const x = w / 2 - (many * pitch) / 2
    const y = h - 210 - bank * 150
    return [
      rect(x - 14, y + 32, many * pitch + 28, 30, { fill: colour.shade }),
      row(many, (index) => {
        const left = x + index * pitch
        return [
          rect(left + 1.5, y, pitch - 3, 94),
          rect(left + 6, y + 20, pitch - 12, 54, { fill: colour.tint, radius: 3 }),
          rect(left + 10, y + 30, pitch - 20, 26, { ...thin, fill: colour.copper }),
          screw(left + pitch / 2, y + 10, 5.5),
          screw(left + pitch / 2, y + 84, 5.5),
          line(left + pitch / 2, y, left + pitch / 2, y - 22, { stroke: colour.copper }),
        ]
      }),
      rect(x - 10, y - 34, many * pitch + 20, 13, { fill: colour.copper }),
    ]
  }
  const inside: Mark = [
    rect(22, 22, w - 44, h - 44, { fill: colour.tint }),
    row(banks, holders),
    // Main isolator and surge protection above the strings.
    rect(w / 2 - 70, 60, 140, 130, { radius: 5 }),
    circle(w / 2, 125, 42, { fill: colour.shade }),
    rect(w / 2 - 9, 88, 18, 74, { fill: colour.copper, radius: 5 }),
    row(3, (index) => [
      rect(w / 2 + 92 + index * 27, 82, 25, 92),
      rect(w / 2 + 98 + index * 27, 104, 13, 40, { fill: colour.tint }),
      rect(w / 2 + 99 + index * 27, 150, 11, 8, { ...thin, fill: colour.copper }),
    ]),
    rect(w / 2 - 180, 76, 80, 104, { radius: 4 }),
    row(4, (index) => lamp(w / 2 - 160, 96 + index * 20, 5, index < 2)),
    label(w / 2 - 146, 88, 40, 78, 4, false),
    earthSign(52, h - 100, 42),
  ]
  return plate(
    view,
    [
      ...row(columns, (index) =>
        upright(w / 2 - (columns * pitch) / 2 + pitch * (index + 0.5), d * 0.5, 9, h, 34, {
          fill: colour.shade,
        }),
      ),
      ...[-24, h - 10].flatMap((y) =>
        [30, w - 66].map((x) => box(x, y, d - 8, 36, 34, 8, { fill: colour.shade })),
      ),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        radius: 10,
        cast: 8,
        face: inside,
        side: [
          line(30, 0, 30, h),
          line(44, 0, 44, h, thin),
          vents(90, 70, 70, 60, 5),
          screw(180, h - 40, 8),
        ],
      }),
      ...(view === 'front'
        ? [
            box(-16, 14, 0, 16, h - 28, 10, {
              fill: colour.shade,
              face: hinges(-8, 20, h - 40, 40),
            }),
          ]
        : []),
      ...(view === 'side'
        ? [
            box(0, 0, -28, w, h, 28, { heavy: true, radius: 8 }),
            box(w - 30, h / 2 - 24, -44, 20, 48, 16, { fill: colour.copper }),
          ]
        : []),
    ],
    { fill: 0.76 + Math.min(0.24, strings * 0.01) },
  )
}

export function pvMount(_parameters: object, view: View): Mark {
  const { w, h } = common
  const tilt = 12
  const rise = h * Math.sin((tilt * Math.PI) / 180)
  const run = h * Math.cos((tilt * Math.PI) / 180)
  // A run is long and low: it is drawn at an angle from the front too, with one module more.
  const many = view === 'front' ? 4 : 3
  const from = view === 'side' ? 'side' : 'three-quarter'
  const pitch = w + 24
  const base = rise + 260
  const frames = row(many + 1, (index) => {
    const x = Math.min(pitch * index, pitch * many - 60)
    return [
      box(x - 110, base + 60, run * 0.72, 280, 170, 420, { fill: colour.tint }),
      box(x, 260 - rise * 0.1, run * 0.86, 50, base - 200 + rise * 0.1, 50, { fill: colour.shade }),
      box(x - 110, base + 60, 60, 280, 170, 420, { fill: colour.tint }),
      box(x - 10, base + 20, 40, 70, 46, run * 0.96, {
        fill: colour.shade,
        face: circle(x + 25, base + 43, 10),
      }),
      box(x, rise + 60, 140, 50, 220, 50, { fill: colour.shade }),
    ]
  }).flat()
  const bare = { x: pitch * (many - 1), w }
  return plate(
    from,
    [
      ...frames,
      ...[0.22, 0.76].map((share) =>
        box(-60, rise * (1 - share) + 40, run * share, pitch * many + 100, 50, 40, {
          fill: colour.copperLight,
        }),
      ),
      ...row(many - 1, (index) =>
        slope([pitch * index, rise + 30, 0], w, h, tilt, cells(0, 0, w, h, common.look)),
      ),
      // The last place stays open to show the structure: clamps on the rails.
      ...[0.22, 0.76].map((share) =>
        box(bare.x + 6, rise * (1 - share) + 10, run * share - 20, 60, 40, 60, {
          fill: colour.copper,
        }),
      ),
      ...row(many - 1, (index) => box(pitch * index, rise + 30, 0, w, 35, 16, { heavy: true })),
    ],
    { standing: true, measured: view === 'side' },
  )
}

/** A charging connector hanging in its holster, its cable falling from the grip. */
function gun(cx: number, cy: number, s: number): Mark {
  return [
    rect(cx - s * 0.6, cy - s * 0.7, s * 1.2, s * 1.25, { fill: colour.shade, radius: s * 0.34 }),
    circle(cx, cy - s * 0.14, s * 0.42, { fill: colour.dark }),
    path(
      `M${cx - s * 0.3} ${cy - s * 0.3}L${cx + s * 0.3} ${cy - s * 0.3}L${cx + s * 0.3} ${cy + s * 0.25}L${cx + s * 0.2} ${cy + s * 1.5}L${cx - s * 0.2} ${cy + s * 1.5}L${cx - s * 0.3} ${cy + s * 0.25}Z`,
      { width: weight.outline },
    ),
    rect(cx - s * 0.16, cy - s * 0.14, s * 0.32, s * 0.24, {
      fill: colour.copper,
      radius: s * 0.06,
    }),
    row(4, (index) =>
      line(
        cx - s * 0.14,
        cy + s * (0.55 + index * 0.18),
        cx + s * 0.14,
        cy + s * (0.55 + index * 0.18),
        thin,
      ),
    ),
    rect(cx - s * 0.12, cy + s * 1.5, s * 0.24, s * 0.3, { fill: colour.dark }),
  ]
}

/** A type 2 socket outlet with its flap. */
function outlet(cx: number, cy: number, r: number): Mark {
  return [
    circle(cx, cy, r * 1.35, { fill: colour.tint }),
    path(
      `M${cx - r * 0.8} ${cy - r * 0.62}L${cx + r * 0.8} ${cy - r * 0.62}A${r} ${r} 0 1 1 ${cx - r * 0.8} ${cy - r * 0.62}Z`,
      { fill: colour.dark },
    ),
    [
      [-0.28, -0.34],
      [0.28, -0.34],
      [-0.52, 0.1],
      [0, 0.1],
      [0.52, 0.1],
      [-0.26, 0.52],
      [0.26, 0.52],
    ].map(([x = 0, y = 0]) =>
      circle(cx + x * r, cy + y * r, r * 0.14, { ...thin, fill: colour.copperLight }),
    ),
  ]
}

export function evCharger(
  { type, guns }: { type: 'wall' | 'post' | 'dc'; guns: number },
  view: View,
): Mark {
  if (type === 'wall') return wallCharger(guns, view)
  return type === 'post' ? postCharger(guns, view) : dcCharger(guns, view)
}

function wallCharger(guns: number, view: View): Mark {
  const [w, h, d] = [guns === 1 ? 280 : 380, 420, 150]
  const centres = guns === 1 ? [w / 2] : [w * 0.28, w * 0.72]
  const cables = centres.map((cx, index) => {
    const way = index === 0 && guns === 2 ? -1 : 1
    const start = 225 + 65 * 1.78
    return onFront(
      -10,
      lead(
        `M${cx} ${start}C${cx} ${start + 150} ${cx + way * 250} ${start + 210} ${cx + way * 250} ${start - 20}S${cx + way * 60} ${h - 100} ${cx + way * 60} ${h + 10}`,
        11,
      ),
    )
  })
  return plate(
    view,
    [
      box(w * 0.2, h * 0.1, d, w * 0.6, h * 0.8, 14, { fill: colour.shade }),
      box(0, 0, 12, w, h, d - 12, {
        heavy: true,
        radius: 34,
        cast: 8,
        side: [
          line(34, 0, 34, h, thin),
          vents(60, h * 0.16, 60, 90, 7),
          circle(90, h * 0.8, 15, { fill: colour.tint }),
        ],
      }),
      box(12, 12, 0, w - 24, h - 24, 16, { heavy: true, radius: 28 }),
      onFront(0, [
        rect(w / 2 - 64, 40, 128, 84, { fill: colour.ink, radius: 12 }),
        bolt(w / 2, 82, 54, colour.copperLight),
        rect(w / 2 - 64, 138, 128, 9, { fill: colour.copper, stroke: colour.none }),
        centres.map((cx) => gun(cx, 232, 65)),
        label(w / 2 - 46, h - 56, 92, 26, 2, false),
      ]),
      ...cables.map((solid) => ({ ...solid, aside: true })),
      ...(view === 'side'
        ? [
            {
              ...onRight(w, [
                path('M0 215L-60 225L-96 330L-66 346L-30 268L0 262Z', { width: weight.outline }),
                lead('M-84 340C-96 470 20 560 60 520S70 450 76 422', 11),
              ]),
              aside: true,
            },
          ]
        : []),
      { from: [-20, 0, 0], to: [w + 20, h + 90, d], draw: () => [] },
    ],
    { fill: 0.9, measured: false },
  )
}

function postCharger(guns: number, view: View): Mark {
  const [w, h, d] = [320, 1480, 220]
  const places = guns === 1 ? [470] : [430, 640]
  return plate(
    view,
    [
      box(-60, h, -60, w + 120, 30, d + 120, { heavy: true, fill: colour.shade }),
      ...(guns === 2
        ? [roller(560, d / 2, 52, w - 6, 26, { fill: colour.tint, side: outlet(d / 2, 560, 38) })]
        : []),
      box(0, 60, 0, w, h - 60, d, {
        heavy: true,
        radius: 16,
        face: [
          rect(22, 90, w - 44, 250, { radius: 14 }),
          rect(50, 112, w - 100, 130, { fill: colour.ink, radius: 8 }),
          bolt(w / 2, 177, 80, colour.copperLight),
          row(3, (index) => lamp(w / 2 - 50 + index * 50, 290, 12, index === 0)),
          places.map((y) => outlet(w / 2, y, 56)),
          rect(w / 2 - 66, places[places.length - 1]! + 110, 132, 86, {
            fill: colour.tint,
            radius: 10,
          }),
          row(3, (index) =>
            arc(w / 2 - 20, places[places.length - 1]! + 153, 14 + index * 14, 305, 415),
          ),
          rect(40, h - 420, w - 80, 330, { ...thin, radius: 8 }),
          lock(w - 66, h - 250, 13),
          label(70, h - 380, 120, 50, 2, false),
        ],
        side: [
          line(30, 60, 30, h),
          rect(60, h - 420, d - 100, 330, { ...thin, radius: 8 }),
          guns === 2 && circle(d / 2, 560, 58, { fill: colour.tint }),
          guns === 2 && outlet(d / 2, 560, 40),
        ],
      }),
      box(-8, 20, -8, w + 16, 46, d + 16, { heavy: true, fill: colour.tint }),
      onFront(-8, rect(10, 50, w - 20, 8, { fill: colour.copper, stroke: colour.none })),
    ],
    { standing: true },
  )
}

function dcCharger(guns: number, view: View): Mark {
  const [w, h, d] = [760, 1900, 720]
  const holster = (side: number): Solid[] => {
    const x = side < 0 ? 92 : w - 92
    const edge = side < 0 ? -120 : w + 120
    return [
      onFront(-6, [gun(x, 880, 84)]),
      {
        ...onFront(
          -6,
          lead(
            `M${x} 1030C${x} 1500 ${edge + side * 30} 1740 ${edge + side * 40} 1200S${side < 0 ? 30 : w - 30} 300 ${side < 0 ? -10 : w + 10} 230`,
            guns === 2 ? 12 : 14,
          ),
        ),
        aside: true,
      },
      box(side < 0 ? -40 : w - 4, 190, 180, 44, 70, 120, { fill: colour.shade }),
    ]
  }
  const sides = guns === 2 ? [-1, 1] : [1]
  return plate(
    view,
    [
      box(20, h, 20, w - 40, 90, d - 40, { heavy: true, fill: colour.dark }),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        radius: 18,
        face: [
          rect(190, 110, w - 380, 560, { radius: 14 }),
          rect(216, 140, w - 432, 320, { fill: colour.ink, radius: 10 }),
          bolt(w / 2 - 80, 300, 150, colour.copperLight),
          row(4, (index) =>
            rect(w / 2 + 10, 220 + index * 44, [110, 80, 96, 60][index]!, 16, {
              fill: colour.shade,
              stroke: colour.none,
            }),
          ),
          rect(w / 2 - 60, 490, 120, 80, { fill: colour.tint, radius: 8 }),
          row(3, (index) => arc(w / 2 - 18, 530, 12 + index * 12, 305, 415)),
          button(w / 2, 620, 30, colour.copper),
          rect(190, 730, w - 380, 14, { fill: colour.copper, stroke: colour.none }),
          label(250, 800, w - 500, 110, 3, false),
          danger(w / 2, 1080, 130),
          louvres(200, 1300, w - 400, 420, 12),
          hinges(8, 60, h - 120, 80),
          lock(w / 2, 1230, 18),
        ],
        side: [
          rect(50, 70, d - 100, h - 140, { ...thin, fill: colour.none }),
          louvres(140, 1180, d - 280, 520, 14),
          louvres(140, 140, d - 280, 200, 6),
          label(240, 620, 240, 150, 4),
        ],
      }),
      box(-14, -34, -14, w + 28, 40, d + 28, { heavy: true }),
      ...sides.flatMap(holster),
      ...(view === 'side'
        ? [
            {
              ...onRight(w + 40, [
                rect(220, 190, 120, 70, { fill: colour.shade }),
                path('M0 800L-120 830L-170 1010L-116 1040L-50 890L0 880Z', {
                  width: weight.outline,
                }),
                lead('M-150 1030C-180 1500 -30 1760 60 1300S210 420 250 262', 13),
              ]),
              aside: true,
            },
          ]
        : []),
      { from: [-130, 0, 0], to: [w + 130, h, d], draw: () => [] },
    ],
    { standing: true, measured: false },
  )
}

export function ups({ size }: { size: Size }, view: View): Mark {
  if (size === 's') {
    const [w, h, d] = [200, 430, 420]
    return plate(
      view,
      [
        ...[20, w - 50].map((x) => box(x, h, 30, 30, 16, d - 60, { fill: colour.dark })),
        box(0, 0, 0, w, h, d, {
          heavy: true,
          radius: 6,
          face: [
            rect(12, 12, w - 24, 170, { fill: colour.tint, radius: 8 }),
            display(30, 34, w - 60, 84),
            row(3, (index) =>
              button(56 + index * 44, 150, 13, index === 0 ? colour.copper : colour.paper),
            ),
            louvres(24, 206, w - 48, 170, 13),
            label(60, 390, 80, 22, 2, false),
          ],
          side: [
            vents(50, 60, 130, 110, 7),
            vents(240, 60, 130, 110, 7),
            vents(50, 270, 130, 100, 7),
            line(18, 0, 18, h, thin),
          ],
        }),
      ],
      { standing: true, fill: 0.74 },
    )
  }
  if (size === 'l' && view !== 'three-quarter') return modularUps(view)
  const cabinets = size === 'm' ? 1 : 2
  const [w, h, d] = size === 'm' ? [480, 1250, 780] : [800, 1950, 860]
  return plate(
    view,
    [
      ...(size === 'm'
        ? [0.14, 0.86].map((share) => wheel(w * share, h + 44, 40, 70, 40))
        : [box(20, h, 20, w * cabinets - 40, 90, d - 40, { heavy: true, fill: colour.dark })]),
      box(0, 0, 0, w * cabinets, h, d, {
        heavy: true,
        radius: size === 'm' ? 8 : 0,
        face: row(cabinets, (index) => {
          const x = w * index
          return [
            index > 0 && line(x, 0, x, h, { width: weight.outline }),
            rect(x + 14, 14, w - 28, h - 28, { radius: 8 }),
            index === 0
              ? [
                  rect(x + w * 0.2, h * 0.07, w * 0.6, h * 0.15, { fill: colour.tint, radius: 10 }),
                  display(x + w * 0.25, h * 0.085, w * 0.5, h * 0.1),
                  row(3, (key) => lamp(x + w * (0.4 + key * 0.1), h * 0.203, w * 0.02, key === 0)),
                  button(x + w * 0.5, h * 0.27, w * 0.045, colour.copper),
                  // The power path: rectifier, battery, inverter.
                  upsPath(x + w * 0.2, h * 0.35, w * 0.6),
                  louvres(x + w * 0.12, h * 0.5, w * 0.76, h * 0.42, size === 'm' ? 14 : 20),
                ]
              : [
                  row(5, (shelf) => {
                    const y = h * (0.07 + shelf * 0.125)
                    return [
                      rect(x + w * 0.1, y, w * 0.8, h * 0.105, { fill: colour.tint, radius: 6 }),
                      row(9, (hole) =>
                        line(
                          x + w * (0.16 + hole * 0.05),
                          y + h * 0.02,
                          x + w * (0.16 + hole * 0.05),
                          y + h * 0.085,
                          thin,
                        ),
                      ),
                      lamp(x + w * 0.68, y + h * 0.05, 14, true),
                      rect(x + w * 0.76, y + h * 0.03, w * 0.07, h * 0.045, {
                        fill: colour.shade,
                        radius: 8,
                      }),
                    ]
                  }),
                  row(4, (breaker) => [
                    rect(x + w * (0.12 + breaker * 0.2), h * 0.73, w * 0.16, h * 0.08),
                    rect(x + w * (0.18 + breaker * 0.2), h * 0.745, w * 0.04, h * 0.035, {
                      fill: colour.copper,
                    }),
                  ]),
                  vents(x + w * 0.12, h * 0.85, w * 0.76, h * 0.08, 6),
                ],
            doorHandle(x + w * 0.92, h * 0.36, h * 0.1),
          ]
        }),
        side: [
          rect(40, 40, d - 80, h - 80, { ...thin, fill: colour.none }),
          louvres(d * 0.2, h * 0.66, d * 0.6, h * 0.24, 9),
          louvres(d * 0.2, h * 0.08, d * 0.6, h * 0.13, 5),
        ],
      }),
    ],
    { standing: true, fill: size === 'm' ? 0.88 : 1 },
  )
}

/** Six power modules in one cabinet; from the side, one of them is half drawn out. */
function modularUps(view: 'front' | 'side'): Mark {
  const [w, h, d, base] = [600, 1900, 1100, 100]
  const [first, each, high] = [560, 152, 136]
  const moduleY = (index: number): number => first + index * each
  const floor = (to: number): Solid => ({
    ...(view === 'front' ? onFront(-Infinity, floorMark(0, w)) : onRight(-Infinity, floorMark(0, to))),
    aside: true,
  })
  const middle = view === 'front' ? w / 2 : (d - 520) / 2
  function floorMark(from: number, to: number): (unit: number) => Mark {
    return (unit) => [
      hatch(
        [
          [to - 60, h + base + 4],
          [to + 420, h + base + 4],
          [to + 330, h + base + 46],
          [to, h + base + 46],
        ],
        { angle: 0, spacing: 6 * unit },
      ),
      line(from + middle - 1500, h + base, from + middle + 1500, h + base),
    ]
  }
  const face: Mark = [
    rect(16, 16, w - 32, h - 32, { radius: 8 }),
    hinges(26, 60, h - 120, 84),
    rect(130, 80, 340, 230, { fill: colour.tint, radius: 12 }),
    display(160, 104, 280, 150),
    row(3, (index) => lamp(250 + index * 50, 282, 13, index === 0)),
    button(w / 2, 362, 26, colour.copper),
    upsPath(130, 424, 340),
    row(6, (index) => {
      const y = moduleY(index)
      return [
        rect(70, y, w - 140, high, { fill: colour.tint, radius: 6 }),
        row(9, (hole) => line(100 + hole * 22, y + 26, 100 + hole * 22, y + high - 26, thin)),
        lamp(346, y + high / 2, 13, index < 4),
        rect(384, y + high / 2 - 30, 44, 60, { fill: colour.shade, radius: 10 }),
        row(2, (end) => screw(456 + end * 44, y + high / 2, 12)),
      ]
    }),
    // Static and hand-operated bypass, and the outgoing switch.
    row(4, (index) => [
      rect(78 + index * 116, 1510, 96, 118),
      rect(114 + index * 116, 1530, 24, 46, { fill: index === 3 ? colour.dark : colour.copper }),
    ]),
    vents(90, 1690, w - 180, 140, 7),
    doorHandle(w - 42, 820, 190),
  ]
  if (view === 'front') {
    return plate(
      view,
      [
        floor(w),
        box(20, h, 20, w - 40, base, d - 40, { heavy: true, fill: colour.dark }),
        box(0, 0, 0, w, h, d, { heavy: true, face }),
      ],
      { measured: false },
    )
  }
  const out = 520
  const y = moduleY(2)
  return plate(
    view,
    [
      {
        from: [0, 0, -out],
        to: [w, h + base, d],
        draw: (_view, unit) => [
          floorMark(0, d)(unit),
          rect(30, h, d - 60, base, { fill: colour.dark, width: weight.outline }),
          [150, d - 150].map((z) => rect(z - 60, h + 30, 120, 44, { fill: colour.grey })),
          // The module, its front with handle, fans behind, on the lip of its shelf.
          rect(-out, y, out + 60, high, { fill: colour.tint, width: weight.outline }),
          row(11, (index) =>
            rect(-out + 90 + index * 36, y + 34, 15, high - 68, { ...thin, fill: colour.shade, radius: 7 }),
          ),
          rect(-out - 14, y - 6, 26, high + 12, { fill: colour.shade, width: weight.outline }),
          path(
            `M${-out - 14} ${y + 30}L${-out - 58} ${y + 30}L${-out - 58} ${y + high - 30}L${-out - 14} ${y + high - 30}`,
            { width: weight.outline, stroke: colour.copper },
          ),
          rect(-150, y + high, 190, 14, { fill: colour.grey }),
          // Which way it goes in.
          line(-out + 60, y - 70, -110, y - 70, { stroke: colour.copper }),
          polygon(
            [
              [-70, y - 70],
              [-120, y - 92],
              [-120, y - 48],
            ],
            { fill: colour.copper, stroke: colour.none },
          ),
          rect(0, 0, d, h, { width: weight.outline }),
          // The frame the door and the modules are in, then the side sheet.
          rect(0, 0, 70, h, { fill: colour.tint }),
          row(6, (index) =>
            index === 2
              ? rect(0, y, 70, high, { fill: colour.shade })
              : line(0, moduleY(index) + high / 2, 70, moduleY(index) + high / 2, { ...thin, stroke: colour.grey }),
          ),
          rect(100, 40, d - 140, h - 80, { fill: colour.none, radius: 6 }),
          [0.06, 0.36, 0.66, 0.94].map((share) =>
            [130, d - 70].map((z) => screw(z, h * share, 11)),
          ),
          louvres(d * 0.3, h * 0.08, d * 0.5, h * 0.12, 6),
          louvres(d * 0.3, h * 0.72, d * 0.5, h * 0.18, 8),
          rect(d * 0.44, h * 0.42, d * 0.22, 70, { fill: colour.shade, radius: 30 }),
          hatch(
            [
              [d * 0.93, 40],
              [d - 40, 40],
              [d - 40, h - 40],
              [d * 0.93, h - 40],
            ],
            { angle: 90, spacing: 8 * unit },
          ),
          // Warm air leaves at the back.
          row(3, (index) => [
            path(
              `M${d + 30} ${520 + index * 260}C${d + 70} ${490 + index * 260} ${d + 110} ${550 + index * 260} ${d + 150} ${520 + index * 260}`,
              { ...thin, fill: colour.none, stroke: colour.copper },
            ),
            polygon(
              [
                [d + 178, 520 + index * 260],
                [d + 148, 506 + index * 260],
                [d + 148, 534 + index * 260],
              ],
              { fill: colour.copper, stroke: colour.none },
            ),
          ]),
        ],
      },
    ],
    { measured: false },
  )
}

function upsPath(x: number, y: number, w: number): Mark {
  const s = w * 0.2
  return [
    line(x, y + s / 2, x + w, y + s / 2, { stroke: colour.copper }),
    row(2, (index) => {
      const left = x + w * (0.16 + index * 0.48)
      return [
        rect(left, y, s, s),
        line(left, y + s, left + s, y),
        index === 0
          ? sine(left + s * 0.08, y + s * 0.28, s * 0.4, s * 0.12)
          : sine(left + s * 0.5, y + s * 0.72, s * 0.4, s * 0.12),
      ]
    }),
    line(x + w / 2, y + s / 2, x + w / 2, y + s * 1.2, { stroke: colour.copper }),
    line(x + w / 2 - s * 0.3, y + s * 1.2, x + w / 2 + s * 0.3, y + s * 1.2),
    line(x + w / 2 - s * 0.14, y + s * 1.36, x + w / 2 + s * 0.14, y + s * 1.36),
  ]
}

export function generator({ canopy }: { canopy: boolean }, view: View): Mark {
  return canopy ? canopySet(view) : openSet(view)
}

function canopySet(view: View): Mark {
  const [w, h, d] = [3800, 1750, 1250]
  return plate(
    view,
    [
      box(-40, h, 0, w + 80, 220, d, {
        heavy: true,
        fill: colour.tint,
        face: [
          row(2, (index) => rect(700 + index * 2000, h + 70, 420, 100, { fill: colour.dark })),
          circle(w / 2, h + 110, 40, { fill: colour.copper }),
        ],
      }),
      upright(w * 0.2, d / 2, 90, -330, 330, { fill: colour.shade }),
      box(0, 0, 0, w, h, d, {
        heavy: true,
        face: [
          louvres(110, 260, 620, h - 520, 18),
          row(2, (index) => {
            const x = 850 + index * 980
            return [
              rect(x, 110, 920, h - 220, { radius: 14 }),
              hinges(x + 14, 160, h - 320, 90),
              doorHandle(x + 820, h * 0.42, 240),
              index === 0 && danger(x + 440, 520, 210),
            ]
          }),
          rect(2830, 110, 860, h - 220, { radius: 14 }),
          pane(2960, 240, 600, 460),
          display(3010, 290, 260, 170),
          row(3, (index) => lamp(3350 + index * 76, 330, 24, index === 0)),
          row(4, (index) => button(3040 + index * 72, 580, 24)),
          button(3440, 540, 60, colour.copper),
          louvres(2960, 860, 600, 560, 11),
          doorHandle(2890, h * 0.5, 240),
        ],
        side: [
          louvres(170, 240, d - 340, h - 480, 20),
          line(0, 120, d, 120, thin),
          row(2, (index) => screw(80 + index * (d - 160), 70, 20)),
        ],
      }),
      box(-20, -60, -20, w + 40, 66, d + 40, { heavy: true }),
      ...[0.35, 0.8].map((share) =>
        box(w * share, -150, d / 2, 130, 96, 40, {
          fill: colour.shade,
          face: circle(w * share + 65, -104, 26),
        }),
      ),
    ],
    { standing: true },
  )
}

function openSet(view: View): Mark {
  const d = 900
  return plate(
    view,
    [
      ...[
        [620, 30],
        [1450, 30],
        [2350, 30],
      ].map(([x = 0]) => box(x, 1330, 60, 120, 60, d - 120, { fill: colour.dark })),
      box(0, 1390, 0, 3000, 170, d, {
        heavy: true,
        fill: colour.tint,
        face: [
          row(9, (index) => circle(160 + index * 335, 1475, 26)),
          rect(1180, 1420, 420, 110, { fill: colour.shade }),
        ],
      }),
      // Exhaust and silencer over the engine.
      roller(60, d / 2, 120, 900, 1050, { heavy: true, fill: colour.paper }),
      upright(1820, d / 2, 48, -330, 300, { fill: colour.shade }),
      upright(1020, d / 2, 48, 170, 330, { fill: colour.shade }),
      // Radiator with its fan guard.
      box(30, 330, 60, 330, 1060, d - 120, {
        heavy: true,
        face: [
          row(4, (index) => line(30, 420 + index * 270, 360, 420 + index * 270, thin)),
          rect(80, 290, 120, 40, { fill: colour.shade }),
        ],
        side: fan(d / 2, 860, 330),
      }),
      box(360, 480, 140, 160, 780, d - 280, {
        fill: colour.tint,
        face: row(7, (index) => line(370, 540 + index * 105, 510, 540 + index * 105, thin)),
      }),
      // Engine block with heads, filters and sump.
      box(560, 640, 150, 1080, 560, d - 300, {
        heavy: true,
        face: engine(),
        side: [circle(d / 2, 900, 180, { fill: colour.tint })],
      }),
      ...row(6, (index) =>
        box(600 + index * 172, 480, 220, 140, 160, d - 440, {
          face: [
            line(610 + index * 172, 520, 730 + index * 172, 520, thin),
            screw(670 + index * 172, 590, 20),
          ],
        }),
      ),
      box(620, 1200, 210, 900, 130, d - 420, { fill: colour.shade }),
      knob(790, 1000, 82, 60, 90, { fill: colour.copperLight }),
      // Alternator.
      roller(950, d / 2, 310, 1640, 130, { heavy: true, fill: colour.tint }),
      roller(950, d / 2, 360, 1770, 760, {
        heavy: true,
        side: [
          row(10, (index) =>
            line(
              ...onCircle(d / 2, 950, 120, index * 36),
              ...onCircle(d / 2, 950, 300, index * 36),
              thin,
            ),
          ),
          circle(d / 2, 950, 110, { fill: colour.shade }),
        ],
      }),
      onFront(d / 2 - 360, [
        row(5, (index) => line(1850 + index * 130, 640, 1850 + index * 130, 1260, thin)),
        label(1980, 860, 300, 160, 4),
      ]),
      box(1870, 480, 240, 540, 150, d - 480, {
        heavy: true,
        fill: colour.tint,
        face: [bolt(2140, 555, 96, colour.copper)],
      }),
      // Control panel on its own post.
      box(2660, 900, d / 2 - 60, 90, 490, 120, { fill: colour.shade }),
      box(2500, 260, 120, 420, 640, 260, {
        heavy: true,
        radius: 10,
        face: [
          display(2560, 330, 300, 190),
          row(4, (index) => button(2590 + index * 78, 590, 26)),
          row(3, (index) => lamp(2610 + index * 100, 690, 22, index === 0)),
          button(2710, 800, 54, colour.copper),
        ],
        side: vents(180, 600, 140, 200, 7),
      }),
    ],
    { standing: true, fill: 1 },
  )
}

function engine(): Mark {
  return [
    row(6, (index) => [
      circle(670 + index * 172, 740, 44, { fill: colour.tint }),
      path(
        `M${670 + index * 172} 690C${670 + index * 172} 640 ${690 + index * 172} 620 ${700 + index * 172} 600`,
        { stroke: colour.copper, fill: colour.none },
      ),
    ]),
    line(560, 830, 1640, 830),
    row(4, (index) => [
      rect(940 + index * 165, 880, 110, 250, { fill: colour.tint, radius: 30 }),
      line(940 + index * 165, 930, 1050 + index * 165, 930, thin),
    ]),
    row(9, (index) => circle(610 + index * 125, 1165, 14, { ...thin, fill: colour.shade })),
  ]
}

export function ats(_parameters: object, view: View): Mark {
  const [w, h, d] = [620, 820, 300]
  return plate(
    view,
    [
      ...row(3, (index) =>
        upright(w * (0.3 + index * 0.2), d * 0.55, 26, h, 46, { fill: colour.shade }),
      ),
      box(0, 0, 20, w, h, d - 20, {
        heavy: true,
        radius: 6,
        cast: 9,
        side: [
          rect(70, 40, d - 120, h - 80, { ...thin, fill: colour.none }),
          louvres(100, h * 0.66, d - 170, h * 0.2, 7),
        ],
      }),
      box(8, 8, 0, w - 16, h - 16, 22, { heavy: true, radius: 8 }),
      onFront(0, [
        hinges(12, 20, h - 40, 60),
        rect(60, 60, w - 120, 330, { radius: 10 }),
        // Two sources, one load: the transfer contact stands on the first.
        [0, 1].map((source) => {
          const x = 170 + source * 280
          return [
            circle(x, 116, 32),
            sine(x - 20, 116, 40, 13, source === 0 ? colour.copper : colour.ink),
            line(x, 148, x, 206, { stroke: source === 0 ? colour.copper : colour.ink }),
            circle(x, 214, 7, { fill: colour.ink }),
            lamp(x + 66, 116, 14, source === 0),
          ]
        }),
        line(310, 300, 176, 220, { stroke: colour.copper, width: weight.outline }),
        circle(310, 300, 9, { fill: colour.copper }),
        line(310, 300, 310, 352, { stroke: colour.copper }),
        arrow(310, 352, 34, 90),
        rect(60, 420, 260, 170, { radius: 10 }),
        display(80, 440, 150, 90),
        row(4, (index) => button(268 + (index % 2) * 28, 460 + Math.floor(index / 2) * 44, 11)),
        label(80, 544, 200, 34, 2, false),
        circle(450, 505, 84, { fill: colour.tint }),
        circle(450, 505, 58),
        onMark(386, 450, 26),
        row(2, (index) => onMark(510 + index * 10, 446, 26)),
        offMark(450, 408, 22),
        danger(140, 700, 100),
        label(260, 660, 180, 80, 4),
        lock(w - 44, h * 0.3, 15),
        lock(w - 44, h * 0.82, 15),
      ]),
      knob(450, 505, 46, -22, 22),
      box(438, 440, -54, 24, 110, 34, { fill: colour.copper, radius: 8 }),
    ],
    { fill: 0.96 },
  )
}
