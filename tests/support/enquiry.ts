import { randomUUID } from 'node:crypto'
import type { Enquiry, EnquiryItem } from '../../server/enquiries/enquiry.ts'

/** A whole enquiry, with a form of its own. */
export function enquiryOf(changes: Partial<Enquiry> = {}): Enquiry {
  return {
    form: randomUUID(),
    language: 'Ar',
    name: 'سارة الأحمد',
    email: 'sara@nakheel.example',
    phone: '+966 55 123 4567',
    company: 'شركة النخيل',
    city: 'الرياض',
    message: 'نحتاج لوحة رئيسية.\nمتى يمكن التسليم؟',
    items: [],
    files: [],
    revises: '',
    hasManyLinks: false,
    mayConfirm: true,
    ...changes,
  }
}

export function itemOf(changes: Partial<EnquiryItem> = {}): EnquiryItem {
  return {
    id: 'tm63-c16',
    title: 'قاطع مصغّر TM63',
    code: 'TM63-3P-C16',
    quantity: 3,
    saleUnit: '',
    note: '',
    asked: '',
    url: 'https://www.tayyar.example/product-details/tm63',
    ...changes,
  }
}

/** What a hostile visitor writes, if the form let everything pass. */
export const hostileEnquiry = enquiryOf({
  language: 'En',
  name: 'Eve\r\nBcc: victim@evil.example\r\n\r\n<b>x</b>',
  email: 'eve@evil.example\r\nBcc: victim@evil.example',
  phone: '\u202e7654\u0000\u001b[31m',
  company: '"Eve" <sales@company.example>, victim@evil.example',
  city: '=HYPERLINK("http://evil.example")',
  message:
    'Hello\r\n.\r\nQUIT\n\u2066\u202eabc <script>alert(1)</script>\n• Phone: 1\u2028DATA\u0085x\ud800',
  items: [
    itemOf({
      id: '<img src=x onerror=alert(1)>',
      title: '=1+1<script>alert(2)</script>',
      code: '@SUM(A1)\r\nX-Injected: yes',
      note: '\u2069\u202e"><svg onload=alert(3)>',
      url: 'javascript:alert(4)',
    }),
    itemOf({ url: 'https://evil.example/" onmouseover="alert(5)' }),
  ],
})
