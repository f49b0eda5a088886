import type { Question } from './question.ts'

export const heldOut: Question[] = [
  // Arabic: protection and motor control
  {
    q: 'بريكر رئيسي ١٢٥ امبير ٤ بول',
    lang: 'Ar',
    expects: ['product:tm125-4p-c', 'product:tx250-4p', 'type:mcb'],
  },
  { q: 'قاطع تسريب 300 ملي', lang: 'Ar', expects: ['product:tr-4p-s300', 'type:rccb'] },
  {
    q: 'حماية الطاقه الشمسيه من الصواعق',
    lang: 'Ar',
    expects: [
      'product:ts-pv-1100',
      'product:tsa-sp1000',
      'type:spd',
      'type:solar-accessories',
      'blog:blog-surge-protection-gulf',
    ],
  },
  { q: 'قاطع مقولب ٦٣٠', lang: 'Ar', expects: ['product:tx630-3p-lsi', 'type:mccb'] },
  {
    q: 'كونتكتور مكثفات ٦٠ كيلو فار',
    lang: 'Ar',
    expects: ['product:tc-cap-60', 'type:contactors'],
  },
  {
    q: 'اوفرلود ماطور',
    lang: 'Ar',
    expects: ['type:overload-relays', 'product:to-38-thermal', 'product:to-265-electronic'],
  },
  {
    q: 'ستارتر مباشر لمضخة المزرعه',
    lang: 'Ar',
    expects: ['product:to-d-dol', 'type:overload-relays'],
  },
  { q: 'مغير سرعه للكسارات', lang: 'Ar', expects: ['product:tv500', 'type:variable-speed-drives'] },
  {
    q: 'تشغيل غطاس البير بالطاقة الشمسيه',
    lang: 'Ar',
    expects: ['product:tv-solar-pump', 'type:variable-speed-drives'],
  },
  {
    q: 'طقم صيانه كونتاكتور 265',
    lang: 'Ar',
    expects: ['product:tc-service-kit', 'product:tc-265', 'type:contactors'],
  },
  // Arabic: panels, transformers, medium voltage
  {
    q: 'لوحه عزل غرفة عمليات',
    lang: 'Ar',
    expects: ['product:tdb-it', 'solution:solution-healthcare'],
  },
  {
    q: 'طبلون توزيع ثري فاز ١٨ خط',
    lang: 'Ar',
    expects: ['product:tdb-t', 'product:tdb-p', 'type:distribution-boards'],
  },
  {
    q: 'عدادات ٤ شقق في صندوق واحد',
    lang: 'Ar',
    expects: ['product:tmb-4', 'type:metering-panels'],
  },
  { q: 'خزانه فايبرجلاس للشارع', lang: 'Ar', expects: ['product:te-g', 'type:enclosures'] },
  { q: 'محول ١٢ ميجا', lang: 'Ar', expects: ['product:tto-m', 'type:oil-transformers'] },
  { q: 'محول هادي للفندق', lang: 'Ar', expects: ['product:ttd-e', 'type:dry-transformers'] },
  { q: 'RMU ٣٣ كيلو فولت', lang: 'Ar', expects: ['product:trm-36', 'type:ring-main-units'] },
  {
    q: 'hkhvm p]hzr',
    lang: 'Ar',
    expects: ['type:outdoor-lighting', 'product:tl-b90', 'product:tl-bw12'],
  },
  // Arabic: cables
  {
    q: 'كيبل المنيوم ١٨٥',
    lang: 'Ar',
    expects: ['product:tcx-l-4c', 'product:tcx-m15-3c', 'type:power-cables'],
  },
  {
    q: 'كيبل شيلد لحساسات المكينه',
    lang: 'Ar',
    expects: ['product:tcc-s', 'product:tcc-i', 'type:control-cables'],
  },
  {
    q: 'مواسيربلاستيك كهرباء ٢٥ مم',
    lang: 'Ar',
    expects: ['product:tct-c', 'type:cable-management'],
  },
  {
    q: 'سلالم كوابل',
    lang: 'Ar',
    expects: [
      'product:tct-l',
      'type:cable-management',
      'document:tct-l-declaration-of-conformity-ar-en.pdf',
    ],
  },
  // Arabic: lighting
  { q: 'سبوت لايت غاطس ١٨ وات', lang: 'Ar', expects: ['product:tl-d18', 'type:indoor-lighting'] },
  {
    q: 'كشاف خارجي 50 وات للسور',
    lang: 'Ar',
    expects: ['product:tl-f50', 'product:tl-bp30', 'type:floodlights'],
  },
  {
    q: 'كشافات شوارع بالطاقه الشمسيه',
    lang: 'Ar',
    expects: ['product:tl-s40pv', 'type:street-lighting'],
  },
  { q: 'لمبة طوارى للدرج', lang: 'Ar', expects: ['product:tl-e5b', 'type:emergency-lighting'] },
  // Arabic: solar, charging, backup
  { q: 'لوح شمسي وجهين ٦٢٠ واط', lang: 'Ar', expects: ['product:tsm-620nb', 'type:solar-modules'] },
  {
    q: 'بطاريات تخزين لمصنع',
    lang: 'Ar',
    expects: [
      'product:tsb-215c',
      'product:tsb-5mc',
      'type:battery-storage',
      'solution:solution-solar',
    ],
  },
  {
    q: 'قواعد تثبيت الالواح على السطوح',
    lang: 'Ar',
    expects: ['product:tsa-fr10', 'type:solar-accessories'],
  },
  { q: 'شاحن جداري للبيت 22 كيلو', lang: 'Ar', expects: ['product:tev-w22', 'type:ac-chargers'] },
  {
    q: 'مفتاح تحويل اوتوماتيك ١٦٠٠ امبير للمستشفى',
    lang: 'Ar',
    expects: ['product:tt-1600b', 'product:tp-mt', 'type:generators-ats'],
  },
  // Arabic: services, projects, news, pages; one English word typed on an Arabic page
  { q: 'رقم فرع الدمام', lang: 'Ar', expects: ['page:/branches#branch-dammam'] },
  {
    q: 'دورات تدريب فنيين كهرباء',
    lang: 'Ar',
    expects: ['service:service-training', 'news:news-college-agreement', 'news:news-trainees-2026'],
  },
  { q: 'مصنع تمور بريده', lang: 'Ar', expects: ['project:project-buraydah-factory'] },
  {
    q: 'منح دراسيه للطلاب',
    lang: 'Ar',
    expects: ['news:news-scholarships', 'page:/sustainability#sustainability-people'],
  },
  { q: 'مقارنة عروض محولات مفاقيد', lang: 'Ar', expects: ['blog:blog-transformer-losses'] },
  {
    q: 'selectivity',
    lang: 'Ar',
    expects: ['blog:blog-breaker-selectivity', 'service:service-design-engineering'],
  },

  // English: protection and motor control
  { q: 'RCCB 63A', lang: 'En', expects: ['product:tr-2p-a30', 'product:tr-4p-s300', 'type:rccb'] },
  { q: 'tm125', lang: 'En', expects: ['product:tm125-4p-c'] },
  { q: 'ta4000 4p', lang: 'En', expects: ['product:ta4000-4p-drawout'] },
  { q: 'TX-250', lang: 'En', expects: ['product:tx250-4p'] },
  {
    q: 'bus coupler',
    lang: 'En',
    expects: ['product:ta3200-coupler', 'product:tp-mt', 'type:acb'],
  },
  {
    q: 'tc265 spec sheet',
    lang: 'En',
    expects: ['product:tc-265'],
  },
  {
    q: 'heavy duty softstarter 800 amps',
    lang: 'En',
    expects: ['product:tss-h1000', 'type:soft-starters'],
  },
  {
    q: 'electronic overload realy',
    lang: 'En',
    expects: ['product:to-265-electronic', 'type:overload-relays'],
  },
  {
    q: 'rcd socket tester',
    lang: 'En',
    expects: ['product:tr-test-plug', 'type:test-instruments'],
  },
  {
    q: 'هىرثقفثق',
    lang: 'En',
    expects: [
      'type:solar-inverters',
      'product:tsi-10t',
      'product:tsi-12h',
      'product:tsi-110t',
      'product:tsi-320u',
      'type:variable-speed-drives',
    ],
  },
  // English: panels, transformers, medium voltage
  { q: 'MCC drawers', lang: 'En', expects: ['product:tp-mc', 'type:main-panels'] },
  {
    q: 'wall mount enclosure ip66',
    lang: 'En',
    expects: ['product:te-w', 'product:te-x', 'type:enclosures'],
  },
  { q: 'ct meter panel 400A', lang: 'En', expects: ['product:tmb-ct', 'type:metering-panels'] },
  { q: 'bus duct outdoor ip68', lang: 'En', expects: ['product:tbt-c', 'type:busbar-trunking'] },
  { q: 'TMV 36', lang: 'En', expects: ['product:tmv-36'] },
  {
    q: 'replace old oil breaker with vacuum',
    lang: 'En',
    expects: ['product:tmv-vb', 'type:mv-switchgear'],
  },
  {
    q: 'k rated isolation transformer',
    lang: 'En',
    expects: ['product:ttd-k', 'type:dry-transformers'],
  },
  {
    q: 'step up transformer for pv plant',
    lang: 'En',
    expects: ['product:tto-s', 'type:oil-transformers'],
  },
  // English: cables
  {
    q: '15kv mv cable 3 core',
    lang: 'En',
    expects: ['product:tcx-m15-3c', 'type:power-cables'],
  },
  { q: 'flexible cord 3 x 1.5', lang: 'En', expects: ['product:tcw-f', 'type:building-wires'] },
  {
    q: 'unarmored copper cable 4c',
    lang: 'En',
    expects: ['product:tcx-u-4c', 'type:power-cables'],
  },
  {
    q: 'instrumentaton cable twisted pair',
    lang: 'En',
    expects: ['product:tcc-i', 'type:control-cables'],
  },
  // English: lighting
  { q: 'TLP60H', lang: 'En', expects: ['product:tl-p60h-40'] },
  {
    q: 'lights for steel mill very hot',
    lang: 'En',
    expects: ['product:tl-ht150', 'type:high-bay'],
  },
  { q: 'garden bollards', lang: 'En', expects: ['product:tl-b90', 'type:outdoor-lighting'] },
  {
    q: 'twin spot emergency light',
    lang: 'En',
    expects: ['product:tl-e20t', 'type:emergency-lighting'],
  },
  // English: solar, charging, backup
  {
    q: 'pv combiner box 16 strings',
    lang: 'En',
    expects: ['product:tsa-cb16', 'type:solar-accessories'],
  },
  {
    q: 'tsb215c',
    lang: 'En',
    expects: ['product:tsb-215c', 'document:tsb-215c-declaration-of-conformity-ar-en.pdf'],
  },
  { q: 'ev chager double socket', lang: 'En', expects: ['product:tev-p44', 'type:ac-chargers'] },
  { q: 'modular ups', lang: 'En', expects: ['product:tu-m300', 'type:ups'] },
  // English: services, projects, news, blog, pages; one Arabic word typed on an English page
  { q: 'riyadh warehouse opening hours', lang: 'En', expects: ['page:/branches#branch-riyadh'] },
  {
    q: 'energy audit',
    lang: 'En',
    expects: [
      'service:service-energy-audit',
      'news:news-factory-energy-audit',
      'solution:solution-energy-efficiency',
    ],
  },
  { q: 'makkah ring road', lang: 'En', expects: ['project:project-makkah-road-lighting'] },
  {
    q: 'rent mobile substation',
    lang: 'En',
    expects: ['news:news-mobile-substation', 'service:service-emergency-response'],
  },
  {
    q: 'capacitor bank harmonics',
    lang: 'En',
    expects: [
      'blog:blog-power-factor-and-harmonics',
      'product:tc-cap-60',
      'solution:solution-energy-efficiency',
    ],
  },
  {
    q: 'airport runway lights',
    lang: 'En',
    expects: ['project:project-hail-airport', 'solution:solution-infrastructure'],
  },
  {
    q: 'zero injury safety target',
    lang: 'En',
    expects: [
      'page:/companyGoals#goal-zero-injuries',
      'news:news-safety-hours',
      'page:/sustainability#sustainability-people',
    ],
  },
  {
    q: 'كابل تحكم',
    lang: 'En',
    expects: ['type:control-cables', 'product:tcc-n', 'product:tcc-s'],
  },
]
