const letterForms: Record<string, string> = {
  ...{ ک: 'ك', ی: 'ي', ى: 'ي', ة: 'ه', ہ: 'ه', ھ: 'ه' },
  ...{ ı: 'i', ß: 'ss' },
}

/**
 * Words that make a label commercial wherever they stand in it, in the languages in which companies of the region keep
 * their workbooks: English, French, German, Spanish, Turkish, Arabic, Persian and Urdu. Arabic ones are without their
 * article.
 */
const words = wordSet(`
  price prices pricing cost costs costing margin margins markup profit profits supplier suppliers vendor vendors
  wholesale wholesaler tax taxes taxable vat gst msrp rrp srp uvp cogs discount discounts rebate rebates commission
  reseller dealer purchase purchases purchasing procurement buying buyer stock stocks inventory onhand qoh stockqty backorder
  backorders reorder landed fob cif cnf exw invoice currency quotation subtotal turnover revenue surcharge fees payment
  promo instalment installment salesman expense expenses freight
  sar aed qar kwd bhd omr egp jod usd eur gbp chf dzd tnd iqd lyd syp lbp yer sdg mad inr pkr cny rmb jpy dhs
  prix cout couts marge marges fournisseur fournisseurs tva remise remises rabais ristourne tarif tarifs benefice
  benefices montant montants devise taxe ecotaxe revendeur revendeurs grossiste achat achats ttc puht paht pvht
  skonto ust steuersatz handelsspanne gewinnspanne deckungsbeitrag umsatz einkauf wahrung betrag bruttoerlos
  lagermenge grosshandel
  precio precios costo costos coste costes margen margenes proveedor proveedores existencia existencias descuento
  descuentos dto iva pvp inventario impuesto impuestos mayorista minorista mayoreo menudeo tarifa tarifas moneda
  importe divisa rebaja rebajas compra compras
  stok stoklar stokta stoku stogu kdv marj marji toptan perakende tutar tutari doviz bayi ucret ucreti bakiye vergi
  vergisi
  سعر أسعار تسعير تسعيرة ثمن أثمان تكلفة تكاليف كلفة هامش ربح أرباح ربحية مكسب مكاسب مورد موردين موردون مخزون مخزونات
  رصيد أرصدة ضريبة ضرائب ضريبي خصم خصومات حسم حسومات عمولة مشتريات شراء شرائية مبيعات جملة تجزئة فاتورة عملة مبلغ مبالغ
  ضقم جمرك جمارك نولون تقسيط أقساط تاجر مندوب ريال ريالات درهم دينار جنيه دولار يورو ليرة
  موجودي بهاي هزينه نرخ ماليات سود عمده خرده تومان خريد فروش فروشنده انبار تامينكننده
  لاگت تھوک پرچون رعایت ٹیکس اسٹاک سٹاک سپلائر ڈسکاؤنٹ روپے روپیہ`)

/** Words that are written together with others: "unitprice", "Einkaufspreis", "Lieferantennummer", "fiyatları". */
const starts =
  /^(?:price|supplier|vendor|preis|rabatt|lieferant|einkaufs|verkaufspr|fiyat|maliyet|tedarikci|iskonto|indirim|قيمت)/
const endings =
  /(?:price|prices|cost|costs|supplier|preis|preise|kosten|bestand|rabatt|lieferant|umsatzsteuer|mehrwertsteuer)$/

/** Words that are commercial only together. */
const phrases = together(`
  (?:dealer|distributor) net|on hand|on order|mark up|w sale|back orders?|ex works|credit limit|bought from
  (?:min|max) (?:qty|quantity)|(?:offer|promotion) \\w+
  (?:qty|quantity) (?:available|left|sold|reserved|ordered|remaining|balance|on order|in (?:stock|warehouse))
  units (?:available|left|sold|reserved|ordered)
  (?:available|free|sold|reserved|forecast(?:ed)?|bal|balance|sales|warehouse|closing|opening|ordered) (?:qty|quantity)
  (?:total|net|gross|tax|invoice|sales) amount|sales (?:value|volume|ytd|(?:19|20) ?\\d\\d)|(?:customs|import|hs) duty
  tariff rate|po (?:no|number)|unit rate|rate per (?:unit|piece|pcs?|m|metre|meter)
  (?:quantite|qte|cantidad) disponible|chiffre d affaires|hors taxes?|(?:pu|pa|pv|total) (?:ht|ttc)|eco participation
  (?:ek|vk) (?:netto|brutto)|por mayor|kar (?:marji|orani)|para birimi|mw st
  كمية (?:متاحة|متوفرة|موجودة|حالية|متبقية|مباعة|محجوزة|مطلوبة|دنيا|قصوى|في يد)|كمية (?:في )?(?:مخزن|مخازن|مستودع|مستودعات)
  قيمة (?:بيع|مضافة)|(?:اسم|رقم|كود|رمز) مزود|جهة توريد|حد (?:إعادة )?طلب|نسبة تخفيض|رسوم (?:جمركية|شحن|توصيل)|رأس مال
  عرض خاص|معامل زيادة|حالة (?:توفر|توافر)|ض ق م|ق م|ر س
  تامین کننده|ارزش افزوده|درصد تخفيف|فراہم کنندہ|دستیاب مقدار`)

/** Quantities with what is counted, as units write it: "Qty (pcs)". */
const counted =
  /^(?:qty|quantity|كميه) (?:pcs?|pieces?|nos?|each|ea|units?|m|met(?:er|re)s?|rolls?|box(?:es)?|قطعه|قطع|حبه|متر|كرتون|رول|وحده)$/

/** Labels that are commercial by themselves, while "Quantity per pack" is technical. */
const whole = wordSet(`
  qty quantity availability available retail trade net nett list amount total rate sales sold balance charge fee worth
  reserved forecasted warehouse offer quote buy ddp dap sr kd le dh tl disponibilite disponible qte quantite solde gros
  pu ht ventes vente ek vk spanne gewinn lager verfugbar verfugbarkeit menge steuer bonus aufschlag ganancia beneficio
  utilidad almacen cantidad venta ventas kar miktar adet satis
  كمية متاح متوفر متاحة متوفرة توفر توافر مفرق قطاعي وكيل تخفيض تخفيضات مزود مستودع مخزن رسوم إجمالي مباع بيع نقدي نقدا
  آجل عروض قيمت بها في تعداد فاكتور ذخیرہ منافع`)

/** Technical labels, and those of order codes, that have such words. */
const technical = together(`
  (?:safety|phase|gain|noise|fade|link|stability|design|thermal|operating|overload|error) margins?|margin of \\w+
  (?:margins?|rebate) (?:mm|cm|in|d b)|rebate (?:depth|width|height)|(?:door|window) rebates?
  (?:rolling|bar) stock|stock (?:lengths?|sizes?|colou?rs?)|commission date
  (?:double|multi|bi|simple|nombre de) tarifs?|doble tarifa|margen de (?:error|seguridad|ajuste|fase)
  هامش (?:أمان|خطأ|طور|ضوضاء|ضجيج|كسب|استقرار|سماح|ضبط)|ربح (?:هوائي|d b)|مورد (?:طاقة|تيار|جهد)|سعر حراري
  stock (?:code|no|number|keeping unit)`)

/** Signs of currencies, and what punctuation makes an abbreviation: "Disc. %", "GP%", "C&F", "Rs.", "(KD)", «د.ك». */
const signs = [
  /[\p{Sc}\u20c1﷼]/u,
  /\b(?:gm|gp|mu|disc\.?|duty)\s*%|^\s*disc\.\s*$|\bc\s?&\s?f\b/i,
  /^\s*rs\.?\s*$|\(rs\.?\)|\brs\.\s*$|[([](?:sr|kd|bd|le|dh|tl|jd)\.?[)\]]\s*$/i,
  /(?<!\p{L})(?:د\.\s?[إاأكبعلتجم]|ر\.\s?[سعقي]|ج\.\s?[مس]|ل\.\s?[سل])(?!\p{L})/u,
  // In Arabic the word is the derating of a device.
  /تخفیف/,
]

/** Removes what differs between spellings of a word: case, diacritics, tatweel, presentation forms, letters of Persian. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\u0640\p{Cf}]/gu, '')
    .normalize('NFC')
    .replace(/[کیىةہھıß]/g, (letter) => letterForms[letter] ?? letter)
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(fold(text).trim().split(/\s+/))
}

/** Makes a pattern that finds whole words; lines and bars separate its alternatives. */
function together(text: string): RegExp {
  const alternatives = fold(text.trim()).replace(/\s*\n\s*/g, '|')
  return new RegExp(`(?<=^| )(?:${alternatives})(?= |$)`, 'g')
}

/**
 * Splits a label into its words: "purchasePrice", "unit_cost" and «سعر‌ الشراء» have two each, "price2" has its number
 * apart, and "V.A.T." is one.
 */
function wordsOf(label: string): string[] {
  const text = label
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}\p{L}?(?!\p{L})/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/(?<!\S)(?:\p{L} ){3,}\p{L}(?!\S)/gu, (letters) => letters.replaceAll(' ', ''))
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{L}\p{M}*)(?=\p{Nd})|(\p{Nd})(?=\p{L})/gu, '$& ')
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.replace(/^(?:[وبف]?ال|لل)(?=.{2})/u, ''))
}

function isCommercialWord(word: string): boolean {
  if (words.has(word) || starts.test(word) || endings.test(word)) return true
  // «لسعر» has a preposition, and «سعرالبيع» lacks a space.
  const [, head = ''] = /^(.{3,}?)ال./u.exec(word) ?? []
  return words.has(head) || (/^[وبفكل]/.test(word) && words.has(word.slice(1)))
}

/**
 * Whether a label, such as the heading of a column or the name of a specification, names what a company keeps to
 * itself unless it says otherwise: prices, costs, margins, stock, suppliers, taxes.
 */
export function isCommercialLabel(label: string): boolean {
  if (signs.some((sign) => sign.test(label))) return true
  const text = wordsOf(label).join(' ').replace(technical, '').trim()
  return (
    whole.has(text.replace(/(?<=\S)(?: \d+)+$/, '')) ||
    counted.test(text) ||
    text.search(phrases) >= 0 ||
    text.split(' ').some(isCommercialWord)
  )
}
