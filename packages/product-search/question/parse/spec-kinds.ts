import { foldedName } from '../../language/relations.ts'
import type { Unit } from '../../language/units.ts'

/**
 * A kind of quantities among those with the same unit: a width is no height, and what a breaker interrupts is not what a
 * busbar withstands. A value is compared with specifications of its own kind only.
 */
interface SpecKind {
  kind: string
  /** In the folded name of a specification, where ئ is ي. */
  name: RegExp
  /** Words that name the kind, before and after a number; absent if none do. */
  before?: RegExp
  after?: RegExp
}

/** The kinds of a unit, the more special names first. */
interface UnitKinds {
  /** A number without words has the first of these kinds that a product states. */
  plain: readonly string[]
  kinds: readonly SpecKind[]
}

function kindOf(kind: string, name: RegExp, words?: string): SpecKind {
  if (words === undefined) return { kind, name }
  return {
    kind,
    name,
    before: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?: of| is)?[\\s:=(-]*$`, 'iu'),
    after: new RegExp(`^[\\s(-]*(?:${words})(?![\\p{L}\\p{N}])(?!\\s*[:=]?\\s*\\p{N})`, 'iu'),
  }
}

const lengths: UnitKinds = {
  plain: ['diameter', 'width', 'height', 'length', 'mounting'],
  kinds: [
    kindOf('size', /dimension|ابعاد/),
    kindOf('mounting', /mounting|التركيب/, 'mounting height|ارتفاع التركيب'),
    kindOf('thickness', /thick|سمك|سماك/, 'thick|thickness|ب?سم(?:ك|اك[هة])'),
    kindOf('depth', /depth|عمق/, 'depth|deep|ب?عمق'),
    kindOf('diameter', /diameter|قطر/, 'dia\\.?|diameter|ø|od|ب?قطر'),
    kindOf('height', /height|ارتفاع/, 'height|high|ب?[اإ]رتفاع'),
    kindOf('width', /width|عرض/, 'width|wide|ب?عرض'),
    kindOf('length', /length|طول/, 'length|long|ب?طول'),
    kindOf('radius', /radius|انحناء/),
  ],
}

const faultCurrents: UnitKinds = {
  plain: ['breaking', 'conditional', 'discharge', 'withstand'],
  kinds: [
    kindOf('arc', /arc|القوس/, 'arc|iac|قوس'),
    kindOf('service', /servicebreaking|القطعالتشغيلي|\bics/, 'ics|service breaking capacity'),
    kindOf('making', /making|اغلاق/, 'icm|making(?: capacity)?'),
    kindOf(
      'impulse',
      /impulse|الصاعقه|iimp/,
      'iimp|impulse(?: current)?|10/350|type 1(?: ?\\+ ?2)?|t1(?: ?\\+ ?t?2)?',
    ),
    kindOf('nominal', /nominaldischarge|التفريغالاسمي/, 'in|nominal(?: discharge(?: current)?)?'),
    kindOf('discharge', /discharge|تفريغ/, 'imax|max(?:imum)?(?: discharge(?: current)?)?'),
    kindOf(
      'withstand',
      /withstand|shorttime|تحمل/,
      'icw|withstand|short.time|(?:for |/ ?)?[13] ?s(?:ec)?',
    ),
    kindOf('conditional', /conditional|مشروط/, 'conditional|iq|المشروط'),
    kindOf(
      'breaking',
      /breaking|interrupting|القطع|shortcircuit|القصر/,
      'icu|icn|breaking(?: capacity)?|سعة (?:ال)?(?:قطع|فصل)',
    ),
  ],
}

const currents: UnitKinds = {
  plain: ['rated', 'setting', 'output'],
  kinds: [
    kindOf('fault', /shortcircuit|القصر|isc/, 'isc|short.circuit(?: current)?|تيار القصر'),
    kindOf('output', /output|outgoing|للخرج/, 'output|outgoing|خرج'),
    kindOf('setting', /setting|adjust|الضبط/, 'setting|adjust\\w*|ضبط'),
    kindOf('rated', /current|تيار/),
  ],
}

const voltages: UnitKinds = {
  plain: ['rated'],
  kinds: [
    kindOf(
      'coil',
      /control|coil|auxiliarysupply|التحكم|ملف/,
      'coil(?: voltage)?|control(?: voltage| supply)?|ب?كويل|ب?ملف|جهد التحكم|تحكم',
    ),
    kindOf('insulation', /insulation|عزل/, 'ui|insulation'),
    kindOf(
      'impulse',
      /impulse|النبضه|powerfrequency|ترددالقدره|withstand|تحمل/,
      'uimp|bil|impulse',
    ),
    kindOf('level', /protectionlevel|مستويالحمايه/, 'up|protection level'),
    kindOf('primary', /primary|الابتدايي/, 'primary|[اإ]بتدائي'),
    kindOf('secondary', /secondary|الثانوي/, 'secondary|ثانوي'),
    kindOf('rated', /./),
  ],
}

const powers: UnitKinds = {
  plain: ['power'],
  kinds: [kindOf('loss', /loss|مفاقيد|dissipation/, 'loss(?:es)?|مفاقيد'), kindOf('power', /./)],
}

/** The kinds of further units, by their base. */
const others: Record<string, UnitKinds> = {
  lm: {
    plain: ['flux', 'emergency'],
    kinds: [kindOf('emergency', /emergency|طواري/), kindOf('flux', /./)],
  },
  hour: {
    plain: ['duration'],
    kinds: [kindOf('life', /life|عمر/, 'life|عمر'), kindOf('duration', /./)],
  },
  c: {
    plain: ['ambient', 'conductor'],
    kinds: [kindOf('conductor', /conductor|موصل/, 'conductor|موصل'), kindOf('ambient', /./)],
  },
}

function kindsOf({ base, factor }: Unit): UnitKinds | undefined {
  if (base === 'a') return factor > 1 ? faultCurrents : factor < 1 ? undefined : currents
  return { mm: lengths, v: voltages, w: powers }[base] ?? others[base]
}

/** Returns the kind of a specification's quantity; empty if its unit has one kind only. */
export function kindOfSpec(name: string, unit: Unit) {
  const known = kindsOf(unit)
  if (!known) return ''
  const folded = foldedName({ name })
  return known.kinds.find((one) => one.name.test(folded))?.kind ?? 'other'
}

/** Lists the kinds that a number without such words means; undefined if its unit has one kind only. */
export function plainKinds(unit: Unit) {
  return kindsOf(unit)?.plain
}

/** Finds the kind that the words beside a number name: "coil 230 V", "300 mm wide". */
export function kindNamed(text: string, { from, to }: { from: number; to: number }, unit: Unit) {
  const kinds = kindsOf(unit)?.kinds ?? []
  const before = text.slice(Math.max(0, from - 30), from)
  const after = text.slice(to, to + 30)
  // "300 mm wide 50 mm high": an adjective belongs to the number before it.
  const isTaken = /(?:wide|high|deep|long|thick)[\s,x×]*$/iu.test(before)
  const named = isTaken ? undefined : kinds.find((one) => one.before?.test(before))
  return (named ?? kinds.find((one) => one.after?.test(after)))?.kind
}
