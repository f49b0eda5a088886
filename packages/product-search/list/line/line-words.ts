import { withPlainCharacters, zeroWidthSpace } from '@site/arabic-text/characters'

/**
 * The words of bills of quantities and price requests, in Arabic and English. Arabic words are folded
 * (`foldWord`): without marks, hamza and taa marbuta.
 */

/** Folds letters as `foldWord` does, but keeps every character's offset. */
export function foldLine(text: string) {
  return (
    withPlainCharacters(text)
      .replaceAll(zeroWidthSpace, ' ')
      // In lower case it would be two characters.
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/[ىی]/g, 'ي')
      .replace(/ة/g, 'ه')
      .replace(/ک/g, 'ك')
      .replace(/(?<=\d)[\u066c،](?=\d{3}(?!\d))/g, ',')
  )
}

/** Units of a quantity, and their names. Those of a length also stand in descriptions: "column of 10 m". */
export const quantityUnits = {
  each: `pc pcs pce pces piece pieces no nos nr nrs ea each unit units qty item items number numbers
    off حبه حبات قطعه قطع عدد بالعدد وحده وحدات جهاز اجهزه حته حتت`,
  set: 'set sets kit kits طقم اطقم مجموعه مجموعات',
  pair: 'pair pairs pr زوج ازواج',
  lot: 'lot lots ls lumpsum job sum مقطوعيه بالمقطوعيه',
  roll: 'roll rolls coil coils reel reels لفه لفات رول رولات ربطه ربطات كويل',
  drum: 'drum drums بكره بكرات درام طبل',
  box: 'box boxes carton cartons ctn pack packs pkt كرتون كرتونه كراتين باكت علبه علب',
  length: 'length lengths bar bars stick sticks lenth lenths عود اعواد طول اطوال',
  metre: 'm mt mtr mtrs mts meter meters metre metres rm rmt lm lin متر امتار بالمتر م مط',
  bag: 'bag bags كيس اكياس شوال',
  kilometre: 'km kms kilometre kilometres كم كيلومتر',
}

export type QuantityUnit = keyof typeof quantityUnits

/** Arabic duals, which say "two" without a number. */
export const duals = `حبتين حبتان قطعتين قطعتان حتتين لفتين لفتان طقمين وحدتين جهازين بكرتين كرتونين علبتين زوجين مترين
  لوحتين محولين مولدين قاطعين عدادين عمودين كشافين شاحنين خزانتين`

/** Numbers as words, in order from one. */
export const numberWords = [
  'one a single واحد واحده',
  'two اثنين اثنان اتنين ثنتين تنين',
  'three ثلاث ثلاثه تلاته تلات',
  'four اربع اربعه',
  'five خمس خمسه',
  'six ست سته',
  'seven سبع سبعه',
  'eight ثمان ثمانيه ثماني تمن تمانيه تماني',
  'nine تسع تسعه',
  'ten عشر عشره',
  'eleven حداشر احدعش',
  'twelve اتناشر اثناعشر اطنعش اثنعش',
  'thirteen تلتاشر ثلاثطعش',
  'fourteen اربعتاشر اربعطعش',
  'fifteen خمستاشر خمسطعش',
  'sixteen ستاشر سطعش',
  'seventeen سبعتاشر سبعطعش',
  'eighteen تمنتاشر ثمنطعش',
  'nineteen تسعتاشر تسعطعش',
]

/** Tens, from twenty; in Arabic they follow the ones: «خمسة وعشرون». */
export const tensWords = [
  'twenty عشرين عشرون',
  'thirty ثلاثين ثلاثون تلاتين',
  'forty اربعين اربعون',
  'fifty خمسين خمسون',
  'sixty ستين ستون',
  'seventy سبعين سبعون',
  'eighty ثمانين ثمانون تمانين',
  'ninety تسعين تسعون',
]

/** Words that multiply the number before them. */
export const multiples = {
  dozen: 'dozen dozens دزينه درزن دسته',
  hundred: 'hundred مئه مائه ميه',
  thousand: 'thousand الف',
}

/** Half of what follows: "half a dozen". */
export const halves = 'half نص نصف'

/** Words before a quantity. */
export const quantityLabels =
  'qty quantity quantities qnty qtty الكميه كميه العدد عدد بالعدد بعدد عايز عاوز محتاج محتاجين نحتاج ابغى ابغي need'

/** The meaning of each column of a table, by the words of its heading. */
export const columnWords = {
  number: 'item no sn s/n sl sr serial ser ref pos position # م رقم مسلسل تسلسل بند البند الرقم ت',
  code: `code part model partno catalogue catalog cat reference mpn article sku order
    الموديل موديل كود الكود رمز الرمز الصنف القطعه المرجع`,
  words: `description desc details particulars material materials goods product item items work works scope
    specification specifications spec specs type size rating name
    الوصف وصف البيان بيان الصنف الاصناف المنتج الماده المواد الاعمال التفاصيل المواصفات المواصفه المقاس النوع الاسم اسم`,
  quantity: 'qty quantity qnty qtty quant الكميه كميه العدد عدد الكميات',
  unit: 'unit units uom u/m الوحده وحده',
  other: `price rate amount total cost remarks remark rmks notes brand make origin delivery stock currency sar aed usd vat
    السعر سعر الاجمالي المبلغ القيمه ملاحظات ملاحظه الماركه الشركه المنشا ريال الافرادي التوريد`,
} as const

/** Words that head quantities only where no other stands beside them: "No. off", "Reqd". */
export const countWords = 'no nos off rqd reqd required مطلوب المطلوب المطلوبه'

/** Words of headings about money, which outweigh all others: "total price". */
export const moneyWords = `price rate amount cost value sar aed usd السعر سعر اسعار الاسعار المبلغ القيمه قيمه ريال الافرادي الفئه فئه`

/** Words of headings about a sum of other columns. */
export const totalWords = 'total sum الاجمالي اجمالي اجماليه الاجماليه المجموع مجموع'

/** Headings of ratings, which belong to the words of a line, and how a cell without a unit is written there. */
export const ratingColumns: [heading: RegExp, written: (cell: string) => string][] = [
  [/(?<!\p{L})(?:poles?|(?:ال)?(?:قطب|اقطاب))(?!\p{L})/u, (cell) => `${cell} pole`],
  [/(?<!\p{L})(?:cores?|(?:ال)?(?:قلب|قلوب|كور))(?!\p{L})/u, (cell) => `${cell} core`],
  [/(?<!\p{L})(?:ways?|(?:ال)?(?:خطوط|مخارج))(?!\p{L})/u, (cell) => `${cell} way`],
  [/(?<!\p{L}|عدد )(?:ka|breaking|short.circuit|(?:ال)?قطع)(?!\p{L})/u, (cell) => `${cell} kA`],
  [
    /(?<!\p{L})(?:current|amps?|amperes?|(?:ال)?(?:تيار|امبير|امبيريه))(?!\p{L})|\(a\)/u,
    (cell) => `${cell} A`,
  ],
  [/(?<!\p{L})(?:kw|kilowatts?|كيلوواط)(?!\p{L})/u, (cell) => `${cell} kW`],
  [/(?<!\p{L})(?:voltage|volts?|(?:ال)?(?:جهد|فولت))(?!\p{L})|\(v\)/u, (cell) => `${cell} V`],
  [/(?<!\p{L})(?:cross.section|(?:ال)?مقطع)(?!\p{L})|mm2|مم2/u, (cell) => `${cell} mm2`],
  [/(?<!\p{L})(?:curve|(?:ال)?منحني)(?!\p{L})/u, (cell) => `curve ${cell}`],
]

/** Prefixes of lines that are not items. */
export const noteStarts = `total|sub ?-?total|grand total|net|(?:panel|board|location|floor|area|zone)(?: name)? ?:|summary|carried|brought|c/f|b/f|collection|to collection|page|sheet
  |section|division|part[ -][a-z\\d]+\\b(?! ?no)|amount|c/o|chapter|bill no|bill of|boq|appendix|annex|schedule of|list of|note|notes|nb|n\\.b|remark|remarks
  |project|client|consultant|contractor|subject|ref|date|attn|attention|to|from|thanks|thank you|regards|best regards|terms|payment|delivery|validity|price|prices|vat|quotation|rfq|inquiry|enquiry
  |prepared by|approved by|checked by|signature|phone|tel|mobile|email|e-mail|general|preamble|preliminaries
  |الاجمالي|اجمالي|المجموع|مجموع|المنقول|ما قبله|ما بعده|يرحل|صافي|صفحه|القسم|قسم|الباب|باب|الفصل|فصل|جدول|ملحق|قائمه|كشف|ملاحظه|ملاحظات|ملحوظه
  |المشروع|مشروع|العميل|المالك|الاستشاري|المقاول|الموضوع|التاريخ|المرجع|تحيه|الساده|شكرا|وشكرا|مشكور|مشكورين|بانتظار|بنتظر|في انتظار|تسلم|يسلمو|مقايسه|مع الشكر
  |شروط|الدفع|الاسعار|السعر|ضريبه|الضريبه|عرض سعر|طلب|المطلوب|اعداد|اعتماد|التوقيع|هاتف|جوال|ايميل|عام|اولا|ثانيا|ثالثا|رابعا|خامسا|سادسا|اعمال|الاعمال|مقدمه|تسليم|التسليم|مده`

/** Words that begin the part of a description about documents and approvals, which ends at the next punctuation mark. */
export const references = `as per|per|acc(?:ording)?\\.? to|in accordance with|conforming to|complying with|to the approval|or (?:approved )?(?:equal|equivalent)
  |(?:as )?approved by|as shown|as indicated|as specified|complete with (?:all )?(?:necessary |required )?accessories|make ?:|brand ?:
  |حسب|طبقا|وفقا|وفق ال|بموجب|مع (?:كافه|جميع|كل) (?:ما|ال)|وكل ما يلزم|وجميع ما يلزم|او ما يعادل|او ما يماثل|معتمد من|ماركه`

/** How people begin a message; what follows may be an item. */
export const greetings = `dear|hi|hello|يعطيك العافيه|يا هلا|هلا|(?:و?يا ?)?ريت|good (?:morning|day|evening)|please|pls|kindly|quote|السلام عليكم(?: ورحمه الله)?(?: وبركاته)?|مرحبا|اهلا|صباح ال\\p{L}+|مساء ال\\p{L}+
  |الرجاء|رجاء|يرجى|نرجو|ارجو|نامل|ابغى|ابغي|ابي|نبي|عايز|عاوز|محتاج|محتاجين|نحتاج|اريد|need|we need|i need`

/** How people ask for prices: with a rating it begins an item. */
export const requests = `(?:(?:تزويدنا|افادتنا|موافاتنا) )?(?:طلب )?ب?(?:عرض|عروض) (?:سعر|اسعار)(?: (?:ل|على|عن))?|(?:طلب )?تسعير(?:ه)?|طلب(?: شراء)?|المطلوب|مطلوب|كم سعر|سعر|اسعار
  |(?:price|prices|quotation|quote|offer|rfq|inquiry|enquiry|best price)(?: (?:for|of))?(?: the following)?|looking for|we are looking for|supply of|need price(?: for)?`

/** Words that begin an item that is taken off a bill: what is not bought has no quantity to order. */
export const deductions =
  'deduct(?:ion)?|omit|omission|less|credit(?: for)?|ي?خصم|تخصم|يطرح|يستبعد|يحذف'

/** Words for the goods of the item above. */
export const dittos = `ditto|do\\.|(?:same )?as (?:above|item above|previous)|same(?: as (?:above|previous))?|مثله|مثلها|كما سبق|كسابقه|نفس (?:السابق|اللي فوق)`

/** Words for sums of money in a bill, which are nothing to buy, whatever ratings stand beside them. */
export const sums = `provisional sum|p\\.?c\\.? sum|prime cost|contingenc\\p{L}+|dayworks?|(?:مبلغ|مبالغ) (?:احتياطي|مؤقت)ه?`
