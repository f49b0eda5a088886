import { expect, test } from 'vitest'
import { isCommercialLabel } from './commercial-labels.ts'
import { sampleContent } from '../../tests/support/sample-content.ts'

test.each([
  ...[
    'min qty',
    'Offer price',
    'quantité',
    'adet',
    'حد إعادة الطلب',
    'الكمية الدنيا',
    'معامل الزيادة',
    'النولون',
  ],
  ...[
    'Cost',
    'Sales Price',
    'Regular price',
    'purchasePrice',
    'unit_cost',
    'standard_price',
    'MSRP',
    'RRP (SAR)',
  ],
  ...[
    'Margin %',
    'Stock',
    'In stock?',
    'Variant Inventory Qty',
    'Qty On Hand',
    'Quantity',
    'Supplier code',
    'Vendor',
  ],
  ...[
    'Tax class',
    'VAT',
    'Wholesale',
    'Value ($)',
    'Loss (USD)',
    'Dealer net',
    'is_in_stock',
    'Cost per item',
  ],
  ...[
    'التكلفة',
    'السعر',
    'سعر الشراء',
    'أسعار الجملة',
    'الكمية المتاحة',
    'الكمية',
    'المورد',
    'اسم المورّد',
  ],
  ...[
    'هامش الربح',
    'المخزون الحالي',
    'ضريبة القيمة المضافة',
    'بالسعر',
    'القيمة (ريال)',
    'الخصم',
    'الكلفة',
    'الثمن',
  ],
  ...[
    "Prix d'achat HT",
    'Coût',
    'Fournisseur',
    'Einkaufspreis',
    'Lagerbestand',
    'Maliyet',
    'قیمت',
    'س‍عر',
  ],
])('%s is commercial', (label) => {
  expect(isCommercialLabel(label)).toBe(true)
})

test.each([
  // Glued, numbered, abbreviated, in other letters and forms.
  'price1|unitprice|sellprice|stockqty|P r i c e|PRİCE|Mark-up|GP %|Disc. %|V.A.T.|W/sale|C&F|Ex-works|QOH|Qty (pcs)|Qty 2',
  'Net|List|Amount|Total amount|Rate|Unit rate|Sales 2023|Availability|Value (KD)|Rs.|₺|Customs duty|Subtotal|Turnover',
  'سعر1|السعرالنهائي|لسعر|ســعر|سِعْر|ﺍﻟﺴﻌﺮ|الأثمان|الضرائب|القيمة المضافة|ض.ق.م|القيمة (د.ك)|ر.س|نسبة الحسم|المفرق|قطاعي',
  'المزوّد|جهة التوريد|الكمية في المستودع|حد إعادة الطلب|الإجمالي|المبيعات|رسوم جمركية|القيمة الشرائية|رأس المال|متوفر|آجل',
  'PU HT|P.U.|Bénéfice|Qté|Quantité disponible|Rabais|Montant TTC|Revendeur|Achats|Devise|Écotaxe|Gros',
  'EK|VK netto|Preisgruppe|Lieferantennummer|Händlerrabatt|MwSt.|USt|Steuersatz|Währung|Umsatz|Verfügbar|Menge|Spanne',
  'Satış Fiyatı|FİYAT|Maliyeti|Kâr oranı|Tedarikçiler|Stokta|İndirim|ISKONTO|Toptan|Perakende|Bayi|Tutar|Para birimi|Vergi',
  'P.V.P.|Costos|Margen|Proveedor|Existencia|Almacén|Cantidad|Dto. %|I.V.A.|Impuestos|Mayoreo|Tarifa|Importe|Compra',
  'بهای تمام شده|هزینه|نرخ|موجودی انبار|تأمین‌کننده|تخفیف|مالیات|ارزش افزوده|سود|عمده فروشی|تومان|خرید|قیمتیں|لاگت|تھوک|سپلائر',
])('commercial, each of %s', (labels) => {
  expect(labels.split('|').filter((label) => !isCommercialLabel(label))).toEqual([])
})

test.each([
  'Rate of rise (V/s)|Baud rate|Gain (dB)|Power reserve|Derating factor|Stock length (m)|Rolling stock|Safety margin|Phase margin (°)',
  'Net weight (kg)|Total length|List of standards|Retail packaging|Available lengths|Quantity per carton|Order quantity|HS code',
  'Customs tariff number|Multi-tariff|Double tarif|Duty cycle (%)|Disc diameter|Rebate (mm)|Trade size|Charge time|Balanced load',
  'PV voltage|Sheath PUR|RS-485|Series resistance Rs (Ω)|HT cable|Vk knee point (V)|Antennengewinn (dB)|Steuerspannung|Bestandteile',
  'كسب الهوائي|الربح (dB)|هامش الأمان|مورد الطاقة|تخفيض الجهد|معامل التخفيف|العرض (مم)|الوزن (جم)|الوزن الإجمالي|القيمة الاسمية',
  'الأطوال المتوفرة|وحدة البيع|الحد الأدنى للطلب|مزود بفيوز|تيار الشحن|حرارة التخزين|تعدد التعرفة|البند الجمركي|القيم المسموح بها',
  'سعرة حرارية|الاسم التجاري|رسوم الأبعاد|مساحة القطاع|باور فاكتور|كلفن|لوحة توزيع|ثمانية أقطاب',
])('technical, each of %s', (labels) => {
  expect(labels.split('|').filter(isCommercialLabel)).toEqual([])
})

test.each([
  ...[
    'Rated current (A)',
    'Quantity per pack',
    'Stock code',
    'Taxonomy',
    'Value',
    'Costa',
    'Commissioning',
  ],
  ...[
    'Profile',
    'Unit of sale',
    'سعة القطع (kA)',
    'معامل التخفيف',
    'الكمية في العبوة',
    'المواد',
    'السعة',
    'القيمة',
  ],
])('%s is not', (label) => {
  expect(isCommercialLabel(label)).toBe(false)
})

test('no label of the sample is commercial', () => {
  const names = Object.values(sampleContent.specifications).flatMap(({ name }) => [
    name.Ar,
    name.En,
  ])
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter(isCommercialLabel)).toEqual([])
})
