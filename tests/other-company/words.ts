/** The words of a made-up company: it sells pumps and treats water in Oman. Each in Arabic and English. */
export type Words = readonly [ar: string, en: string]

/** Its name as the content API sends it; the brand's own is a little different. */
export const company: { title: Words; subTitle: Words } = {
  title: ['فلج لصناعات المياه', 'Falaj Water Industries'],
  subTitle: [
    'نصنع المضخات ومحطات المعالجة في مسقط، ونوصل الماء النقي إلى البيوت والمزارع والفنادق من صحار إلى صلالة.',
    'From our workshop in Muscat we build pumps and treatment plants, and bring clean water to homes, farms and hotels from Sohar to Salalah.',
  ],
}

interface Place {
  name: Words
  address: Words
  latitude: number
  longitude: number
}

/** Two of them are in the same city. */
export const places: Place[] = [
  {
    name: ['مسقط', 'Muscat'],
    address: ['شارع السلطان قابوس، الخوير، مسقط', 'Sultan Qaboos Street, Al Khuwair, Muscat'],
    latitude: 23.5945,
    longitude: 58.4262,
  },
  {
    name: ['صحار', 'Sohar'],
    address: ['شارع الميناء، صحار', 'Harbour Street, Sohar'],
    latitude: 24.3474,
    longitude: 56.7091,
  },
  {
    name: ['صلالة', 'Salalah'],
    address: ['شارع الرباط، عوقد، صلالة', 'Al Robat Street, Awqad, Salalah'],
    latitude: 17.0194,
    longitude: 54.0651,
  },
  {
    name: ['مدينة السلطان قابوس', 'Madinat Al Sultan Qaboos'],
    address: ['شارع الإنشراح، مدينة السلطان قابوس، مسقط', 'Al Inshirah Street, Muscat'],
    latitude: 23.6009,
    longitude: 58.4511,
  },
  {
    name: ['نزوى', 'Nizwa'],
    address: ['شارع السوق، نزوى', 'Souq Street, Nizwa'],
    latitude: 22.9333,
    longitude: 57.5301,
  },
  {
    name: ['صور', 'Sur'],
    address: ['طريق العيجة، صور', 'Al Ayjah Road, Sur'],
    latitude: 22.5667,
    longitude: 59.5289,
  },
  {
    name: ['الدقم', 'Duqm'],
    address: ['المنطقة الاقتصادية، الدقم', 'Economic Zone, Duqm'],
    latitude: 19.6614,
    longitude: 57.7039,
  },
]

/** What it sells: the name of a type of products, and of one product. */
export const families: { all: Words; one: Words }[] = [
  { all: ['مضخات تعزيز', 'Booster pumps'], one: ['مضخة تعزيز', 'Booster pump'] },
  { all: ['مضخات غاطسة', 'Submersible pumps'], one: ['مضخة غاطسة', 'Submersible pump'] },
  { all: ['مضخات نزح', 'Drainage pumps'], one: ['مضخة نزح', 'Drainage pump'] },
  { all: ['مضخات حقن', 'Dosing pumps'], one: ['مضخة حقن', 'Dosing pump'] },
  { all: ['مضخات حريق', 'Fire pumps'], one: ['مضخة حريق', 'Fire pump'] },
  { all: ['مضخات دوران', 'Circulators'], one: ['مضخة دوران', 'Circulator'] },
  { all: ['مرشحات رملية', 'Sand filters'], one: ['مرشح رملي', 'Sand filter'] },
  { all: ['مرشحات خرطوشية', 'Cartridge filters'], one: ['مرشح خرطوشي', 'Cartridge filter'] },
  { all: ['أجهزة تيسير', 'Water softeners'], one: ['جهاز تيسير', 'Water softener'] },
  { all: ['وحدات تناضح عكسي', 'Membrane units'], one: ['وحدة تناضح عكسي', 'Membrane unit'] },
  { all: ['أجهزة تعقيم', 'Sterilisers'], one: ['جهاز تعقيم', 'Steriliser'] },
  { all: ['أوعية ضغط', 'Pressure vessels'], one: ['وعاء ضغط', 'Pressure vessel'] },
]

/** Whom a type of products is for. */
export const users: Words[] = [
  ['للمباني', 'for buildings'],
  ['للمزارع', 'for farms'],
  ['للفنادق', 'for hotels'],
]

/** What a product is like: added to its title until that is as long as in the sample. */
export const features: Words[] = [
  ['بسرعة متغيّرة', 'with variable speed'],
  ['من الفولاذ المقاوم للصدأ', 'in stainless steel'],
  ['حتى 16 bar', 'up to 16 bar'],
  ['مع لوحة تحكم', 'with a control unit'],
  ['للمياه الساخنة', 'for hot water'],
  ['DN 80', 'DN 80'],
  ['للتركيب الخارجي', 'for outdoor use'],
  ['مع خزان سعته 200 L', 'with a tank of 200 L'],
]

/** The same for a headline. */
export const circumstances: Words[] = [
  ['قبل الصيف', 'before the summer'],
  ['على الطريق الساحلي', 'on the coast road'],
  ['بعد سنتين من التخطيط', 'after two years of planning'],
  ['للمزارع والقرى', 'for farms and villages'],
  ['وما تعلّمناه في الطريق', 'and what we learned on the way'],
]

/** Headlines by content type; {n} counts. */
export const headlines: Record<string, Words[]> = {
  News: [
    ['المحطة {n} في صحار تضخ أول مياهها', 'Station {n} in Sohar delivers its first water'],
    ['يوم الورشة {n}: متدربون يجمّعون مضخة', 'Workshop day {n}: apprentices build a pump'],
    ['دفعة الأغشية {n} تصل إلى صلالة', 'Membrane delivery {n} reaches Salalah'],
    ['البئر {n} في نزوى تعود إلى العمل', 'Well {n} in Nizwa is back in use'],
  ],
  Blog: [
    ['مذكّرة {n}: قراءة منحنى المضخة', 'Note {n}: reading a pump curve'],
    ['مذكّرة {n}: متى يُعدّ الماء عسرًا', 'Note {n}: how hard is hard water?'],
    ['مذكّرة {n}: غسل المرشح الرملي', 'Note {n}: washing a sand filter'],
  ],
  Projects: [
    ['المحطة {n}: مياه شرب لقرية قرب عبري', 'Plant {n}: drinking water for a village near Ibri'],
    ['الخط {n}: ري بساتين النخيل في نزوى', 'Line {n}: irrigation of palm gardens in Nizwa'],
    ['المأخذ {n}: ماء البحر لمزرعة أسماك في صور', 'Intake {n}: sea water for a fish farm in Sur'],
  ],
}

/** All titles of other content types, in the sample's order. */
export const titles: Record<string, Words[]> = {
  HomeSlider: [
    ['ماء نقي من أي بئر', 'Clean water from any well'],
    ['مضخة تعمل بصمت', 'A pump that nobody hears'],
    ['نخيل لا يعطش', 'Palms that never go thirsty'],
    ['البحر يصل إلى الصنبور', 'The sea comes to the tap'],
    ['قطع الغيار على الرف', 'Spare parts on the shelf'],
  ],
  About: [
    ['فلج في سطور', 'Falaj in a few lines'],
    ['كيف تُصنع المضخة', 'How a pump is made'],
    ['مختبر المياه', 'The water laboratory'],
    ['الورشة وأهلها', 'The workshop and its people'],
  ],
  Sustainability: [
    ['كل قطرة مرتين', 'Every drop, twice'],
    ['طاقة أقل لكل متر مكعب', 'Less energy for a cubic metre'],
    ['المحلول الملحي والبحر', 'Brine and the sea'],
    ['إصلاح قبل استبدال', 'Repair comes before replacement'],
  ],
  WorkFields: [
    ['البيوت والأبراج السكنية', 'Homes and apartment houses'],
    ['الزراعة والري', 'Farming and irrigation'],
    ['الفنادق', 'Hotels and resorts'],
    ['مصانع الأغذية', 'Food and drink'],
    ['البلديات والقرى', 'Towns, villages and councils'],
    ['الموانئ والسفن', 'Harbours and ships'],
  ],
  CompanyGoals: [
    ['فاقد لا يزيد على العُشر', 'No more than a tenth is lost'],
    ['نصف الضخ من الشمس', 'Half of the pumping is done by the sun'],
    ['زيارة خلال يوم واحد', 'A fitter on site within a day'],
    ['فنّيّون من كل ولاية', 'Fitters from every district'],
    ['محلول ملحي أقل', 'Less brine from every litre'],
  ],
  Services: [
    ['تحليل المياه', 'Water analysis'],
    ['حفر الآبار', 'Well drilling'],
    ['تثبيت المضخات في الموقع', 'Fitting on site'],
    ['غسل الأغشية', 'Membrane cleaning'],
    ['تأجير المضخات', 'Pump hire'],
    ['كشف التسرّب', 'Leak detection'],
    ['تنظيف الخزانات', 'Tank cleaning'],
    ['دروس للحرّاس', 'Lessons for caretakers'],
    ['إصلاح عاجل في يوم واحد', 'Repairs within one day'],
  ],
  Solutions: [
    ['مياه الفنادق والمنتجعات', 'Water for beach hotels'],
    ['المزارع والبساتين', 'Farms and palm gardens'],
    ['ماء للأبراج السكنية', 'Water for tall apartment houses'],
    ['ضخ بالشمس', 'Pumping by the sun'],
    ['مزارع الأسماك', 'Fish farms'],
    ['القرى الجبلية: ماء وخزانات وخطوط', 'Mountain villages: wells, tanks and pipelines'],
    ['تحلية على ظهر السفن', 'Desalination on board ships'],
    ['إعادة استعمال المياه', 'Using water again'],
  ],
  ProductsCateBackground: [
    ['غرفة مضخات', 'A pump room'],
    ['محطة تحلية على الساحل', 'A coastal treatment plant'],
  ],
  ProductsCategory: [
    ['المضخات', 'Pumps and pump sets'],
    ['الترشيح', 'Filtration'],
    ['التحلية والأغشية', 'Desalination and membranes'],
    ['التيسير والتبادل الأيوني', 'Softening and ion exchange'],
    ['التعقيم وحقن الكلور', 'Disinfection and chlorine dosing'],
    ['الخزانات', 'Tanks'],
    ['الأنابيب ووصلاتها', 'Pipes and fittings'],
    ['شبكات الري', 'Irrigation'],
    ['أجهزة القياس', 'Meters and sensors'],
    ['قطع الغيار', 'Spare parts'],
  ],
}

/** The first section about the company. */
export const opening: { subTitle: Words; text: Words } = {
  subTitle: [
    'ورشة مضخات فتحها أخوان في مطرح عام 1999',
    'A pump workshop that two brothers opened in Muttrah in 1999',
  ],
  text: [
    'أصلح سالم وحمد أول مضخة لجارهما صاحب النخل، ثم جاء الجيران واحدًا بعد آخر. واليوم نصنع مضخاتنا ونبني محطات الترشيح والتحلية، وما زال باب الورشة مفتوحًا لمن يحمل مضخة معطلة تحت ذراعه.',
    'Salim and Hamad mended the first pump for a neighbour with a palm garden, and one by one the other neighbours came. Today we make pumps of our own and build filter and desalination plants, and the workshop door is still open to anyone with a broken pump under one arm.',
  ],
}

export const datasheet: Words = ['ورقة بيانات المضخة', 'Pump data sheet']

/** The names of measured values, and where or when they are measured. */
export const quantities: Words[] = [
  ['التدفق', 'Flow'],
  ['الرفع', 'Head'],
  ['ضغط المدخل', 'Inlet pressure'],
  ['السرعة', 'Speed'],
  ['الكفاءة', 'Efficiency'],
  ['حرارة الماء', 'Water temperature'],
  ['الكتلة', 'Weight'],
  ['مستوى الضجيج', 'Noise level'],
  ['وصلة السحب', 'Suction connection'],
  ['وصلة الطرد', 'Delivery connection'],
  ['الملوحة', 'Salinity'],
  ['نسبة الاسترداد', 'Recovery'],
  ['مساحة الترشيح', 'Filter area'],
  ['حجم الحبيبات', 'Grain size'],
  ['سعة الخزان', 'Tank volume'],
  ['مادة الجسم', 'Casing'],
  ['مانع التسرّب', 'Seal'],
  ['قطر الدفّاعة', 'Impeller diameter'],
  ['عدد المراحل', 'Stages'],
  ['مدة الصيانة', 'Service interval'],
  ['جرعة الكلور', 'Chlorine dose'],
  ['العكارة', 'Turbidity'],
  ['عمق البئر', 'Depth of the well'],
  ['عمر الغشاء', 'Membrane life'],
]

export const conditions: Words[] = [
  ['', ''],
  ['عند التشغيل', 'in operation'],
  ['صيفًا', 'in summer'],
  ['شتاءً', 'in winter'],
  ['عند البدء', 'at the start'],
  ['لكل مرحلة', 'per stage'],
  ['عند الحمل الكامل', 'at full load'],
  ['عند نصف الحمل', 'at half load'],
  ['بعد الغسل', 'after washing'],
  ['قبل الغسل', 'before washing'],
  ['في ماء البحر', 'in sea water'],
  ['في الماء العذب', 'in fresh water'],
  ['عند أدنى مستوى', 'at the lowest level'],
  ['عند أعلى مستوى', 'at the highest level'],
  ['مع خزان', 'with a tank'],
  ['بلا خزان', 'without a tank'],
  ['ليلًا', 'at night'],
  ['نهارًا', 'by day'],
  ['في الأسبوع', 'per week'],
  ['في السنة', 'per year'],
  ['بعد المرشح', 'after the filter'],
  ['قبل المرشح', 'before the filter'],
  ['حسب الطلب', 'to order'],
  ['لكل وحدة', 'per unit'],
]

/** Values in words. */
export const values: Words[] = [
  ['برونز', 'Bronze'],
  ['DN 50', 'DN 50'],
  ['حديد مطاوع', 'Ductile iron'],
  ['فولاذ مقاوم للصدأ 316L', 'Stainless steel 316L'],
  ['سيراميك وكربون', 'Ceramic and carbon'],
  ['PN 16، وPN 25 عند الطلب', 'PN 16; PN 25 to order'],
  ['بوليإيثيلين عالي الكثافة، أسود', 'High-density polyethylene, black'],
  ['ماء عذب أو ماء بحر مرشّح حتى 45 °C', 'Fresh water, or filtered sea water up to 45 °C'],
]

/** The units of other values. */
export const units: Words[] = [
  ['م³', 'm³'],
  ['bar', 'bar'],
  ['L/s', 'L/s'],
]

export const atMost: Words = ['حتى', 'up to']

export const target: Words = ['المستهدف', 'Target']

/** Words for headings, cells and links. */
export const phrases: Words[] = [
  ['pH', 'pH'],
  ['UV', 'UV'],
  ['ملح', 'Salt'],
  ['تدفق', 'Flow'],
  ['رفع', 'Head'],
  ['مدخل', 'Inlet'],
  ['مخرج', 'Outlet'],
  ['الآبار', 'Wells'],
  ['الغسل', 'Washing'],
  ['ماء خام', 'Raw water'],
  ['ماء نقي', 'Clean water'],
  ['ماء البحر', 'Sea water'],
  ['مياه رمادية', 'Grey water'],
  ['خزانات المنازل', 'House tanks'],
  ['كيف نقيسه', 'How we measure it'],
  ['قبل المرشح', 'Before the filter'],
  ['التدفق صباحًا', 'Flow in the morning'],
  ['الضغط عند السطح', 'Pressure at the roof'],
  ['بساتين النخيل', 'Palm gardens'],
  ['متى يُغسل الرمل', 'When to wash the sand'],
  ['ما يحتاج إليه في الموقع', 'What it needs on site'],
  ['من البئر إلى الصنبور', 'From the well to the tap'],
  ['أجزاء محفوظة على الرف', 'Parts kept on the shelf'],
  ['مياه الشرب للقرى الجبلية', 'Drinking water for villages'],
  ['أبراج التبريد والغلايات', 'Cooling towers and boilers'],
  ['تسليم مع سجل كامل بالقراءات', 'Handed over with a full log of readings'],
]

/** Sentences for texts of any length. In place of {n} comes a number of the text that they replace. */
export const sentences: Words[] = [
  ['تُختبر المضخة بالماء قبل أن تغادر الورشة.', 'The pump is tested with water before it leaves.'],
  [
    'تعطي {n} m³/h، وصوتها خافت يسمح بوضعها خلف جدار غرفة نوم.',
    'It delivers {n} m³/h and is quiet enough to stand beside a bedroom wall.',
  ],
  [
    'أرسل إلينا عيّنة من الماء نُجبك بتحليلها وبمقترح لمعالجتها.',
    'Send us a sample of the water and we will answer with an analysis and a proposal.',
  ],
  [
    'جسمها من البرونز المصبوب ولا يصدأ في الهواء المالح.',
    'The casing is cast bronze and does not rust in salty air.',
  ],
  [
    'إذا زادت الملوحة على {n} mg/L صار تشغيل الغشاء أقل تكلفة من تشغيل الراتنج.',
    'Above a salinity of {n} mg/L a membrane costs less to run than a resin.',
  ],
  [
    'يدور كل عمود على محملين، ويُبدَّل كلاهما دون فك الأنابيب.',
    'Every shaft runs in two bearings, and both can be changed without removing the pipes.',
  ],
  [
    'ماء الخزان العلوي دافئ صيفًا، فتزداد معه جرعة الكلور.',
    'In summer the water in the roof tank is warm, so the dose of chlorine has to rise.',
  ],
  [
    'يكفي ضغط {n} bar عند آخر صنبور للاستحمام، ولا يُجهد الأنابيب.',
    'A pressure of {n} bar at the last tap is enough for a shower and spares the pipes.',
  ],
  [
    'كانت أفلاج القرى الجبلية تجري بالانحدار وحده، وما زلنا نبدأ كل مخطط بميل الأرض.',
    'The old channels of the mountain villages ran by gravity alone; we still begin every drawing with the slope of the land.',
  ],
  [
    'يُغسل رمل المرشح مرة في الأسبوع، بتدفق عكسي مدته {n} min.',
    'The sand in the filter is washed once a week, in reverse flow, for {n} min.',
  ],
  ['تتقاسم مضختان العمل، وتنتظر ثالثة.', 'Two pumps share the work and a third one waits.'],
  ['يظهر التسرّب أولًا في قراءة الليل.', 'Leaks show first in the night reading.'],
  [
    'نحتفظ بالأجزاء المستهلكة على الرف عشر سنوات بعد بيع آخر مضخة من كل سلسلة.',
    'We keep the wearing parts on the shelf for ten years after the last pump of a series was sold.',
  ],
  [
    'البئر التي تعطي {n} L/s في الربيع قد تعطي نصفها في الخريف.',
    'A well that gives {n} L/s in spring may give half as much in autumn.',
  ],
  [
    'يُمرّر الغشاء الماء، ويحجز الملح والطمي ومعظم الجراثيم.',
    'The membrane lets water through and holds back salt, silt and almost all germs.',
  ],
  [
    'تُلصق الوصلات حيث يبقى الأنبوب باردًا، وتُلحم حيث يسخن.',
    'Fittings are glued where the pipe stays cold and welded where it does not.',
  ],
  [
    'لا يدخل أحد الخزان لتنظيفه: عرض الفتحة {n} mm، وأرضه مائلة نحو المصرف.',
    'Nobody has to enter the tank for cleaning: the hatch is {n} mm wide and the floor slopes to the drain.',
  ],
  ['عوّامة تخبر مضخة البئر متى تتوقف.', 'A float tells the well pump when to stop.'],
  [
    'الماء شديد اليسر يذيب معدن الأنابيب، فنعيد إليه جزءًا من الماء الخام.',
    'Water that is too soft takes metal from the pipes; we mix a part of the raw stream back in.',
  ],
  [
    'وما ترفضه المحطة يسقي النخيل خلفها.',
    'What the plant rejects still waters the palms behind it.',
  ],
  [
    'أُخذت قراءة {n} NTU بعد ليلة ماطرة، قبل غسل المرشح.',
    'The reading of {n} NTU was taken after a night of rain, before the filter was washed.',
  ],
  [
    'يشرح الفني للحارس طريقة تنفيس الخط، ويعلّق له رسمًا على الجدار.',
    'Our fitter shows the caretaker how to bleed the line, and leaves a drawing on the wall.',
  ],
  ['تزن {n} kg وتمر من أي باب.', 'It weighs {n} kg and passes through any door.'],
  [
    'بين المضخة والعدّاد محبس واحد، وهو مفتوح دائمًا.',
    'Between the pump and the meter there is one valve, and it is always open.',
  ],
  ['تشرب المزرعة {n} ML في السنة.', 'The farm drinks {n} ML a year.'],
  [
    'نتفقّد محطات الجنوب كلها قبل موسم الخريف.',
    'Before the khareef we look over every station in the south.',
  ],
  ['لا تتجاوز حرارة المحرّك {n} °C.', 'The motor stays below {n} °C.'],
  [
    'ينظّف الغواصون مصافي المأخذ عند الميناء كل شهرين، حين يبلغ الجزر أدناه.',
    'Divers clean the intake screens at the harbour every second month, when the tide is lowest.',
  ],
  ['كل لفة من المقبض تساوي {n} L/h.', 'One turn of the dial is {n} L/h.'],
]
