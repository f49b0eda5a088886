import type { Question } from './question.ts'

export const tuned: Question[] = [
  // Arabic: protection and motor control
  {
    q: 'بريكر ٣٢ امبير ٣ فاز',
    lang: 'Ar',
    expects: ['product:tm63-3p-d', 'product:tx160-3p', 'type:mcb'],
  },
  {
    q: 'قاطع 63A',
    lang: 'Ar',
    expects: [
      'product:tm63-1p-c',
      'product:tm63-3p-d',
      'product:tm63-2p-dc',
      'product:tm63-2p-c',
      'product:tr-2p-a30',
      'product:tr-4p-s300',
      'product:tx160-3p',
      'type:mcb',
      'type:rccb',
    ],
  },
  { q: 'بريكر مكيف سبليت', lang: 'Ar', expects: ['product:tm63-2p-c', 'type:mcb'] },
  { q: 'قاطع تسرب ارضي مع قاطع مدمج', lang: 'Ar', expects: ['product:tr-rcbo-1pn', 'type:rccb'] },
  { q: 'قاطع هوائي 2500 امبير', lang: 'Ar', expects: ['product:ta2500-3p-drawout', 'type:acb'] },
  {
    q: 'مانعة صواعق',
    lang: 'Ar',
    expects: ['type:spd', 'product:tto-p', 'product:tmv-vb', 'product:ts-t1t2-4p'],
  },
  {
    q: 'لاقط صواعق',
    lang: 'Ar',
    expects: [
      'product:ts-t1t2-4p',
      'blog:blog-surge-protection-gulf',
      'page:/branches#branch-abha',
    ],
  },
  {
    q: 'lightning rod',
    lang: 'En',
    expects: ['product:ts-t1t2-4p', 'blog:blog-surge-protection-gulf'],
  },
  {
    q: 'مانع صواعق للطبلون',
    lang: 'Ar',
    expects: [
      'type:spd',
      'product:ts-t2-4p',
      'product:ts-t1t2-4p',
      'blog:blog-surge-protection-gulf',
    ],
  },
  { q: 'كونتاكتور ٣٢ امبير', lang: 'Ar', expects: ['product:tc-38', 'type:contactors'] },
  {
    q: 'ستار دلتا ٣٠ كيلو',
    lang: 'Ar',
    expects: ['product:to-y-star-delta', 'type:overload-relays'],
  },
  {
    q: 'سوفت ستارتر لمضخه مياه',
    lang: 'Ar',
    expects: ['product:tss-p300', 'product:tss-panel-ip55', 'type:soft-starters'],
  },
  {
    q: 'انفرتر ماطور 5.5 كيلو وات',
    lang: 'Ar',
    expects: ['product:tv100', 'type:variable-speed-drives'],
  },
  // Arabic: panels, transformers, medium voltage
  { q: 'طبلون شقه', lang: 'Ar', expects: ['product:tdb-h', 'type:distribution-boards'] },
  {
    q: 'لوحه رئيسيه ٤٠٠٠ امبير',
    lang: 'Ar',
    expects: [
      'product:tp-40',
      'type:main-panels',
      'document:tp-40-declaration-of-conformity-ar-en.pdf',
      'news:news-tp40-type-test',
    ],
  },
  { q: 'صندوق عداد كهرباء فيلا', lang: 'Ar', expects: ['product:tmb-1', 'type:metering-panels'] },
  {
    q: 'باص دكت للابراج',
    lang: 'Ar',
    expects: ['product:tbt-r', 'type:busbar-trunking', 'solution:solution-towers'],
  },
  {
    q: 'خزانه ستانلس ستيل للمصانع الغذائيه',
    lang: 'Ar',
    expects: ['product:te-x', 'type:enclosures'],
  },
  {
    q: 'ترانس ١٠٠٠ كيلو',
    lang: 'Ar',
    expects: [
      'product:tto-d',
      'product:ttd-r',
      'product:ttd-e',
      'product:ttd-h',
      'product:tmv-ps',
      'type:oil-transformers',
      'type:dry-transformers',
      'type:transformers',
    ],
  },
  { q: 'محول عامود للمزرعه', lang: 'Ar', expects: ['product:tto-p', 'type:oil-transformers'] },
  { q: 'محطة تحويل مدمجه', lang: 'Ar', expects: ['product:tmv-ps', 'type:mv-switchgear'] },
  {
    q: 'lp,g [ht',
    lang: 'Ar',
    expects: [
      'type:dry-transformers',
      'product:ttd-r',
      'product:ttd-e',
      'product:ttd-h',
      'product:ttd-k',
    ],
  },
  // Arabic: cables
  {
    q: 'كيبل ارضي مسلح ٤ قلب',
    lang: 'Ar',
    expects: [
      'product:tcx-a-4c',
      'type:power-cables',
      'document:tcx-a-4c-declaration-of-conformity-ar-en.pdf',
    ],
  },
  {
    q: 'سلك كهربا ٢.٥ مم',
    lang: 'Ar',
    expects: [
      'product:tcw-r',
      'product:tcw-z',
      'product:tcw-k',
      'product:tcw-f',
      'type:building-wires',
    ],
  },
  { q: 'كابلات مقاومه للحريق', lang: 'Ar', expects: ['product:tcc-f', 'type:control-cables'] },
  { q: 'جلندات كيبل', lang: 'Ar', expects: ['product:tct-g', 'type:cable-management'] },
  // Arabic: lighting
  {
    q: 'لمبات ليد مكتب ٦٠×٦٠',
    lang: 'Ar',
    expects: [
      'product:tl-p60-36',
      'product:tl-p60h-40',
      'type:indoor-lighting',
      'document:tl-p60-36-declaration-of-conformity-ar-en.pdf',
    ],
  },
  {
    q: 'كشافات مستودع',
    lang: 'Ar',
    expects: [
      'product:tl-h150',
      'product:tl-hl160',
      'product:tl-ht150',
      'product:tl-bp30',
      'type:high-bay',
    ],
  },
  { q: 'عمود اناره ذراعين', lang: 'Ar', expects: ['product:tl-s150-twin', 'type:street-lighting'] },
  { q: 'لوحة مخرج طوارى', lang: 'Ar', expects: ['product:tl-e3x', 'type:emergency-lighting'] },
  // Arabic: solar, charging, backup
  {
    q: 'الواح شمسيه ٥٨٥ واط',
    lang: 'Ar',
    expects: ['product:tsm-585n', 'type:solar-modules'],
  },
  { q: 'انفرتر هايبرد', lang: 'Ar', expects: ['product:tsi-12h', 'type:solar-inverters'] },
  {
    q: 'شاحن سيارة كهربائيه سريع',
    lang: 'Ar',
    expects: [
      'product:tev-d40',
      'product:tev-d120',
      'product:tev-d240',
      'type:dc-chargers',
      'solution:solution-ev-charging',
    ],
  },
  {
    q: 'مولدديزل ١١٠',
    lang: 'Ar',
    expects: ['product:tg-110', 'type:generators-ats', 'document:tg-110-instructions-en.pdf'],
  },
  { q: 'يو بي اس ٣ كيلو للسيرفر', lang: 'Ar', expects: ['product:tu-3', 'type:ups'] },
  // Arabic: services, projects, news, pages; one English word typed on an Arabic page
  { q: 'فرع جدة', lang: 'Ar', expects: ['page:/branches#branch-jeddah'] },
  { q: 'عقد صيانه سنوي', lang: 'Ar', expects: ['service:service-maintenance-contracts'] },
  {
    q: 'انارة ملعب',
    lang: 'Ar',
    expects: [
      'project:project-jeddah-stadium',
      'product:tl-f1200',
      'type:floodlights',
      'document:tl-f1200-declaration-of-conformity-ar-en.pdf',
    ],
  },
  { q: 'دوام الفروع في رمضان', lang: 'Ar', expects: ['news:news-ramadan-hours-2026'] },
  { q: 'حساب مقطع الكيبل في الحر', lang: 'Ar', expects: ['blog:blog-cable-sizing-hot-climate'] },
  {
    q: 'earthing',
    lang: 'Ar',
    expects: ['blog:blog-tn-s-earthing', 'product:tct-e', 'type:cable-management'],
  },

  // English: protection and motor control
  {
    q: '32A 3 pole',
    lang: 'En',
    expects: ['product:tm63-3p-d', 'product:tx160-3p', 'product:tc-38', 'type:mcb'],
  },
  {
    q: 'mcb',
    lang: 'En',
    expects: [
      'type:mcb',
      'product:tm63-1p-c',
      'product:tm63-2p-c',
      'product:tm63-3p-d',
      'product:tm63-2p-dc',
      'product:tm125-4p-c',
      'blog:blog-mcb-curves',
    ],
  },
  {
    q: 'tm63 datasheet',
    lang: 'En',
    expects: ['product:tm63-3p-d'],
  },
  { q: 'TM63 2P DC', lang: 'En', expects: ['product:tm63-2p-dc'] },
  { q: 'tx160', lang: 'En', expects: ['product:tx160-3p'] },
  {
    q: 'motorised mccb 1600 amp',
    lang: 'En',
    expects: ['product:tx1600-3p-motor', 'type:mccb'],
  },
  {
    q: 'elcb 30ma',
    lang: 'En',
    expects: ['type:rccb', 'product:tr-2p-a30', 'product:tr-rcbo-1pn', 'blog:blog-rcd-types'],
  },
  {
    q: 'surge arrestor',
    lang: 'En',
    expects: [
      'type:spd',
      'product:ts-t2-4p',
      'product:ts-t1t2-4p',
      'product:ts-pv-1100',
      'product:tsa-sp1000',
      'blog:blog-surge-protection-gulf',
    ],
  },
  {
    q: 'ؤخىفشؤفخق',
    lang: 'En',
    expects: ['type:contactors', 'product:tc-38', 'product:tc-265', 'product:tc-cap-60'],
  },
  { q: 'VFD 45 kW', lang: 'En', expects: ['product:tv300', 'type:variable-speed-drives'] },
  {
    q: 'bacnet drive for ahu fan',
    lang: 'En',
    expects: ['product:tv300', 'type:variable-speed-drives'],
  },
  // English: panels, transformers, medium voltage
  {
    q: 'panel for hospital',
    lang: 'En',
    expects: [
      'solution:solution-healthcare',
      'product:tdb-it',
      'product:tp-mt',
      'product:tt-1600b',
      'project:project-abha-hospital',
    ],
  },
  { q: 'consumer unit 12 way', lang: 'En', expects: ['product:tdb-h', 'type:distribution-boards'] },
  {
    q: 'form 4b switchboard',
    lang: 'En',
    expects: [
      'product:tp-40',
      'product:tp-mt',
      'product:tp-mc',
      'type:main-panels',
      'blog:blog-forms-of-separation',
    ],
  },
  {
    q: 'tenant submeters',
    lang: 'En',
    expects: ['product:tmb-sub', 'type:metering-panels', 'project:project-khobar-mall'],
  },
  {
    q: 'cast resin tranformer 13.8kv',
    lang: 'En',
    expects: [
      'product:ttd-r',
      'type:dry-transformers',
      'document:ttd-r-declaration-of-conformity-ar-en.pdf',
    ],
  },
  {
    q: 'TRM17',
    lang: 'En',
    expects: [
      'product:trm-f',
      'product:trm-v',
      'product:trm-a',
      'type:ring-main-units',
      'news:news-trm17-dry-air',
    ],
  },
  {
    q: 'sf6 free rmu',
    lang: 'En',
    expects: ['product:trm-v', 'news:news-trm17-dry-air', 'type:ring-main-units'],
  },
  // English: cables
  {
    q: 'swa cable 4 core',
    lang: 'En',
    expects: [
      'product:tcx-a-4c',
      'type:power-cables',
      'document:tcx-a-4c-declaration-of-conformity-ar-en.pdf',
    ],
  },
  { q: 'lszh single core wire', lang: 'En', expects: ['product:tcw-z', 'type:building-wires'] },
  { q: 'perforated cabel tray', lang: 'En', expects: ['product:tct-p', 'type:cable-management'] },
  // English: lighting
  {
    q: 'highbay 150w',
    lang: 'En',
    expects: ['product:tl-h150', 'product:tl-ht150', 'type:high-bay'],
  },
  {
    q: 'TLS150',
    lang: 'En',
    expects: [
      'product:tl-s150',
      'product:tl-s150-twin',
      'document:tl-s150-declaration-of-conformity-ar-en.pdf',
    ],
  },
  { q: 'exit signs', lang: 'En', expects: ['product:tl-e3x', 'type:emergency-lighting'] },
  {
    q: 'colour changing facade lights',
    lang: 'En',
    expects: ['product:tl-f60c', 'type:floodlights', 'type:outdoor-lighting'],
  },
  // English: solar, charging, backup
  {
    q: 'tsi110t',
    lang: 'En',
    expects: ['product:tsi-110t', 'document:tsi-110t-instructions-en.pdf'],
  },
  {
    q: 'home battery for villa solar',
    lang: 'En',
    expects: ['product:tsb-hv', 'product:tsb-5r', 'type:battery-storage', 'product:tsi-12h'],
  },
  {
    q: 'CCS2 charger 120kw',
    lang: 'En',
    expects: ['product:tev-d120', 'type:dc-chargers'],
  },
  { q: 'ats 250a', lang: 'En', expects: ['product:tt-250', 'type:generators-ats'] },
  {
    q: 'how to size ups for server room',
    lang: 'En',
    expects: ['blog:blog-ups-sizing-data-rooms', 'type:ups', 'product:tu-40'],
  },
  // English: services, projects, news, blog, pages; one Arabic word typed on an English page
  {
    q: 'thermal imaging inspection',
    lang: 'En',
    expects: [
      'service:service-thermography',
      'blog:blog-thermographic-inspection',
      'type:test-instruments',
    ],
  },
  { q: 'emergency call out at night', lang: 'En', expects: ['service:service-emergency-response'] },
  { q: 'old mosque rewiring', lang: 'En', expects: ['project:project-hofuf-mosque'] },
  {
    q: 'data center dammam',
    lang: 'En',
    expects: [
      'project:project-dammam-data-centre',
      'news:news-dammam-data-centre-handover',
      'solution:solution-data-centres',
    ],
  },
  {
    q: 'type a or type b rcd difference',
    lang: 'En',
    expects: ['blog:blog-rcd-types', 'type:rccb'],
  },
  {
    q: 'iso 9001 certificate',
    lang: 'En',
    expects: ['page:/about#about-quality', 'news:news-iso-renewal-2024'],
  },
  {
    q: 'مولد كهرباء',
    lang: 'En',
    expects: ['type:generators-ats', 'product:tg-110', 'product:tg-1100'],
  },
]
