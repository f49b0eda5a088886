import type { ContentLanguage } from '../../content/content-types.ts'

/** The texts of messages about an enquiry, in one language. Callers isolate inserted values. */
export interface MessageWords {
  lang: 'ar' | 'en'
  dir: 'rtl' | 'ltr'
  /** The locale of dates, as in app/language/languages.ts. */
  intl: string
  manyLinksMark: string
  manyLinksNote: string
  /** The kind of enquiry: with products, a request for a quotation. */
  kind: (hasItems: boolean) => string
  /** Subject of the message to the company. */
  subject: (kind: string, reference: string, sender: string) => string
  revisionMark: (revision: number) => string
  revisionNote: string
  sentFrom: (host: string) => string
  /** @param city of the time zone */
  time: (day: string, clock: string, city: string) => string
  products: (count: number) => string
  labels: Record<
    | 'reference'
    | 'revises'
    | 'received'
    | 'name'
    | 'company'
    | 'city'
    | 'phone'
    | 'email'
    | 'message'
    | 'file'
    | 'product'
    | 'code'
    | 'quantity'
    | 'unstated'
    | 'unit'
    | 'note'
    | 'asked'
    | 'page',
    string
  >
  confirmation: {
    subject: (hasItems: boolean, reference: string) => string
    thanks: (hasItems: boolean) => string
    reference: (reference: string) => string
    askedFor: string
    moreProducts: (count: number) => string
    files: string
    link: string
    next: string
    contact: string
    mistake: string
  }
}

const arabicPlural = new Intl.PluralRules('ar')

export const messageWords: Record<ContentLanguage, MessageWords> = {
  Ar: {
    lang: 'ar',
    dir: 'rtl',
    intl: 'ar-u-nu-latn-ca-gregory',
    manyLinksMark: '[روابط كثيرة]',
    manyLinksNote: 'في هذه الرسالة روابط كثيرة، فتحقّق منها قبل فتحها.',
    kind: (hasItems) => (hasItems ? 'طلب عرض سعر' : 'استفسار'),
    subject: (kind, reference, sender) =>
      sender === '' ? `${kind} ${reference}` : `${kind} ${reference} من ${sender}`,
    revisionMark: (revision) => `(النسخة ${revision})`,
    revisionNote: 'تحلّ هذه النسخة محل ما أرسله الزائر قبلها بالرقم المرجعي نفسه.',
    sentFrom: (host) => `أُرسل من نموذج الموقع ${host}`,
    time: (day, clock, city) => `${day}، الساعة ${clock} (بتوقيت ${city})`,
    products: (count) =>
      countedInArabic(count, {
        one: 'صنف واحد',
        two: 'صنفان',
        few: `${count} أصناف`,
        many: `${count} صنفًا`,
        other: `${count} صنف`,
      }),
    labels: {
      reference: 'الرقم المرجعي',
      revises: 'الاستفسار المعدَّل',
      received: 'تاريخ الاستلام',
      name: 'الاسم',
      company: 'الشركة',
      city: 'المدينة',
      phone: 'الهاتف',
      email: 'البريد الإلكتروني',
      message: 'الرسالة',
      file: 'الملف',
      product: 'الصنف',
      code: 'رمز الطلب',
      quantity: 'الكمية',
      unstated: 'غير مذكورة',
      unit: 'وحدة البيع',
      note: 'ملاحظة',
      asked: 'كما كتبه العميل',
      page: 'الصفحة',
    },
    confirmation: {
      subject: (hasItems, reference) =>
        hasItems ? `استلمنا طلب عرض السعر ${reference}` : `استلمنا استفسارك ${reference}`,
      thanks: (hasItems) =>
        hasItems ? 'شكرًا لك. استلمنا طلب عرض السعر.' : 'شكرًا لك. استلمنا استفسارك.',
      reference: (reference) => `الرقم المرجعي ${reference}. اذكره عند التواصل معنا.`,
      askedFor: 'طلبت عرض سعر لما يأتي:',
      moreProducts: (count) =>
        countedInArabic(count, {
          one: 'وصنف آخر',
          two: 'وصنفان آخران',
          few: `و${count} أصناف أخرى`,
          many: `و${count} صنفًا آخر`,
          other: `و${count} صنف آخر`,
        }),
      files: 'الملفات التي وصلتنا:',
      link: 'لرؤية ما أرسلته وحالته:',
      next: 'نقرأ ما أرسلته، ثم نردّ عليك بالبريد الإلكتروني أو الهاتف.',
      contact: 'للتواصل معنا:',
      mistake: 'إذا لم ترسل شيئًا، فقد أُدخل بريدك الإلكتروني في النموذج سهوًا، ولا يلزمك فعل شيء.',
    },
  },
  En: {
    lang: 'en',
    dir: 'ltr',
    intl: 'en-GB',
    manyLinksMark: '[many links]',
    manyLinksNote: 'This message has many links. Check them before you open them.',
    kind: (hasItems) => (hasItems ? 'Request for quotation' : 'Enquiry'),
    subject: (kind, reference, sender) =>
      sender === '' ? `${kind} ${reference}` : `${kind} ${reference} from ${sender}`,
    revisionMark: (revision) => `(version ${revision})`,
    revisionNote: 'This version replaces what the visitor sent before under the same reference.',
    sentFrom: (host) => `Sent with the form at ${host}`,
    time: (day, clock, city) => `${day}, ${clock} (${city} time)`,
    products: (count) => (count === 1 ? '1 item' : `${count} items`),
    labels: {
      reference: 'Reference',
      revises: 'Revises',
      received: 'Received',
      name: 'Name',
      company: 'Company',
      city: 'City',
      phone: 'Phone',
      email: 'Email',
      message: 'Message',
      file: 'File',
      product: 'Item',
      code: 'Order code',
      quantity: 'Quantity',
      unstated: 'not stated',
      unit: 'Unit',
      note: 'Note',
      asked: 'As the customer wrote it',
      page: 'Page',
    },
    confirmation: {
      subject: (hasItems, reference) =>
        hasItems
          ? `We have received your request for quotation ${reference}`
          : `We have received your enquiry ${reference}`,
      thanks: (hasItems) =>
        hasItems
          ? 'Thank you. We have received your request for quotation.'
          : 'Thank you. We have received your enquiry.',
      reference: (reference) =>
        `Its reference is ${reference}. Please give it when you contact us about it.`,
      askedFor: 'You asked for a quotation for:',
      moreProducts: (count) => (count === 1 ? 'and 1 more item' : `and ${count} more items`),
      files: 'Files that we have received:',
      link: 'To see what you sent, and its status:',
      next: 'We will read what you sent and reply by email or phone.',
      contact: 'How to reach us:',
      mistake:
        'If you did not send this, someone entered your email address by mistake. You need not do anything.',
    },
  },
}

interface ArabicForms {
  one: string
  two: string
  /** Counts such as 3 to 10. */
  few: string
  /** Counts such as 11 to 99. */
  many: string
  other: string
}

/** @param count 1 or more */
function countedInArabic(count: number, forms: ArabicForms) {
  const form = arabicPlural.select(count)
  return form === 'zero' ? forms.other : forms[form]
}
