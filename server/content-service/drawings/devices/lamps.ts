/** Luminaires drawn as one looks up at them, and single views that no solid gives. */
import {
  circle,
  clip,
  colour,
  ellipse,
  ellipsePoints,
  group,
  hatch,
  line,
  onCircle,
  path,
  polygon,
  rect,
  weight,
  type Mark,
  type Point,
} from '../pen.ts'
import { row, screw } from './parts.ts'
import { block, crate, fitted, onPlane, type Eye, type Place } from './space.ts'

const thin = { width: weight.hatch } as const
const ray = { ...thin, stroke: colour.copperLight, dash: '14 8' } as const

function wire(see: Eye, from: Place, top: number): Mark {
  return line(...see(...from), ...see(from[0], top, from[2]), { width: weight.detail })
}

/** Luminaires in one line on suspension wires, seen from below. */
export function linearFromBelow(units: number, yaw: number, lines = 1): Mark {
  const [length, w, h] = units === 1 ? [1200, 100, 92] : [1200, 150, 125]
  const all = units * length
  const apart = 1500
  const back = (lines - 1) * apart
  const top = units === 1 ? 430 : 640
  const see = fitted(
    yaw,
    -25,
    [
      [0, 0, 0],
      [all, 0, w],
      [0, top, w / 2],
      [all, top, w / 2],
      [0, -230, back],
      [all, -230, back],
      [0, 0, back],
      [all, top, back],
    ],
    [1000, 740],
  )
  const lens = w - 26
  const bodyAt = (z0: number): Mark => [
    crate(see, [0, 0, z0], [all, h, w], {
      heavy: true,
      side: colour.tint,
      top: colour.paper,
      hatched: true,
    }),
    onPlane(
      see,
      [0, h, z0],
      [1, 0, 0],
      [0, -1, 0],
      line(0, h * 0.24, all, h * 0.24, thin),
      line(0, h * 0.8, all, h * 0.8, { ...thin, stroke: colour.grey }),
      row(units - 1, (index) => line((index + 1) * length, 0, (index + 1) * length, h)),
    ),
    // The lit underside: a white reflector with its row of lenses.
    onPlane(
      see,
      [0, 0, z0],
      [1, 0, 0],
      [0, 0, 1],
      row(units, (index) => [
        rect(index * length + 14, 13, length - 28, lens, { fill: colour.copperLight }),
        row(18, (at) => [
          rect(index * length + 30 + at * 64, 13 + lens * 0.13, 52, lens * 0.74, { radius: 8 }),
          rect(index * length + 48 + at * 64, 13 + lens * 0.34, 16, lens * 0.32, {
            fill: colour.copper,
            stroke: colour.none,
          }),
        ]),
      ]),
    ),
  ]
  const holds = row(units, (index) => [0.1, 0.9].map((share) => (index + share) * length)).flat()
  // The far line first.
  return row(lines, (index) => (lines - 1 - index) * apart).map((z0) => [
    // The ceiling it hangs from.
    line(...see(-60, top + 14, z0 + w / 2), ...see(all + 60, top + 14, z0 + w / 2), {
      stroke: colour.grey,
    }),
    onPlane(
      see,
      [0, top + 14, z0 + w / 2],
      [1, 0, 0],
      [0, -1, 0],
      hatch(
        [
          [-60, 0],
          [all + 60, 0],
          [all + 60, -22],
          [-60, -22],
        ],
        { spacing: 14 * units, angle: 45 },
      ),
    ),
    holds.map((x) => [
      wire(see, [x, h, z0 + w / 2], top),
      // The ceiling cup and the gripper.
      crate(see, [x - 26, top, z0 + w / 2 - 26], [52, 14, 52], {
        fill: colour.shade,
        side: colour.shade,
      }),
      crate(see, [x - 9, h, z0 + w / 2 - 9], [18, 34, 18], {
        fill: colour.shade,
        side: colour.grey,
      }),
    ]),
    bodyAt(z0),
    row(units * 6, (index) => {
      const x = (index + 0.5) * (length / 6)
      const lean = (index / (units * 6 - 1) - 0.5) * 2 * 130
      return line(...see(x, -26, z0 + w / 2), ...see(x + lean, -250, z0 + w / 2), ray)
    }),
  ])
}

/** Two lengths of the line and their corner, seen from below. */
export function cornerFromBelow(): Mark {
  const [long, w, h, top] = [1350, 130, 108, 560]
  const see = fitted(
    40,
    -23,
    [
      [0, -190, 0],
      [long, 0, 0],
      [long, -190, long],
      [long, top + 20, 0],
      [0, top, 0],
      [long, top, long],
    ],
    [1010, 740],
  )
  const lit = (count: number): Mark => {
    const run = long - w
    const pitch = (run - 24) / count
    return [
      rect(14, 13, run - 14, w - 26, { fill: colour.copperLight }),
      row(count, (at) => [
        rect(20 + at * pitch + 4, 27, pitch - 8, w - 54, { radius: 8 }),
        rect(20 + at * pitch + pitch * 0.36, w * 0.36, pitch * 0.28, w * 0.28, {
          fill: colour.copper,
          stroke: colour.none,
        }),
      ]),
    ]
  }
  const grooves = (end: number): Mark => [
    line(0, h * 0.24, end, h * 0.24, thin),
    line(0, h * 0.8, end, h * 0.8, { ...thin, stroke: colour.grey }),
  ]
  const holds: readonly Place[] = [
    [long - w / 2, h, long * 0.9],
    [long - w / 2, h, w / 2],
    [long * 0.1, h, w / 2],
  ]
  const ceiling = (from: Place, to: Place): Mark =>
    line(...see(...from), ...see(...to), { stroke: colour.grey })
  return [
    ceiling([-60, top + 12, w / 2], [long - w / 2, top + 12, w / 2]),
    ceiling([long - w / 2, top + 12, w / 2], [long - w / 2, top + 12, long + 60]),
    holds.map(([x, , z]) => [
      wire(see, [x, h, z], top),
      crate(see, [x - 24, top, z - 24], [48, 12, 48], { fill: colour.shade, side: colour.shade }),
    ]),
    crate(see, [long - w, 0, 0], [w, h, long], { heavy: true, side: colour.tint }),
    crate(see, [0, 0, 0], [long, h, w], { heavy: true, side: colour.tint }),
    onPlane(
      see,
      [long, h, 0],
      [0, 0, 1],
      [0, -1, 0],
      rect(0, 0, long, h, { fill: colour.tint, width: weight.outline }),
      grooves(long),
    ),
    // One body round the corner: its underside again, without the joint.
    onPlane(
      see,
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
      polygon(
        [
          [0, 0],
          [long, 0],
          [long, long],
          [long - w, long],
          [long - w, w],
          [0, w],
        ],
        { width: weight.outline },
      ),
    ),
    onPlane(see, [0, 0, 0], [1, 0, 0], [0, 0, 1], lit(18)),
    onPlane(see, [long, 0, w - 14], [0, 0, 1], [-1, 0, 0], lit(18)),
    // The corner piece is one square lens.
    onPlane(
      see,
      [long - w, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
      rect(0, 13, w - 13, w - 13, { fill: colour.copperLight }),
      rect(22, 30, w - 54, w - 54, { radius: 8 }),
      rect(46, 54, w - 102, w - 102, { fill: colour.copper, stroke: colour.none }),
    ),
    onPlane(see, [0, h, 0], [1, 0, 0], [0, -1, 0], grooves(long)),
    row(7, (index) => {
      const x = 90 + index * 170
      return [
        line(...see(x, -24, w / 2), ...see(x - (6 - index) * 16, -200, w / 2), ray),
        line(...see(long - w / 2, -24, x + 60), ...see(long - w / 2, -200, x + 60 + index * 16), ray),
      ]
    }),
  ]
}

/** A panel hung level on four wires, its lit face seen from below. */
export function hungPanel(): Mark {
  const [s, t, top] = [595, 34, 470]
  const see = fitted(
    30,
    -25,
    [
      [0, 0, 0],
      [s, 0, 0],
      [s, 0, s],
      [0, 0, s],
      [0, top + 12, 0],
      [s, top + 12, 0],
      [s, top, s],
      [0, top, s],
      [s / 2, -190, s],
    ],
    [940, 780],
  )
  const corners: readonly Point[] = [
    [30, 30],
    [s - 30, 30],
    [30, s - 30],
    [s - 30, s - 30],
  ]
  return [
    corners.map(([x, z]) => [
      wire(see, [x, t, z], top),
      crate(see, [x - 12, top, z - 12], [24, 10, 24], { fill: colour.shade, side: colour.shade }),
    ]),
    crate(see, [0, 0, 0], [s, t, s], { heavy: true, side: colour.tint, hatched: true }),
    onPlane(
      see,
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
      [
        [0, 0, 24, 24],
        [s, 0, s - 24, 24],
        [0, s, 24, s - 24],
        [s, s, s - 24, s - 24],
      ].map(([a = 0, b = 0, c = 0, d = 0]) => line(a, b, c, d)),
      rect(24, 24, s - 48, s - 48, { fill: colour.paper, stroke: colour.copper }),
      row(17, (index) => [
        line(24 + (index + 1) * 30.4, 24, 24 + (index + 1) * 30.4, s - 24, {
          ...thin,
          stroke: colour.shade,
        }),
        line(24, 24 + (index + 1) * 30.4, s - 24, 24 + (index + 1) * 30.4, {
          ...thin,
          stroke: colour.shade,
        }),
      ]),
      rect(150, 150, s - 300, s - 300, { fill: colour.none, stroke: colour.copperLight }),
    ),
    row(4, (a) =>
      row(4, (b) => {
        const [x, z] = [70 + a * 152, 70 + b * 152]
        return line(
          ...see(x, -24, z),
          ...see(x + (a - 1.5) * 34, -150, z + (b - 1.5) * 34),
          ray,
        )
      }),
    ),
  ]
}

/** A sealed panel let into a washable ceiling, seen from below. */
export function sealedPanel(): Mark {
  const s = 595
  const see = fitted(
    30,
    -46,
    [
      [-230, 0, -230],
      [s + 230, 0, -230],
      [s + 230, 0, s + 230],
      [-230, 0, s + 230],
    ],
    [1060, 780],
  )
  const ground = (y: number, ...content: readonly Mark[]): Mark =>
    onPlane(see, [0, y, 0], [1, 0, 0], [0, 0, 1], ...content)
  const drop = -16
  return [
    ground(
      0,
      rect(-230, -230, s + 460, s + 460, { fill: colour.tint, stroke: colour.none }),
      // Joints of the ceiling panels, sealed flush.
      [-50, s + 50].map((at) => [
        line(at, -230, at, s + 230, { width: 5, stroke: colour.paper }),
        line(-230, at, s + 230, at, { width: 5, stroke: colour.paper }),
        line(at, -230, at, s + 230, { ...thin, stroke: colour.grey }),
        line(-230, at, s + 230, at, { ...thin, stroke: colour.grey }),
      ]),
    ),
    crate(see, [-20, drop, -20], [s + 40, -drop, s + 40], {
      heavy: true,
      side: colour.shade,
      fill: colour.paper,
    }),
    ground(
      drop,
      // The gasket runs round between the frame and the glass.
      rect(28, 28, s - 56, s - 56, { fill: colour.dark, radius: 20 }),
      rect(40, 40, s - 80, s - 80, { fill: colour.paper, radius: 12 }),
      rect(64, 64, s - 128, s - 128, { ...thin, fill: colour.none, stroke: colour.copper }),
      [
        [250, 60],
        [330, 22],
      ].map(([x = 0, wide = 0]) =>
        polygon(
          [
            [x, 66],
            [x + wide, 66],
            [x + wide - 150, s - 66],
            [x - 150, s - 66],
          ],
          { fill: colour.tint, stroke: colour.none },
        ),
      ),
      [0.014, 0.5, 0.986].flatMap((a) =>
        [0.014, 0.5, 0.986].map((b) => (a === 0.5 && b === 0.5 ? [] : screw(s * a, s * b, 9))),
      ),
    ),
  ]
}

/** The round high-bay on its eye, hook and safety chain; `k` is how far one looks up at it. */
export function highBayFromBelow(k: number): Mark {
  const cx = 600
  const low = 660 - k * 230
  const drum = (
    yTop: number,
    rTop: number,
    yLow: number,
    rLow: number,
    fill: string,
    heavy = true,
  ): Mark => {
    const data = `M${cx - rTop} ${yTop}A${rTop} ${rTop * k} 0 0 1 ${cx + rTop} ${yTop}L${cx + rLow} ${yLow}A${rLow} ${rLow * k} 0 0 0 ${cx - rLow} ${yLow}Z`
    return [
      path(data, { fill, width: heavy ? weight.outline : weight.detail }),
      row(6, (index) => {
        const angle = ((30 + index * 10) * Math.PI) / 180
        const at = (r: number, y: number): Point => [
          cx + r * Math.sin(angle),
          y - r * k * Math.cos(angle),
        ]
        return line(...at(rTop, yTop), ...at(rLow, yLow), { ...thin, stroke: colour.grey })
      }),
    ]
  }
  const ring = (y: number, r: number, angle: number): Point => [
    cx + r * Math.sin((angle * Math.PI) / 180),
    y - r * k * Math.cos((angle * Math.PI) / 180),
  ]
  const [sinkTop, sinkLow] = [low - 250, low - 52]
  const driverTop = sinkTop - 128
  const eyeY = driverTop - 128 * k - 62
  // Equal links along a slack bow, from the rod to the driver.
  const bow = row(201, (index): Point => {
    const [t, u] = [index / 200, 1 - index / 200]
    return [
      u * u * (cx + 12) + 2 * u * t * (cx + 150) + t * t * (cx + 92),
      u * u * (eyeY - 106) + 2 * u * t * (eyeY - 30) + t * t * (driverTop + 14),
    ]
  })
  const chain: Point[] = []
  let since = 99
  bow.forEach(([x, y], index) => {
    const [px, py] = bow[Math.max(0, index - 1)] ?? [x, y]
    since += Math.hypot(x - px, y - py)
    if (since < 14) return
    since = 0
    chain.push([x, y])
  })
  return [
    // From the roof: rod, hook, the eye of the luminaire in the hook.
    line(cx, 30, cx, eyeY - 108, { width: 13, cap: 'butt' }),
    line(cx, 28, cx, eyeY - 108, { width: 8, stroke: colour.shade, cap: 'butt' }),
    rect(cx - 15, eyeY - 122, 30, 26, { fill: colour.shade, radius: 4 }),
    circle(cx, eyeY, 30, { fill: colour.none, width: 17 }),
    circle(cx, eyeY, 30, { fill: colour.none, width: 12, stroke: colour.copper }),
    // The hook, seen edge on: over the eye's rim and into its hole.
    rect(cx - 9, eyeY - 98, 18, 92, { fill: colour.shade, radius: 9 }),
    line(cx + 4, eyeY - 92, cx + 4, eyeY - 16, { ...thin, stroke: colour.grey }),
    rect(cx - 13, eyeY + 34, 26, 44, { fill: colour.copper }),
    rect(cx - 30, eyeY + 52, 60, 40, { fill: colour.shade, radius: 4 }),
    drum(driverTop, 128, sinkTop, 138, colour.paper),
        chain.map(([x, y], index) => {
      const [nx, ny] = chain[index + 1] ?? chain[index] ?? [x, y]
      const [bx, by] = chain[index - 1] ?? [x, y]
      const turn = (Math.atan2(ny - by, nx - bx) * 180) / Math.PI
      return group(
        { x, y, rotate: turn },
        ellipse(0, 0, 9.5, index % 2 ? 2.6 : 5.6, { fill: colour.none, width: weight.detail }),
      )
    }),
    circle(cx + 92, driverTop + 18, 7, { fill: colour.shade }),
    rect(cx - 62, driverTop + 18 - 128 * k, 92, 62, { fill: colour.tint, radius: 4 }),
    row(3, (index) =>
      line(cx - 50, driverTop + 34 - 128 * k + index * 15, cx + 14 - index * 16, driverTop + 34 - 128 * k + index * 15, {
        ...thin,
        stroke: colour.grey,
      }),
    ),
    drum(sinkTop, 190, sinkLow, 300, colour.shade, false),
    // Upright fins, the outermost first.
    row(21, (index) => (index % 2 === 0 ? -1 : 1) * (80 - Math.floor(index / 2) * 8)).map((angle) => {
      const [a, b] = [angle - 1.7, angle + 1.7]
      return polygon(
        [
          ring(sinkTop - 16, 200, a),
          ring(sinkTop - 16, 200, b),
          ring(sinkTop + 26, 244, b),
          ring(sinkLow, 318, b),
          ring(sinkLow, 318, a),
          ring(sinkTop + 26, 244, a),
        ],
        { fill: colour.paper },
      )
    }),
    drum(sinkLow, 330, low, 330, colour.paper),
    // The lit face.
    ellipse(cx, low, 330, 330 * k, { width: weight.outline }),
    ellipse(cx, low, 300, 300 * k, { fill: colour.copperLight }),
    [268, 216, 164, 112].map((r, index) =>
      row([30, 24, 18, 12][index] ?? 0, (at) => {
        const turn = (at * 2 * Math.PI) / ([30, 24, 18, 12][index] ?? 1)
        const [x, y] = [cx + r * Math.cos(turn), low + r * k * Math.sin(turn)]
        return [
          ellipse(x, y, 20, Math.max(20 * k, 3.4), { fill: colour.paper, ...thin }),
          ellipse(x, y, 7, Math.max(7 * k, 1.6), { fill: colour.copper, stroke: colour.none }),
        ]
      }),
    ),
    ellipse(cx, low, 78, 78 * k, { fill: colour.paper }),
    row(7, (index) => {
      const share = index / 6 - 0.5
      const y = low + 330 * k * Math.sqrt(1 - (share * 1.5) ** 2) + 22
      return line(cx + share * 500, y, cx + share * 720, Math.min(y + 130, 862), ray)
    }),
  ]
}

/** A road luminaire on its arm, large, from the side: NEMA socket above, sensor socket below. */
export function roadHead(): Mark {
  const tube = (data: string, wide: number, fill: string): Mark => [
    path(data, { width: wide, fill: colour.none, cap: 'butt' }),
    path(data, { width: wide - 8, fill: colour.none, stroke: fill, cap: 'butt' }),
  ]
  const arm = 'M150 866C150 620 170 470 400 446'
  const shell =
    'M408 404C452 398 480 372 520 350C580 318 650 312 720 322C830 338 960 380 1040 424C1058 434 1060 452 1040 456L470 474L408 470Z'
  return [
    ellipse(150, 866, 29, 9, { width: weight.outline, fill: colour.tint }),
    tube(arm, 62, colour.paper),
    ellipse(150, 866, 29, 9, { width: weight.outline, fill: colour.shade }),
    [8, 15, 20, 24].map((offset) =>
      path(
        `M${150 + offset} 852C${150 + offset} ${620 + offset * 0.5} ${170 + offset * 0.9} ${470 + offset * 0.9} 398 ${446 + offset}`,
        { ...thin, fill: colour.none, stroke: colour.grey },
      ),
    ),
    // Light, held to the road.
    row(9, (index) =>
      line(640 + index * 45, 494, 470 + index * 78, 850, ray),
    ),
    // The controller in its seven-pin socket.
    rect(600, 300, 104, 30, { fill: colour.shade, radius: 4 }),
    path('M608 300L608 246C608 214 696 214 696 246L696 300Z', {
      width: weight.outline,
      fill: colour.tint,
    }),
    row(3, (index) => line(676 - index * 8, 232 + index, 676 - index * 8, 298, { ...thin, stroke: colour.grey })),
    line(608, 284, 696, 284),
    // The lens field, under glass.
    polygon(
      [
        [606, 462],
        [1020, 450],
        [1002, 482],
        [622, 492],
      ],
      { fill: colour.copperLight, width: weight.detail },
    ),
    row(12, (index) =>
      line(640 + index * 32, 472 - index * 0.9, 634 + index * 32, 490 - index * 0.3, { stroke: colour.copper }),
    ),
    // The sensor socket.
    rect(520, 468, 56, 16, { fill: colour.shade }),
    path('M524 484L572 484L566 512C556 522 540 522 530 512Z', { fill: colour.dark }),
    path(shell, { width: weight.outline }),
    // Parting line of the tray, its latch and the cooling body behind the lenses.
    path('M470 474C600 446 860 432 1046 444', { fill: colour.none }),
    row(9, (index) =>
      path(
        `M${724 + index * 30} ${334 + index * 9.6}C${728 + index * 30} ${372 + index * 6} ${724 + index * 30} ${400 + index * 3} ${716 + index * 30} ${436 - index * 1.2}`,
        { ...thin, fill: colour.none, stroke: colour.grey },
      ),
    ),
    path('M440 400C500 388 540 346 600 336', { ...thin, fill: colour.none, stroke: colour.grey }),
    rect(640, 424, 62, 26, { fill: colour.tint, radius: 8 }),
    circle(671, 437, 5, { fill: colour.ink }),
    // The spigot: clamped by two bolts, tilt scale beside them.
    path('M372 400L486 396L486 492L372 496C360 470 360 426 372 400Z', {
      width: weight.outline,
      fill: colour.shade,
    }),
    [404, 456].map((x) => [
      polygon(row(6, (index) => onCircle(x, 446, 17, index * 60 + 12)), { fill: colour.copper }),
      circle(x, 446, 6.5, { fill: colour.copperLight }),
    ]),
    row(5, (index) => line(400 + index * 14, 408, 400 + index * 14, index === 2 ? 424 : 417, thin)),
  ]
}

/** The up-and-down light on a stone wall, with the leaves that narrow its beams. */
export function upDownLight(): Mark {
  const [cx, top, low, half] = [600, 318, 582, 92]
  const beamOf = (up: boolean): Point[] => {
    const way = up ? -1 : 1
    const edge = up ? top : low
    const far = up ? 52 : 848
    return [
      [cx - 60, edge],
      [cx + 60, edge],
      [cx + 196, far],
      ...ellipsePoints(cx, far, 196, 22 * way, 0, 180).slice(1, -1),
      [cx - 196, far],
    ]
  }
  const stones: Mark = row(14, (course) => {
    const y = 24 + course * 64
    return [
      line(330, y, 870, y, { stroke: colour.copper, width: weight.hatch }),
      row(5, (joint) => {
        const x = 340 + joint * 132 + (course % 2) * 66
        return line(x, y, x, y + 64, { stroke: colour.copper, width: weight.hatch })
      }),
    ]
  })
  const faint: Mark = row(13, (course) => {
    const y = 88 + course * 64
    if (y > 860) return []
    return [
      line(150 + ((course * 53) % 90), y, 1050 - ((course * 71) % 110), y, {
        ...thin,
        stroke: colour.shade,
      }),
      row(6, (joint) => {
        const x = 208 + joint * 132 + ((course + 1) % 2) * 66
        return y + 64 > 860 ? [] : line(x, y, x, y + 64, { ...thin, stroke: colour.shade })
      }),
    ]
  })
  const leaf = (side: number, up: boolean): Mark => {
    const y = up ? top : low
    const way = up ? -1 : 1
    return polygon(
      [
        [cx + side * 66, y],
        [cx + side * 80, y],
        [cx + side * 94, y + way * 44],
        [cx + side * 84, y + way * 46],
      ],
      { fill: colour.grey },
    )
  }
  return [
    faint,
    [true, false].map((up) => [
      polygon(beamOf(up), { fill: colour.copperLight, stroke: colour.none }),
      clip(beamOf(up), stones),
      [-1, 1].map((side) => leaf(side, up)),
    ]),
    // The shadow on the wall, then the body off it.
    hatch(
      [
        [cx + half, top + 30],
        [cx + half + 26, top + 46],
        [cx + half + 26, low - 10],
        [cx + half, low - 26],
      ],
      { angle: 45, spacing: 6 },
    ),
    rect(cx - half, top, half * 2, low - top, { width: weight.outline, radius: 10 }),
    [top, low - 22].map((y) =>
      rect(cx - half + 12, y + (y === top ? 0 : 12), half * 2 - 24, 10, { fill: colour.copperLight }),
    ),
    line(cx - half, top + 34, cx + half, top + 34),
    line(cx - half, low - 34, cx + half, low - 34),
    row(5, (index) =>
      line(cx + half - 10 - index * 8, top + 36, cx + half - 10 - index * 8, low - 36, {
        ...thin,
        stroke: colour.grey,
      }),
    ),
    [-1, 1].map((side) => screw(cx + side * (half - 26), (top + low) / 2, 10)),
    rect(cx - 34, (top + low) / 2 - 22, 68, 44, { fill: colour.tint, radius: 4 }),
    row(3, (index) =>
      line(cx - 24, (top + low) / 2 - 10 + index * 11, cx + 22 - index * 9, (top + low) / 2 - 10 + index * 11, {
        ...thin,
        stroke: colour.grey,
      }),
    ),
  ]
}

/** A wall pack: a wedge on the wall, its lens looking down and out, nothing above the horizon. */
export function wallPack(): Mark {
  const w = 360
  const see = fitted(
    -28,
    -13,
    [
      [-330, 330, 0],
      [w + 330, 330, 0],
      [-330, -420, 0],
      [w + 330, -420, 0],
      [w / 2, 0, -230],
    ],
    [1000, 760],
  )
  const profile: readonly Point[] = [
    [0, 130],
    [-90, 130],
    [-232, 10],
    [-232, -34],
    [-60, -118],
    [0, -118],
  ]
  const wallArt = onPlane(
    see,
    [-330, 330, 0],
    [1, 0, 0],
    [0, -1, 0],
    row(8, (course) => [
      line(course % 2 ? 16 : 0, course * 107, 1020 - (course % 3) * 22, course * 107, { ...thin, stroke: colour.shade }),
      course < 7 &&
        row(5, (joint) => {
          const x = 70 + joint * 214 + (course % 2) * 107
          return x < 1000 && line(x, course * 107, x, course * 107 + 107, { ...thin, stroke: colour.shade })
        }),
    ]),
  )
  const side = (x: number): Point[] => profile.map(([z, y]) => see(x, y, z))
  const quad = (index: number): readonly Place[] => {
    const [a, b] = [profile[index] ?? [0, 0], profile[(index + 1) % profile.length] ?? [0, 0]]
    return [
      [0, a[1], a[0]],
      [w, a[1], a[0]],
      [w, b[1], b[0]],
      [0, b[1], b[0]],
    ]
  }
  const face = (index: number, fill: string): Mark =>
    polygon(quad(index).map((place) => see(...place)), { fill, width: weight.outline })
  // Each sheet is drawn on its own plane, from its upper left corner.
  const sheet = (index: number, ...content: readonly Mark[]): Mark => {
    const [a, , , d] = quad(index)
    if (!a || !d) return []
    const length = Math.hypot(d[1] - a[1], d[2] - a[2])
    return onPlane(
      see,
      a,
      [1, 0, 0],
      [0, (d[1] - a[1]) / length, (d[2] - a[2]) / length],
      ...content,
    )
  }
  const deep = Math.hypot(172, 84)
  return [
    wallArt,
    // Light on the wall and out over the yard.
    row(9, (index) => {
      const share = index / 8
      return [
        line(
          ...see(20 + share * (w - 40), -100, -150),
          ...see(-170 + share * (w + 340), -430, -420),
          ray,
        ),
      ]
    }),
    row(4, (index) => [
      line(...see(-10, -60, -120), ...see(-250 - index * 6, -130 - index * 86, -190), ray),
      index < 2 &&
        line(...see(w + 10, -60, -120), ...see(w + 250 + index * 6, -130 - index * 86, -190), ray),
    ]),
    // Back plate.
    crate(see, [-12, -130, -16], [w + 24, 272, 16], { heavy: true, fill: colour.shade, side: colour.shade }),
    polygon(side(0), { fill: colour.tint, width: weight.outline }),
    hatch(side(0), { angle: 90, spacing: 8 }),
    polygon(side(w), { fill: colour.tint, width: weight.outline }),
    face(1, colour.paper),
    sheet(
      1,
      row(13, (index) => line(40 + index * 23, 24, 40 + index * 23, 160, thin)),
    ),
    face(2, colour.paper),
    sheet(2, [24, w - 24].map((x) => screw(x, 22, 8))),
    face(3, colour.paper),
    sheet(
      3,
      rect(22, 18, w - 44, deep - 36, { fill: colour.copperLight, radius: 8 }),
      row(7, (a) =>
        row(3, (b) => [
          rect(38 + a * 42, 32 + b * 44, 34, 34, { radius: 8 }),
          rect(49 + a * 42, 43 + b * 44, 12, 12, { fill: colour.copper, stroke: colour.none }),
        ]),
      ),
    ),
    face(4, colour.shade),
    block,
  ].filter((mark) => mark !== block) as Mark
}

/** The round high-bay straight from below: rim, gasket, rings of lenses. */
export function highBayFace(): Mark {
  const [cx, cy] = [600, 450]
  return [
    hatch(ellipsePoints(cx + 12, cy + 14, 352, 352, -40, 130), { angle: 45, spacing: 6 }),
    circle(cx, cy, 348, { width: weight.outline }),
    circle(cx, cy, 308, { fill: colour.dark }),
    circle(cx, cy, 300, { fill: colour.copperLight }),
    row(12, (index) => screw(...onCircle(cx, cy, 328, index * 30 + 15), 9)),
    [268, 216, 164, 112].map((r, ring) =>
      row([30, 24, 18, 12][ring] ?? 0, (at) => {
        const [x, y] = onCircle(cx, cy, r, (at * 360) / ([30, 24, 18, 12][ring] ?? 1))
        return [
          circle(x, y, 23),
          circle(x, y, 15, { ...thin, fill: colour.none, stroke: colour.grey }),
          rect(x - 6.5, y - 6.5, 13, 13, { fill: colour.copper, stroke: colour.none }),
        ]
      }),
    ),
    circle(cx, cy, 80),
    circle(cx, cy, 71, { ...thin, fill: colour.none, stroke: colour.grey }),
    row(3, (index) =>
      line(cx - 44, cy - 18 + index * 18, cx + 40 - index * 22, cy - 18 + index * 18, {
        stroke: colour.grey,
      }),
    ),
  ]
}

/** The suspended line cut through: body, feed cable, driver, light down and a little up. */
export function linearSection(): Mark {
  const [x, y, w, h, wall] = [450, 300, 300, 390, 15]
  return [
    line(470, 56, 730, 56, { width: weight.outline }),
    hatch(
      [
        [470, 36],
        [730, 36],
        [730, 56],
        [470, 56],
      ],
      { angle: 45, spacing: 9 },
    ),
    rect(560, 56, 80, 22, { fill: colour.shade }),
    line(600, 78, 600, 246),
    // Less than a third of the light goes up.
    [-1, 1].map((side) =>
      row(2, (index) =>
        line(600 + side * (80 + index * 40), 282, 600 + side * (140 + index * 90), 150, ray),
      ),
    ),
    row(7, (index) => {
      const share = index / 6 - 0.5
      return line(600 + share * 220, 716, 600 + share * 420, 858, ray)
    }),
    // The extruded body, cut.
    rect(x, y, w, h, { width: weight.outline }),
    hatch(
      [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ],
      {
        angle: 45,
        spacing: 7,
        holes: [
          [
            [x + wall, y + wall],
            [x + w - wall, y + wall],
            [x + w - wall, y + h - wall],
            [x + wall, y + h - wall],
          ],
        ],
      },
    ),
    rect(x + wall, y + wall, w - wall * 2, h - wall * 2),
    // Upward window and its small board.
    [-1, 1].map((side) => [
      rect(600 + side * 88 - 38, y - 6, 76, wall + 8, { fill: colour.tint }),
      rect(side < 0 ? x + wall : 600 + 88 - 34, y + 42, x + w - wall - (600 + 88 - 34), 9, {
        fill: colour.shade,
      }),
      row(2, (index) =>
        rect(600 + side * 88 - 22 + index * 30, y + 33, 14, 9, { fill: colour.copper }),
      ),
    ]),
    rect(578, y - 54, 44, 56, { fill: colour.shade, radius: 5 }),
    circle(600, y - 26, 7, { fill: colour.tint }),
    // The through cable of five cores, and the driver.
    circle(524, y + 166, 45, { width: weight.outline }),
    row(5, (index) => [
      circle(...onCircle(524, y + 166, 25, index * 72 - 90), 13.5, {
        fill: [colour.paper, colour.shade, colour.dark, colour.grey, colour.copperLight][index],
      }),
      circle(...onCircle(524, y + 166, 25, index * 72 - 90), 6, {
        ...thin,
        fill: colour.copper,
      }),
    ]),
    rect(588, y + 120, 128, 92, { fill: colour.tint, radius: 4 }),
    row(3, (index) =>
      line(602, y + 144 + index * 22, 696 - index * 26, y + 144 + index * 22, {
        stroke: colour.grey,
      }),
    ),
    // The board lies on a shelf of the body; each row of light has its lens.
    rect(x + wall, y + 212, w - wall * 2, 16, { fill: colour.shade }),
    rect(x + 40, y + 228, w - 80, 10, { fill: colour.tint }),
    row(3, (index) => [
      path(
        `M${524 + index * 76 - 12} ${y + 250}L${524 + index * 76 + 12} ${y + 250}L${524 + index * 76 + 32} ${y + 322}L${524 + index * 76 - 32} ${y + 322}Z`,
        { fill: colour.paper },
      ),
      rect(524 + index * 76 - 9, y + 238, 18, 11, { fill: colour.copper }),
    ]),
    // Open below: the louvre edge and the thin cover.
    rect(x + wall + 2, y + h - wall - 36, w - wall * 2 - 4, 10, { fill: colour.copperLight }),
    rect(x + wall, y + h - wall - 3, w - wall * 2, wall + 8, { stroke: colour.none }),
    line(x + wall, y + h - wall, x + wall, y + h, { width: weight.outline }),
    line(x + w - wall, y + h - wall, x + w - wall, y + h, { width: weight.outline }),
  ]
}
