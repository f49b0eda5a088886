import { expect, test } from 'vitest'
import { documentKindOf, languageOfFile, type DocumentKind } from './document-kinds.ts'

const files: [file: string, title: string, kind: DocumentKind][] = [
  ...['a.dwg', 'a.DXF', 'a.step', 'a.stp', 'a.iges', 'a.sat', 'a.STL', 'a.x_t'].map(
    (file): [string, string, DocumentKind] => [file, 'Technical datasheet', 'cad'],
  ),
  ...['a.rfa', 'a.RVT', 'a.ifc', 'a.bim'].map((file): [string, string, DocumentKind] => [
    file,
    '',
    'bim',
  ]),
  ...['a.ies', 'a.LDT', 'a.uld'].map((file): [string, string, DocumentKind] => [
    file,
    'مخطط',
    'photometry',
  ]),
  ['tm63-datasheet-en.pdf', 'Technical datasheet', 'datasheet'],
  ['tm63.pdf', 'نشرة البيانات الفنية', 'datasheet'],
  ['TM63_Data_Sheet.pdf', '', 'datasheet'],
  ['x.pdf', 'ورقة المواصفات', 'datasheet'],
  ['General-Catalogue.2024.pdf', '', 'catalogue'],
  ['x.pdf', 'كتالوج لوحات التوزيع', 'catalogue'],
  ['x.pdf', 'دليل المنتجات', 'catalogue'],
  ['x.pdf', 'Brochure', 'catalogue'],
  ['x.pdf', 'Installation and operating instructions', 'manual'],
  ['x.pdf', 'دليل التركيب والتشغيل', 'manual'],
  ['x.pdf', 'تعليمات التركيب والتشغيل', 'manual'],
  ['step-by-step.pdf', 'Step by step guide', 'manual'],
  ['x.pdf', 'Declaration of conformity', 'certificate'],
  ['x.pdf', 'شهادة المطابقة', 'certificate'],
  ['x.pdf', 'إقرار المطابقة', 'certificate'],
  ['x.pdf', 'Type test report', 'certificate'],
  ['x.pdf', 'Dimension drawing', 'cad'],
  ['x.pdf', 'مخطط التوصيل', 'cad'],
  ['all_dwg.zip', '', 'cad'],
  ['all.zip', 'BIM objects', 'bim'],
  ['all.zip', 'IES files', 'photometry'],
  ['all.zip', 'ملفات التوزيع الضوئي', 'photometry'],
  // Optical cables and their frames are no lights.
  ['x.pdf', 'كابل ألياف ضوئية', 'other'],
  ['x.pdf', 'إطار توزيع ضوئي', 'other'],
  // The title counts more than the name, and the name more than its folder.
  ['catalogs/TM63-manual.pdf', 'شهادة', 'certificate'],
  ['catalogs/TM63-manual.pdf', '', 'manual'],
  ['شهادات/TM63.pdf', 'TM63', 'certificate'],
  ['x.pdf', 'الكتالوج الرسمي', 'catalogue'],
  ['noname', '', 'other'],
  ['a.pdf', 'constructor', 'other'],
]

test.each(files)('F55: %s with the title %j is of the kind %s', (file, title, kind) => {
  expect(documentKindOf(file, title)).toBe(kind)
})

test.each([
  ['tm63-instructions-en.pdf', '', 'En'],
  ['tm63_AR.pdf', '', 'Ar'],
  ['tm63-declaration-ar-en.pdf', '', 'both'],
  ['tm63.english.arabic.pdf', '', 'both'],
  ['tm63-en.pdf', 'دليل بالعربية', 'both'],
  ['tm63-en.arj', '', 'En'],
  ['tm63-bar-pen.pdf', '', ''],
  ['tm63-ar-plan.pdf', '', ''],
] as const)('F55: %s with the title %j is in the language %j', (file, title, language) => {
  expect(languageOfFile(file, title)).toBe(language)
})
