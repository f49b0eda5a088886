/** Goods of the trade that a company may not sell: what names them is no name of others, as a light switch is no breaker. */
export const otherGoods = `
mpcb = motor protection circuit breaker = قاطع حماية محرك
fuse = منصهر = فيوز = مصهر = فيوزات
motor = محرك = موتور = ماطور = مطور
socket = outlet = power outlet = مخرج قوى = مخرج كهرباء = نقطة قوى = مقبس = فيش = بلك = بريزة = بريز = فريز
capacitor = مكثف = كباستر = كابستور
server = سيرفر = خادم
pump = مضخة = طرمبة = دينمو ماء = غطاس = مضخة غاطسة = submersible pump
fan = مروحة
air conditioner = split ac = ac split = window ac = air conditioning = ac unit = hvac = مكيف = تكييف = مكيف سبليت
ahu = air handling unit = وحدة مناولة هواء
water heater = سخان = سخان ماء
motion sensor = presence sensor = presence detector = occupancy sensor = مستشعر حركة = مستشعر حضور = حساس حركة = سنسور حركة = كاشف حركة
sensor = مستشعر = حساس = سنسور
timer = time switch = astronomical clock = مؤقت = تايمر
thermostat = منظم حرارة = ثرموستات
clamp meter = كماشة تيار = كماشة قياس = كلامب ميتر = كلامبميتر
insulation tester = megger = insulation resistance = جهاز اختبار العزل = جهاز فحص العزل = ميجر = مقاومة العزل
multimeter = avometer = ملتيميتر = ملتي ميتر = افوميتر = اجهزة القياس المتعدد
light switch = lighting switch = wall switch = gang switch = مفتاح انارة = مفتاح اضاءة = مفتاح نور = مفتاح لمبة = مفتاح ليت = سويتش انارة = سويتش اضاءة = سويتش نور = مفتاح جداري
photocell = photo cell = فوتوسيل = خلية ضوئية; dimmer = dimmer switch = ديمر; bell switch = مفتاح جرس; limit switch = micro switch = ليمت سويتش = ليمت سوتش = مفتاح نهاية شوط = ميكرو سويتش
float switch = level switch = فلوت سويتش = عوامة; pressure switch = بريشر سويتش = مفتاح ضغط; flow switch = فلو سويتش
push button = ضاغط = زر ضاغط = كبسة = بوش بوتون; selector switch = cam switch = مفتاح اختيار = سلكتور; pilot lamp = indicator lamp = signal lamp = لمبة بيان = لمبة اشارة
ceiling fan = مروحة سقف; exhaust fan = ventilation fan = extractor fan = مروحة شفط = شفاط; proximity switch = proximity sensor = حساس تقاربي
network switch = ethernet switch = poe switch = سويتش شبكة = سويتش نت; cctv = camera = كاميرا = كاميرات مراقبة; intercom = انتركم
data cable = network cable = lan cable = cat6 = cat6a = cat5e = utp = utp cable = cat6 cable = cat6a cable = كيبل نت = كيبل شبكة = كيبل داتا; fibre cable = fibre optic cable = كيبل فايبر; hdmi cable = كيبل hdmi; coaxial cable = كيبل محوري
smoke detector = كاشف دخان; heat detector = كاشف حرارة; fire alarm panel = facp = fire alarm control panel = لوحة انذار = لوحة انذار حريق; sounder = bell = جرس = جرس حريق
telephone socket = telephone outlet = مخرج تلفون = فيش تلفون; data outlet = data socket = مخرج داتا; tv outlet = tv socket = مخرج تلفزيون
cable lug = lug = كوس = ترمله; cable tie = رباط كيبل = حزام كيبل; heat shrink = هيت شرنك; insulating tape = insulation tape = pvc tape = electrical tape = شريط لاصق = شطرطون; terminal block = ترمنال; mc4 = mc4 connector = pv connector = solar connector = كونكتور شمسي; pv cable = solar cable = dc solar cable = كيبل شمسي = كيبل الواح شمسية
energy meter = kwh meter = kilowatt hour meter = electricity meter = electric meter = عداد كهرباء = عداد طاقة = عداد كيلوواط ساعة
light bulb = led bulb = bulb = e27 = e14 = b22 = gu10 = لمبة ليد صغيرة; led tube = tube light = fluorescent tube = لمبة نيون; track light = track spot = كشاف تراك = سبوت تراك
lamp holder = دواية = ماسك لمبة; ballast = بلاست = ترانس لمبة; led driver = ترانس ليد; led strip = شريط ليد; chandelier = ثريا = نجفة
junction box = علبة توصيل = علبة تفريع = بوكس تفريع; back box = switch box = علبة مفتاح; floor box = علبة ارضية; extension cord = توصيلة = مشترك كهرباء; plug = plug top = بلق
car battery = بطارية سيارة; alkaline battery = aa battery = حجر بطارية; phone charger = usb charger = mobile charger = شاحن جوال; stabilizer = voltage stabilizer = ستبلايزر = منظم جهد
cement = اسمنت; sand = رمل; gypsum board = gypsum = جبس = لوح جبس; brick = طوب = بلوك; tile = بلاط = سيراميك; paint = دهان = بويه; rebar = steel rebar = حديد تسليح; door = باب; window = شباك
water pipe = upvc pipe = ppr pipe = ماسورة مياه = مواسير مياه; drainage pipe = ماسورة صرف = مواسير صرف; steel pipe = ماسورة حديد; valve = gate valve = محبس = بلف; water tank = خزان ماء = خزان مياه
fire extinguisher = طفاية = طفاية حريق; sprinkler = رشاش حريق; step ladder = aluminium ladder = سلم المنيوم; white board = سبورة; projector screen = شاشة عرض; elevator = lift = مصعد
barbed wire = سلك شائك; welding wire = سلك لحام; welding cable = كيبل لحام; refrigerator = fridge = ثلاجة; washing machine = غسالة; hand dryer = نشاف ايدي; oven = فرن
`.replaceAll('; ', '\n')

/**
 * The trade vocabulary. Phrases are folded and stemmed like all text, so one form of each word
 * suffices.
 *
 * `a = b = c`: each matches the others. `a > b, c`: a question for a also matches b and c, but not
 * vice versa.
 */
export const synonyms = `${otherGoods.trim()}
mcb = miniature circuit breaker = قاطع مصغر = قاطع الدائرة المصغرة = بريكر صغير
mccb = moulded case circuit breaker = moulded case breaker = قاطع مقولب = قاطع علبة مصبوبة = بريكر كومباكت
acb = air circuit breaker = air breaker = قاطع هوائي = بريكر هوائي
vcb = vacuum circuit breaker = vacuum breaker = قاطع تفريغي = قاطع مفرغ
rccb = residual current circuit breaker = قاطع التيار المتبقي
rcd = elcb = gfci = residual current device = earth leakage breaker = earth leakage = قاطع التيار المتبقي = تيار متبقي = قاطع تسرب ارضي = قاطع تسرب = قاطع تسريب = قاطع تسريب ارضي = تسريب ارضي = تسرب ارضي = حماية تسرب = قاطع تفاضلي = مفتاح تفاضلي = مفتاح تسرب ارضي = مفتاح تسرب = مفتاح تسريب = تفاضلي = ايرث ليكج = ارث ليكج = بريكر ايرث ليكج = بريكر ارث ليكج = سكينة ايرث ليكج = سكينة ارث ليكج = قاطع ارضي
rcbo = قاطع مصغر مع حماية من التيار المتبقي = قاطع تسرب مدمج
rcd > rccb, rcbo
spd = surge protective device = surge protection device = surge arrester = surge arrestor = surge protector = surge protection = lightning arrester = lightning arrestor = مانع صواعق = مانعة صواعق = سيرج اريستر = سيرج بروتكتور = سيرج بروتكشن = سيرج ارستر = حماية من الجهود العابرة = حماية من الصواعق = سيرج = زيادة الجهد = ارتفاع الجهد = overvoltage protection
lightning rod = lightning conductor = air terminal = قضيب حماية من الصواعق = قضيب صواعق = لاقط صواعق
مانعة صواعق > lightning rod
breaker = circuit breaker = disjoncteur = ديجونكتير = ديجنكتور = breker = brekar = braker = qate3 = qat3 = kate3 = qatea = قاطع = بريكر = بريكير = قاطع لوحي = قاطع دائرة = قاطع دارة = قاطع كهربائي = قاطع الي = مفتاح اوتوماتيك
قاطع > mcb, mccb, acb, vcb, rccb, rcd
contactor = kontaktor = كونتاكتور = كنتاكتور = كونتكتور = كنتكتور = مفتاح تلامس = تلامس
overload relay = thermal overload = overload = اوفرلود ريلاي = ريلاي اوفرلود = اوفر لود ريلاي = ريليه اوفرلود = اوفرلود = اوفر لود = مرحل حمل زائد = مرحل الحمل الزائد الحراري
relay = مرحل = ريلاي = ريليه
shunt trip = shunt release = shunt coil = ملف فصل = ملف الفصل = شنت تريب
vfd = vsd = variable speed drive = variable frequency drive = frequency converter = frequency inverter = ac drive = adjustable speed drive = drive = مغير سرعة = مغير تردد = محول تردد = انفرتر محرك = انفرتر ماطور = انفرتر موتور = درايف
soft starter = soft start = سوفت ستارتر = سوفت ستارت = بادئ ناعم = بادئ حركة ناعم
star delta = wye delta = ستار دلتا = نجمة مثلث = نجمة دلتا
dol = direct on line = direct online = بادئ مباشر = بدء مباشر
انفرتر > vfd
starter = بادئ = ستارتر = بادئ حركة
mcc = motor control centre = لوحة تحكم في المحركات = لوحة تحكم محركات = لوحة ماكينات
distribution board = db = final distribution board = panelboard = mcb box = mcb board = breaker box = بوكس قواطع = صندوق قواطع = لوحة توزيع = طبلون = تابلوه = طبلون كهرباء = طبلون توزيع = لوحة كهرباء
consumer unit = home board = لوحة منزلية = طبلون بيت = طبلون شقة = طبلون فيلا = لوحة شقة = لوحة فيلا
mdb = msb = main distribution board = main switchboard = main panel = main distribution panel = main board = لوحة رئيسية = طبلون رئيسي = لوحة توزيع رئيسية = لوحة عمومية
smdb = sub main distribution board = sub distribution board = لوحة فرعية = طبلون فرعي
panel = board = لوحة = طبلون = لوحة كهربائية
switchboard = switchgear = لوحة رئيسية
enclosure = cabinet = electrical box = خزانة = كبينة = بوكس = علبة لوحة
stainless steel = ss316 = 316l = فولاذ مقاوم للصدا = ستانلس ستيل = ستانلس = استانلس = ستينلس ستيل
galvanised = gi = مجلفن
busbar trunking = busway = bus duct = busduct = bus bar trunking = مجرى قضبان = مجاري قضبان التوزيع = باص دكت = بص دكت = باسدكت = باصدكت
busbar = bus bar = قضيب توزيع = بسبار = باص بار = بص بار = باسبار = بارات نحاس
meter = عداد = ميتر
meter box = metering panel = صندوق عداد = لوحة قياس = علبة عداد = طبلون عداد
submeter = sub meter = sub metering = عداد فرعي = قياس داخلي
current transformer = ct = محول تيار
transformer = trafo = mohawel = mo7awel = محول = ترانس = ترانسفورمر = محول كهربائي = محولة
oil transformer = oil immersed transformer = oil filled transformer = oil type transformer = محول زيتي = محول مغمور بالزيت = ترانس زيت
dry transformer = dry type transformer = cast resin transformer = محول جاف = محول مصبوب بالراتنج = ترانس جاف
pole transformer = pole mounted transformer = محول عمود = محول عامود = محول هوائي
isolation transformer = isolating transformer = محول عزل
rmu = ring main unit = ring main = وحدة ربط حلقي = وحدة الربط الحلقية = رنج مين = لوحة حلقية
substation = package substation = compact substation = kiosk = محطة تحويل = محطة تحويل مدمجة = كشك كهرباء = كشك محول
switchgear = metal clad = لوحة جهد متوسط = خلايا جهد متوسط
mv = medium voltage = mid voltage = جهد متوسط
hv = high voltage = جهد عالي = ضغط عالي
lv = low voltage = جهد منخفض = ضغط منخفض
cable = kabl = كيبال = كابل = كيبل = كبل = كوابل
wire = سلك = واير
armoured = swa = steel wire armoured = مسلح = مدرع
unarmoured = non armoured = not armoured = غير مسلح = بدون تسليح = مو مسلح = مش مسلح
underground cable = kabl = كيبال = كابل ارضي = كيبل ارضي
underground cable > armoured
flexible = مرن = فليكسبل
copper = cu = نحاس = نحاسي
aluminium = المنيوم = الومنيوم = المونيوم
fire resistant = fire rated = fire resisting = fireproof = مقاوم للحريق = ضد الحريق = مقاوم للنار
halogen free = lszh = ls0h = lsoh = lsf = zero halogen = low smoke = خال من الهالوجين = خالي من الهالوجين
shielded = screened = محجب = شيلد
cable tray = حامل كابلات = كيبل تري = تراي = كيبل تراي = صواني كابلات
cable ladder = ladder = سلم كابلات = لادر
conduit = pipe = ماسورة = مواسير تمديد = كوندويت = بايب = خرطوم كهرباء
gland = cable gland = جلاند = جلند = غلاند = جلاند كابلات
earth rod = ground rod = earthing road = ارتينج رود = ارثينج رود = ايرثينج رود = ارث رود = ايرث رود = قضيب ارضي = قضبان تاريض = earthing rod = earth electrode = قضيب تاريض = اسياخ تاريض = سيخ تاريض = سيخ ارضي = سيخ = الكترود تاريض
earthing = grounding = earth = تاريض = ارضي = ايرث
lighting = light = luminaire = lamp = light fitting = light fixture = انارة = اضاءة = لمبة = مصباح = وحدة انارة = كشاف = ليت
led = ليد = ال اي دي
bulb = led tube = track light > lighting
led panel = panel light = بانل = بانل لايت = لوح ليد = بانل ليد = لمبة ليد مكتب
floodlight = flood light = فلود لايت = فلودلايت = كشاف غامر = بروجكتور = بروجكتر = كشاف ملعب
sports lighting = stadium = football = sports floodlight = ملعب = كشاف ملاعب = انارة ملاعب = استاد
street light = road light = كشاف شوارع = كشاف طرق = انارة شوارع = انارة طرق = عمود انارة شوارع
lighting column = lighting pole = light pole = عمود انارة = عامود انارة
high bay = highbay = هاي باي = اسقف عالية = كشاف مستودع = انارة مستودع = انارة هنجر
warehouse = hangar = مستودع = مخزن = هنجر
warehouse > high bay
downlight = spot light = spotlight = سبوت لايت = داون لايت = وحدة غائرة = سبوت
emergency light = emergency luminaire = انارة طوارئ = وحدة طوارئ = كشاف طوارئ
exit sign = exit light = لافتة مخرج = مخرج طوارئ = لوحة مخرج = علامة خروج
bollard = garden light = عمود حدائق = انارة حدائق = بولارد
wall light = wall pack = وحدة جدارية = ابليك = كشاف جداري
facade = واجهة
solar panel = solar module = pv module = photovoltaic panel = pv panel = لوح شمسي = خلية شمسية = وحدة شمسية
pv = photovoltaic = solar = شمسي = طاقة شمسية = سولار
inverter = عاكس = انفرتر = انفيرتر = محول شمسي
solar inverter = pv inverter = عاكس شمسي = انفرتر شمسي
hybrid = هجين = هايبرد
bifacial = ثنائي الوجه
battery = بطارية = باتري
storage = bess = energy storage = تخزين
home battery = بطارية منزلية
combiner box = صندوق تجميع = كومباينر
ev charger = car charger = electric vehicle charger = electric car charger = evse = charging station = شاحن سيارة كهربائية = شاحن سيارة = شاحن مركبات = شاحن كهربائي = محطة شحن = شاحن تسلا
wallbox = wall charger = home charger = شاحن جداري = شاحن منزلي = شاحن حائط
rapid charger = fast charger = quick charger = شاحن سريع
dc charger = شاحن التيار المستمر
charger = charging = شاحن = شحن
ev charger > wallbox, rapid charger, شاحن
ev = electric vehicle = electric car = مركبة كهربائية = سيارة كهربائية
dc = direct current = تيار مستمر = دي سي
ac = alternating current = تيار متردد
ups = uninterruptible power supply = uninterrupted power supply = battery backup = يو بي اس = يوبي اس = نظام تغذية غير منقطعة = تغذية غير منقطعة = تغذية لا منقطعة = مزود طاقة لا ينقطع
generator = genset = mowaled = مولدة = gen set = diesel generator = مولد = مولد ديزل = جنريتر = جنريتور = مولد كهرباء = ماطور كهرباء = جينيريتور
ats = automatic transfer switch = changeover switch = transfer switch = change over = مفتاح تحويل تلقائي = تحويل تلقائي = مفتاح تحويل = ايه تي اس = اي تي اس
isolator = disconnector = switch disconnector = فاصل = ايزوليتر = سكين
switch = مفتاح = سويتش
مفتاح > breaker
power factor correction = power factor = pfc = apfc = تحسين معامل القدرة = معامل القدرة = باور فاكتور
harmonics = harmonic = توافقيات = هارمونيك
selectivity = discrimination = coordination = انتقائية = تمييز
short circuit = fault current = قصر = شورت = تيار قصر = شورت سيركت
thermography = thermal imaging = thermal inspection = thermographic inspection = infrared inspection = infrared = تصوير حراري = فحص حراري = كاميرا حرارية
maintenance = servicing = صيانة
maintenance contract = service contract = amc = عقد صيانة
installation = تركيب
design = تصميم
testing = test = اختبار = فحص
commissioning = تشغيل
energy audit = تدقيق الطاقة
training = course = تدريب = دورة
emergency response = call out = callout = emergency service = خدمة طوارئ = استجابة للطوارئ = طوارئ كهرباء
24 hour = round the clock = على مدار الساعة = 24 ساعة = at night
data centre = server room = data room = datacentre = مركز بيانات = غرفة سيرفر = غرفة خوادم = داتا سنتر = غرفة بيانات
hospital = healthcare = health facility = clinic = medical = مستشفى = منشاة صحية = طبي = مشفى
mosque = مسجد = جامع
school = مدرسة
university = campus = جامعة = حرم جامعي
hotel = فندق
factory = plant = مصنع = industrial
tower = high rise = برج = مبنى عالي
apartment = flat = شقة
villa = house = home = فيلا = بيت = منزل = سكن
villa > consumer unit
cable > wire
distribution board > consumer unit
farm = مزرعة = زراعي
mall = shopping centre = مول = مركز تجاري = سوق
airport = مطار
port = quay = ميناء = رصيف
stadium = ملعب
road = street = طريق = شارع
rewiring = electrical renewal = renewal = تجديد = اعادة تاهيل
old = historic = قديم = تاريخي
branch = showroom = فرع = معرض = فرعكم = فروعكم
opening hours = working hours = business hours = work hours = opening time = closing time = اوقات العمل = مواعيد العمل = ساعات العمل = دوام = دوامكم = اوقات الدوام = ساعات الدوام
contact = contact us = phone = phone number = telephone = اتصل = اتصال = تواصل = رقم الهاتف = رقم التواصل = ارقام التواصل = ارقام الاتصال = تلفون = هاتف = جوال = رقم = customer service = خدمة العملاء
contact > branch
address = location = map = عنوان = موقع = لوكيشن = خريطة
address > branch
opening hours > branch
open = closed = close = hours = مفتوح = فاتح = مغلق = مقفل = يفتح = تفتح = يقفل = تقفل = يغلق = تغلق = يداوم = تداوم = weekend = الويكند > branch
vat = vat number = tax number = tax id = tax registration = رقم ضريبي = ضريبة القيمة المضافة = تسجيل ضريبي
commercial registration = commercial register = cr number = trade licence = سجل تجاري
certificate = certification = شهادة
datasheet = data sheet = technical sheet = brochure = pdf = نشرة بيانات = نشرة فنية = صحيفة بيانات = داتا شيت = داتاشيت = نشرة = كتالوج = بروشور = catalogue = catalog
manual = user guide = instructions = دليل = تعليمات
drawing = رسم = مخطط
price = quotation = quote = سعر = عرض سعر
career = vacancy = وظيفة = وظائف = توظيف
sustainability = استدامة
withdrawable = drawout = draw out = قابل للسحب = سحاب
motorised = motor operated = motor operator = electrically operated = مشغل كهربائي = موتورايز
neutral = محايد = نيوترال
earth fault = عطل ارضي
single pole = 1 pole = one pole = احادي القطب = قطب واحد = بول واحد = سنجل بول = سينجل بول = سنجل = سينجل = سنقل = سينقل
two pole = 2 pole = تو بول = double pole = dp = ثنائي القطب = ثنائي الاقطاب = دبل بول
three pole = 3 pole = ثري بول = تري بول = triple pole = tp = ثلاثي الاقطاب = ثلاثي القطب = ثلاثة اقطاب = ثلاثه بول
four pole = 4 pole = فور بول = tpn = رباعي الاقطاب = رباعي القطب = اربعة اقطاب = اربعة بول
single phase = 1 phase = one phase = سنقل فاز = سنقل فيز = احادي الطور = احادي الفاز = فاز واحد = سنجل فاز
three phase = 3 phase = ثلاثي الاطوار = ثلاثي الطور = ثلاثي الفاز = ثلاثة فاز = ثري فاز = تلاته فاز
three phase > three pole, four pole
احادي > single pole, single core, single phase
مفرد > single pole, single core
ثنائي = مزدوج = دبل > two pole, two core
ثلاثي = تربل = تريبل > three pole, three core, three phase
رباعي > four pole, four core
single core = 1 core = قلب واحد
two core = 2 core = twin core = ثنائي القلب
three core = 3 core = ثلاثي القلوب = ثلاثة قلوب
four core = 4 core = 4c = رباعي القلوب = اربعة قلوب = اربعه قلب
twin arm = double arm = مزدوج الذراع = ذراعين = دبل ذراع
outdoor = خارجي = weatherproof
indoor = داخلي
wireless = لاسلكي
smart = ذكي = سمارت
knx = كي ان اكس
energy saving = energy efficiency = توفير الطاقة = كفاءة الطاقة = توفير الكهرباء
sizing = size = حساب = اختيار = تحديد قدرة
difference = types = فرق = انواع
dubai = دبي
riyadh = الرياض
jeddah = jedda = جدة
dammam = الدمام
makkah = mecca = مكة
madinah = medina = المدينة المنورة
khobar = الخبر
tabuk = تبوك
abha = ابها
buraydah = buraidah = بريدة
sf6 free = without sf6 = dry air = بلا غاز sf6 = هواء جاف
wall = جداري = حائط
recycling = recycle = reuse = waste = تدوير = اعادة تدوير = مخلفات
iso = ايزو
history = about us = who we are = تاريخ الشركة = نبذة = من نحن
safety = hse = سلامة = امان
quality = جودة
goal = target = هدف = رؤية
scholarship = منحة
exhibition = trade fair = معرض
soundproof = canopied = canopy = silent = sound attenuated = عازل للصوت = كاتم صوت = كاتم للصوت = صامت
suspended = pendant = معلق = تعليق
clean room = cleanroom = غرفة نظيفة
operating theatre = operating room = theatre = غرفة عمليات
lithium = lfp = lifepo4 = ليثيوم
cartridge = خرطوشة
bus coupler = tie breaker = bus tie = رابط قضبان = كبلر = باص كوبلر = بص كوبلر
trip unit = release = وحدة فصل
electronic = الكتروني
pillar = feeder pillar = خزانة ارصفة = بيلر
container = حاوية = كونتينر
roof = rooftop = سطح
steel = فولاذ = حديد = ستيل
brass = نحاس اصفر
pvc = بي في سي = بلاستيك
grp = fibreglass = glass reinforced polyester = فايبر جلاس = فايبرجلاس = بوليستر مسلح بالالياف
rgb = rgbw = colour changing = ملون
waterproof = watertight = sealed = ضد الماء = مقاوم للماء = محكم
control = تحكم = كنترول
control cable = kabl = كيبال = كابل تحكم = كابل كنترول
instrumentation = instrument = اجهزة قياس
recessed = غائر = مخفي
mounting = mounting structure = هيكل تثبيت = شاسيه = قاعدة تثبيت
parking = car park = موقف سيارات = مواقف
loss = مفاقيد = فقد
noise = ضجيج = ضوضاء
heavy duty = احمال ثقيلة
water = مياه = ماء
dates = تمور
ring road = طريق دائري
runway = مدرج
glare = ابهار
heat = hot = حرارة = حر
dust = غبار
building = مبنى = عمارة
isolated = isolation = عزل = معزول
bypass = تجاوز = باي باس
modular = معياري = مودولار
automatic = auto = تلقائي = اوتوماتيك
manual operation = يدوي
thermal = حراري = ثيرمل
magnetic = مغناطيسي
spare part = replacement = قطع غيار = بديل
accessory = accessories = ملحقات = اكسسوارات
load break switch = switch fuse = lbs = مفتاح ومنصهرات
vacuum = تفريغي = فاكيوم
electricity = electric = electrical = power = كهرباء = كهربائي = كهربا
`

/** Inflected forms of one word per line: the first form is the stem of all. */
export const wordForms = `
قاطع قواطع
سعر اسعار
تدريب تدريبي تدريبية تدريبات
دورة دورات
وظيفة وظائف
مستشعر مستشعرات
ماء مياه
رقم ارقام
كابل كوابل كبل كبول
لوح الواح
سلك اسلاك
عاكس عواكس
مقبس مقابس
مفتاح مفاتيح
مصباح مصابيح
محول محولات
فاصل فواصل
خزانة خزائن خزانات
قضيب قضبان
مجرى مجاري
حامل حوامل
سلم سلالم
بادئ بوادئ بادئات
شاحن شواحن
عمود اعمدة عواميد عامود
ماسورة مواسير
صندوق صناديق
جهاز اجهزة
نظام انظمة نظم
قطب اقطاب
طور اطوار
قلب قلوب
فرع فروع
حل حلول
خدمة خدمات
مشروع مشاريع مشروعات
خبر اخبار
مستشفى مستشفيات
مسجد مساجد
جامع جوامع
مصنع مصانع
مدرسة مدارس
فندق فنادق
برج ابراج
منزل منازل
بيت بيوت
شقة شقق
فيلا فلل فيلات
مزرعة مزارع
مستودع مستودعات
مخزن مخازن
ملعب ملاعب
مبنى مباني
طريق طرق
شارع شوارع
حديقة حدائق
واجهة واجهات
صاعقة صواعق
جهد جهود
حمل احمال
منحنى منحنيات
محرك محركات
مضخة مضخات
عقد عقود
سقف اسقف سقوف
سطح اسطح
شمس شموس
شمسي شمسية
كهرباء كهربا
طارئ طوارئ طوارى
خلية خلايا
شهادة شهادات
مقطع مقاطع
حجم احجام
نوع انواع
شكل اشكال
مركز مراكز
ساعة ساعات
وقت اوقات
موعد مواعيد
فرن افران
عامل عاملون عمال
هدف اهداف
ذراع اذرع
رف رفوف
درج ادراج
غرفة غرف
دكت دكتات
طبلون طبلونات طبالين
aluminium aluminum
armoured armored
unarmoured unarmored
moulded molded
centre center centres centers
metre meter metres meters
fibre fiber
catalogue catalog
analyse analyze
datacentre datacenter
grey gray
programme program
cancelled canceled
modelling modeling
arrester arrestor
insulate insulated insulation
install installation installed
harmonic harmonics
charger chargers
`

/**
 * Units: base unit in the index, factor to the base unit, names. A name on two lines means both
 * units. Names of several words are written as one.
 */
export const units = `
a 1 a amp amps ampere amperes amper ampers ambeer امبير امبيرات امبير أمب
a 0.001 ma milliamp milliamps milliampere ملليامبير مليامبير ميليامبير ملي مللي ميلي مليامب م.أ
a 1000 ka kiloampere كيلوامبير كا كيلو
v 1 v volt volts vac vdc فولت فولط فلت
v 1000 kv kilovolt kilovolts كيلوفولت كف
w 1 w watt watts wp واط وات
w 1000 kw kwp kilowatt kilowatts كيلوواط كيلووات كيلواط كيلوات كو كيلو
w 1000000 mw mwp megawatt megawatts ميجاواط ميغاواط ميجاوات ميغاوات
va 1 va فولتامبير
va 1000 kva كيلوفولتامبير كفا كيفا كيفياي كيفيايه كيفيه كيفي كيلو
va 1000000 mva ميجافولتامبير ميغافولتامبير مفا
var 1 var فار
var 1000 kvar kilovar كيلوفار كفار
wh 1 wh واطساعه
wh 1000 kwh كيلوواطساعه كيلوواتساعه كوس
wh 1000000 mwh ميجاواطساعه ميغاواطساعه
ah 1 ah امبيرساعه
hz 1 hz hertz هرتز هيرتز
mm2 1 mm2 mm sqmm mm² مم2 ملي مللي ميلي ملم2 ممم مممربع ملممربع مليمترمربع مم ملم sqmmm
mm 1 mm millimetre millimeter مم ملم ملي مللي ميلي مليمتر مليمترات
mm 10 cm سم سنتيمتر
mm 1000 m metre meter metres meters متر امتار م
lm 1 lm lumen lumens لومن
k 1 k kelvin كلفن
lux 1 lux lx لكس
kg 1 kg kgs kilogram كجم كيلوجرام كيلوغرام
hp 1 hp حصان
bar 1 bar بار
c 1 c celsius مئويه درجهمئويه
deg 1 deg degree degrees درجه درجات
pole 1 p pole poles قطب اقطاب بول
phase 1 ph phase phases طور اطوار فاز فازات فيز فيزات
core 1 core cores قلب قلوب كور
way 1 way ways خط خطوط مخرج مخارج
port 1 port ports منفذ منافذ
hour 1 h hr hrs hour hours ساعه ساعات
s 0.001 ms msec millisecond milliseconds ملليثانيه مليثانيه ميليثانيه ملليثوان مليثوان
`

/** Abbreviations of the trade: a short word that is an edit away from one of them may be misspelt. */
export const abbreviations = `mcb mccb acb vcb rccb rcd elcb gfci rcbo spd vfd vsd dol mcc mdb msb smdb rmu ups ats pfc apfc
swa lszh lsoh bess evse`

/** Words that name each kind, which the items' texts lack. */
export const kindWords = {
  product: '',
  type: '',
  solution: 'solution حل',
  project: 'project reference مشروع اعمال',
  service: 'service خدمة',
  news: 'news خبر',
  blog: 'blog article guide مقال مدونة دليل شرح',
  document: 'document pdf file download ملف تحميل مستند وثيقة وثائق',
  page: '',
}

/** Words for a kind of document: what is documented matters more. */
export const documentWords = 'datasheet certificate manual drawing'

/** The words of these for what a site makes of each product and type. */
export const sheetWords = 'datasheet'

/** How people ask something of the company, by topic: these words say nothing about a product. */
export const topicWords = {
  prices: `
price = price list = pricelist = pricing = how much = quotation = quote = rfq = quotation list = quote list
request for quotation = quotation request
سعر = بسعر = اسعار = قائمة اسعار = قائمة سعر = ليستة اسعار = لستة اسعار = كم سعر = بكم = بكام = تسعيرة = تسعير = ثمن
عرض سعر = عرض اسعار = عروض اسعار = طلب سعر = طلب تسعير = طلب عرض سعر = طلب عرض اسعار = طلب عروض اسعار = طلب تسعيرة
`,
  enquiries: `
my enquiry = my inquiry = my quotation = my order = my request = my previous enquiry = my previous quotation
previous enquiry = previous quotation = previous order = last quotation = old quotation = order status = track order
enquiry status = enquiry reference = enquiry number = quotation number = track my order = where is my order
طلبي = طلباتي = استفساري = استفسار سابق = استفساري السابق = رقم الاستفسار
طلبي السابق = طلب سابق = رقم الطلب = رقم طلبي = رقم المرجع = حالة الطلب = حالة طلبي = متابعة الطلب
متابعة طلبي = تتبع الطلب = عرضي السابق = عرض السعر السابق = وين طلبي = اين طلبي
`,
  careers: `
job = job application = apply for job = apply for a job = career = vacancy = hiring = recruitment = send cv
وظيفة = وظائف = توظيف = شواغر = فرص عمل = فرص وظيفية = تقديم على وظيفة = تقديم وظيفة = سيرة ذاتية
`,
  complaints: `
complaint = complain = damaged = damaged goods = arrived damaged = damaged delivery = broken on arrival = returns
return goods = refund = warranty claim = wrong item = wrong items = wrong goods = wrong goods delivered = wrong delivery
faulty = defective = faulty goods = faulty delivery = missing items = missing goods = incomplete delivery = short delivery
شكوى = شكاوى = تقديم شكوى = شكوى توريد = تالف = تالفة = وصل تالف = وصلت تالفة = بضاعة تالفة = توريد تالف = مكسورة
وصل مكسور = وصلت مكسورة = معيب = معيبة = منتج معيب = بضاعة معيبة = توريد ناقص = طلب ناقص = بضاعة ناقصة = وصل ناقص
وصلت ناقصة = نقص في التوريد = وصل خطا = بضاعة خاطئة = منتج خاطئ = توريد خاطئ = ارجاع = ارجاع بضاعة = ارجاع منتج
استرجاع = مرتجع = مرتجعات = استبدال بضاعة = مطالبة ضمان
`,
  warranty: `
warranty = guarantee = warranty period = guarantee period = warranty terms = warranty conditions
ضمان = ضمانات = كفالة = مدة ضمان = مدة كفالة = فترة ضمان = شروط ضمان = ضمان المنتجات
`,
  stock: `
in stock = stock = from stock = ex stock = available = availability = available in stock
متوفر = متوفرة = متاح = موجود = موجودة = يوجد = لديكم = مخزون = في المخزون
`,
}

/** Stop words, ignored in questions of several words. */
export const stopWords = `
a an the of for in on at to and or with without by from is are do does i we my our you your need want find
show me there have what which how where when day days today now tomorrow best buy price it its this that any some
في من على الى عن مع او اي و ال هل ما هو هي هذا هذه كم كيف متى امتى اين وين ابغى ابي اريد عايز محتاج احتاج نبي عندكم عندك شركة company
لل ب ل ذات ذو بين عند يوم ايام اليوم بكرة الان مطلوب افضل احسن سعر شراء
`

/** Words of tenders that say nothing about a product: ignored in the lines of bills of quantities. */
export const tenderWords = `  supply supplying install installing installation installed fix fixing fixed furnish provide providing provision deliver
  delivery test testing tested commission commissioning connect connecting connection erect erection
  complete completely accessories accessory including include included inclusive incl etc all necessary required
  requirement needed materials material works work labour labor tools scope item items make brand equal equivalent approved
  approval approve vendor vendors list manufacturer manufactured genuine original quality site engineer
  consultant drawing drawings specification specifications specs spec standard standards shown indicated per
  according accordance conforming comply complying suitable ready new first class grade good each total nos
  توريد وتوريد تركيب وتركيب توصيل وتوصيل تشغيل وتشغيل اختبار واختبار فحص وفحص تجريب تقديم تثبيت وتثبيت تمديد وتمديد تنفيذ
  شامل شامله شاملا كامل كامله كاملا متكامل جميع كافه لوازم ملحقات ملحقاته ملحقاتها مستلزمات يلزم لازم اللازمه اكسسوارات
  حسب طبقا وفقا وفق مطابق مطابقه بموجب مواصفات مواصفه مخططات مخطط معتمد معتمده اعتماد ماركه ماركات صنع صناعه بلد منشا جوده
  درجه اولى اصلي ممتاز جديد مهندس مشرف استشاري جهه اشراف بند بنود عمل اعمال موقع ذلك كذلك غيرها خلافه نحوه`
