/** Rich text as programs write it: which one, its HTML, and what a page has of it. */
export const pastedSamples: readonly { from: string; html: string; page: string }[] = [
  {
    from: 'Word: paragraphs with no-break spaces between all words',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0in} --></style><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head><body lang=EN-US><!--StartFragment--><p class=MsoNormal dir=RTL style='text-align:right;direction:rtl'><span lang=AR-SA style='font-family:"Simplified Arabic",serif'>مولد&nbsp;كهربائي&nbsp;بقدرة&nbsp;400&nbsp;kVA&nbsp;وتيار&nbsp;٢٥٠&nbsp;أمبير&nbsp;في&nbsp;عام&nbsp;2026&nbsp;للمصانع.<o:p></o:p></span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> and <st1:place w:st="on">Riyadh</st1:place></p><!--EndFragment--></body></html>`,
    page: `<p dir="rtl">مولد كهربائي بقدرة 400\u00a0kVA وتيار ٢٥٠\u00a0أمبير في عام 2026 للمصانع.</p><p><b>Bold</b> and Riyadh</p>`,
  },
  {
    from: 'Word: lists with markers of its own',
    html: `<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span style='font:7.0pt'>&nbsp;&nbsp; </span></span><![endif]>Inner</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>Last</p><p class=MsoNormal>Then</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.<span>&nbsp;&nbsp;</span></span>Three</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>4.<span>&nbsp;&nbsp;</span></span>Four</p><p class=MsoListParagraph style='mso-list:l2 level1 lfo3'><span style='mso-list:Ignore'>iv)<span>&nbsp;&nbsp;</span></span>Roman</p>`,
    page: `<ul><li>First<ul><li>Inner</li></ul></li><li>Last</li></ul><p>Then</p><ol start="3"><li>Three</li><li>Four</li></ol><ol start="4" type="i"><li>Roman</li></ol>`,
  },
  {
    from: 'Word, saved as filtered HTML: markers as text',
    html: `<p class=MsoListParagraph style='text-indent:-18.0pt'>a)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span>Alpha</p><p class=MsoListParagraph style='text-indent:-18.0pt'>b)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span>Beta</p><p class=MsoListParagraph dir=RTL>أ-<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span>بند</p><p class=MsoListParagraph>1.2<span style='font:7.0pt'>&nbsp;&nbsp; </span>Clause</p>`,
    page: `<ol type="a"><li>Alpha</li><li>Beta</li></ol><p dir="rtl">أ- بند</p><p>1.2 Clause</p>`,
  },
  {
    from: 'Word: footnotes',
    html: `<p class=MsoNormal>Text<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span>[1]</span><![endif]></span></span></a>.</p><div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="file:///C:/Users/x/AppData/clip.htm#_ftnref1" name="_ftn1"><span>[1]</span></a> A note.</p></div></div>`,
    page: `<p>Text<a id="text-_ftnref1" href="#text-_ftn1">[1]</a>.</p><hr /><p><a id="text-_ftn1" href="#text-_ftnref1">[1]</a> A note.</p>`,
  },
  {
    from: 'Word: a table with merged cells and a repeated header row',
    html: `<table class=MsoTableGrid border=1 cellspacing=0><thead><tr><td width=100 colspan=2><p class=MsoNormal><b>Model<o:p></o:p></b></p></td><td><p class=MsoNormal><b>kVA</b></p></td></tr></thead><tr><td rowspan=2 valign=top><p class=MsoNormal>A</p></td><td><p class=MsoNormal>A1</p></td><td><p class=MsoNormal>400</p><p class=MsoNormal>prime</p></td></tr><tr><td><p class=MsoNormal>A2</p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr></table>`,
    page: `<table><thead><tr><th colspan="2"><b>Model</b></th><th><b>kVA</b></th></tr></thead><tbody><tr><td rowspan="2">A</td><td>A1</td><td><p>400</p><p>prime</p></td></tr><tr><td>A2</td><td></td></tr></tbody></table>`,
  },
  {
    from: 'Word: links to its own files and pictures from its clipboard',
    html: `<p class=MsoNormal>See <a href="file:///C:/Users/x/specs.docx">the specs</a> <img width=100 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image001.emz" v:shapes="Picture_1"><v:shape id="x"><v:imagedata src="file:///C:/x.png"/></v:shape> here</p>`,
    page: `<p>See the specs here</p>`,
  },
  {
    from: 'Outlook: a reply',
    html: `<div class="x_WordSection1"><p class="x_MsoNormal"><span style="font-size:11.0pt;color:black">Dear all,</span></p><p class="x_MsoNormal"><span>&nbsp;</span></p><ul type="disc"><li class="x_MsoListParagraph" style="margin-left:0in">Item <span style="text-decoration:line-through">old</span></li></ul><div><div>Regards</div><div>Ahmed</div></div></div>`,
    page: `<p>Dear all,</p><ul><li>Item <s>old</s></li></ul><p>Regards</p><p>Ahmed</p>`,
  },
  {
    from: 'Outlook: a layout of tables',
    html: `<table width="100%" cellpadding="0"><tbody><tr><td><table><tbody><tr><td><h1>Offer</h1><p>Text</p></td></tr></tbody></table></td></tr></tbody></table>`,
    page: `<h2>Offer</h2><p>Text</p>`,
  },
  {
    from: 'Google Docs',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6e3f"><h2 dir="rtl" style="line-height:1.38"><span style="font-size:16pt;font-weight:400">عنوان</span></h2><p dir="rtl" style="line-height:1.38"><span style="font-weight:700;font-style:normal;text-decoration:none">غامق</span><span style="font-weight:400"> عادي </span><span style="font-style:italic">مائل</span><span> </span><span style="text-decoration:line-through">محذوف</span><span style="font-size:0.6em;vertical-align:super">2</span> <a href="https://www.iec.ch/" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">IEC</span></a></p><br><ol style="margin-top:0" start="4"><li dir="rtl" style="list-style-type:lower-roman" aria-level="1"><p dir="rtl" role="presentation"><span style="font-weight:400">بند</span></p></li><ul><li aria-level="2" style="list-style-type:circle"><p role="presentation"><span>فرعي</span></p></li></ul></ol><br class="Apple-interchange-newline"></b>`,
    page: `<h2 dir="rtl">عنوان</h2><p dir="rtl"><strong>غامق</strong> عادي <em>مائل</em> <s>محذوف</s><sup>2</sup> <a href="https://www.iec.ch/" rel="noopener nofollow">IEC</a></p><ol start="4" type="i"><li dir="rtl">بند<ul><li>فرعي</li></ul></li></ol>`,
  },
  {
    from: 'Google Docs, after a filter of styles',
    html: `<b id="docs-internal-guid-6e3f"><p><span>One</span></p><p><strong>Two</strong></p></b>`,
    page: `<p>One</p><p><strong>Two</strong></p>`,
  },
  {
    from: 'Google Docs: a table',
    html: `<div dir="ltr"><table style="border:none"><colgroup><col width="301"><col width="301"></colgroup><tbody><tr style="height:0pt"><td style="vertical-align:top"><p dir="ltr"><span style="font-weight:700">Model</span></p></td><td><p dir="ltr"><span>kVA</span></p></td></tr></tbody></table></div>`,
    page: `<table><tbody><tr><td dir="ltr"><strong>Model</strong></td><td dir="ltr">kVA</td></tr></tbody></table>`,
  },
  {
    from: 'CKEditor 4',
    html: '<p>&nbsp;</p>\n\n<p><strong>Power</strong>&nbsp;is <strike>work</strike> <del>energy</del> <ins>rate</ins>, <span style="font-size:14px"><tt>P = UI</tt></span></p>\n\n<div class="youtube-embed-wrapper" style="position:relative"><iframe allowfullscreen="" src="//www.youtube.com/embed/dQw4w9WgXcQ?start=30" title="YouTube video player"></iframe></div>\n\n<table border="1" summary="s"><caption>Ratings</caption><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>\n\n<p>&nbsp;</p>\n',
    page: `<p><strong>Power</strong> is <s>work</s> <s>energy</s> <u>rate</u>, <code>P = UI</code></p><p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=30s" rel="noopener nofollow">Video</a></p><table><caption>Ratings</caption><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>`,
  },
  {
    from: 'CKEditor 4: anchors and page breaks',
    html: `<p><a href="#specs">Specs</a> <a href="#gone">Gone</a></p><div style="page-break-after:always"><span style="display:none">&nbsp;</span></div><p><a id="specs" name="specs"></a>The specs</p>`,
    page: `<p><a href="#text-specs">Specs</a> Gone</p><p><span id="text-specs"></span>The specs</p>`,
  },
  {
    from: 'CKEditor 5',
    html: `<figure class="media"><oembed url="https://www.youtube.com/watch?v=abc123"></oembed></figure><figure class="image image_resized" style="width:50%"><img style="aspect-ratio:4/3" src="https://api.example/images/post/panel.png" width="800" height="600"><figcaption>An LV panel</figcaption></figure><figure class="table"><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><figcaption>Table 1</figcaption></figure><ol style="list-style-type:upper-latin;" start="3" reversed="reversed"><li>Cee</li></ol><ul class="todo-list"><li><label class="todo-list__label"><input type="checkbox" disabled="disabled" checked="checked"><span class="todo-list__label__description">Tested</span></label></li></ul>`,
    page: `<p><a href="https://www.youtube.com/watch?v=abc123" rel="noopener nofollow">Video</a></p><figure><img src="/images/post/panel.png?w=800" alt="" loading="lazy" /><figcaption>An LV panel</figcaption></figure><figure><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><figcaption>Table 1</figcaption></figure><ol start="3" reversed type="A"><li>Cee</li></ol><ul><li>☑ Tested</li></ul>`,
  },
  {
    from: 'CKEditor 5 with previews',
    html: `<figure class="media"><div data-oembed-url="https://vimeo.com/76979871"><div style="position:relative"><iframe src="https://player.vimeo.com/video/76979871"></iframe></div></div></figure>`,
    page: `<p><a href="https://vimeo.com/76979871" rel="noopener nofollow">Video</a></p>`,
  },
  {
    from: 'TinyMCE',
    html: '<p style="direction: rtl;">نص</p>\n<p><span style="text-decoration: underline;">Under</span> <span style="text-decoration: line-through;">struck</span> <em>it</em></p>\n<p><iframe src="https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d3624!2d46.6753!3d24.7136!2m3!1f0" width="600" height="450" allowfullscreen="allowfullscreen"></iframe></p>\n<p><video controls="controls" width="300" height="150">\n<source src="https://cdn.example/tour.mp4" type="video/mp4"></video></p>\n<ol style="list-style-type: lower-alpha;">\n<li>One</li>\n<li>Two</li>\n</ol>\n<p>&nbsp;</p>',
    page: `<p dir="rtl">نص</p><p><u>Under</u> <s>struck</s> <em>it</em></p><p><a href="https://www.google.com/maps/search/?api=1&amp;query=24.7136%2C46.6753" rel="noopener nofollow">Map</a></p><p><a href="https://cdn.example/tour.mp4" rel="noopener nofollow">Video</a></p><ol type="a"><li>One</li><li>Two</li></ol>`,
  },
  {
    from: 'Quill 1',
    html: '<p>One</p><p><br></p><ul><li>A</li><li class="ql-indent-1">B</li><li class="ql-indent-2">C</li><li>D</li></ul><p class="ql-align-right ql-direction-rtl">نص <s>قديم</s></p><iframe class="ql-video" src="https://www.youtube.com/embed/dQw4w9WgXcQ?showinfo=0"></iframe><pre class="ql-syntax" spellcheck="false">a = 1\nb = 2\n</pre>',
    page: '<p>One</p><ul><li>A<ul><li>B<ul><li>C</li></ul></li></ul></li><li>D</li></ul><p dir="rtl">نص <s>قديم</s></p><p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener nofollow">Video</a></p><pre>a = 1\nb = 2</pre>',
  },
  {
    from: 'Quill 2',
    html: `<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>A</li><li data-list="bullet" class="ql-indent-1"><span class="ql-ui"></span>B</li><li data-list="ordered"><span class="ql-ui"></span>One</li><li data-list="ordered"><span class="ql-ui"></span>Two</li><li data-list="unchecked"><span class="ql-ui"></span>To do</li></ol>`,
    page: `<ul><li>A<ul><li>B</li></ul></li></ul><ol><li>One</li><li>Two</li></ol><ul><li>☐ To do</li></ul>`,
  },
  {
    from: 'WordPress blocks',
    html: '<!-- wp:paragraph -->\n<p>Text</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abcdefg"} -->\n<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=abcdefg\n</div><figcaption class="wp-element-caption">The film</figcaption></figure>\n<!-- /wp:embed -->\n\n<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link" href="/contact">Contact</a></div>\n<!-- /wp:button -->\n\n<!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link" href="/branches">Branches</a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->\n\n<!-- wp:separator -->\n<hr class="wp-block-separator"/>\n<!-- /wp:separator -->',
    page: `<p>Text</p><p><a href="https://www.youtube.com/watch?v=abcdefg" rel="noopener nofollow">Video</a></p><p>The film</p><p><a href="/contact">Contact</a></p><p><a href="/branches">Branches</a></p><hr />`,
  },
  {
    from: 'WordPress: a gallery, columns, details and a file',
    html: `<figure class="wp-block-gallery has-nested-images columns-2"><figure class="wp-block-image size-large"><img src="https://wp.example/wp-content/uploads/a.jpg" alt="A" class="wp-image-1"/><figcaption>One</figcaption></figure><figure class="wp-block-image"><img src="data:image/gif;base64,R0lGOD" data-src="https://wp.example/b.jpg" alt="B"><noscript><img src="https://wp.example/b.jpg" alt="B"></noscript></figure></figure><div class="wp-block-columns"><div class="wp-block-column"><p>Left</p></div><div class="wp-block-column">Right</div></div><details class="wp-block-details"><summary>Question?</summary><p>Answer.</p></details><div class="wp-block-file"><a href="/images/post/a.pdf">Sheet</a><a href="/images/post/b.pdf" class="wp-block-file__button" download>Download</a></div>`,
    page: `<figure><figure><img src="/images/post/a.jpg?w=800" alt="A" loading="lazy" /><figcaption>One</figcaption></figure><figure><img src="/images/post/b.jpg?w=800" alt="B" loading="lazy" /></figure></figure><p>Left</p><p>Right</p><p><strong>Question?</strong></p><p>Answer.</p><p><a href="/images/post/a.pdf">Sheet</a> <a href="/images/post/b.pdf">Download</a></p>`,
  },
  {
    from: 'WordPress, classic: lines and some tags',
    html: '<strong>Power</strong> is work.\nOver time.\n\n<h2>Facts</h2>\nFirst <em>line</em>\n\nSecond paragraph',
    page: `<p><strong>Power</strong> is work.<br />Over time.</p><h2>Facts</h2><p>First <em>line</em></p><p>Second paragraph</p>`,
  },
  {
    from: 'WordPress: symbols and icons',
    html: `<p>Ready <img src="https://s.w.org/images/core/emoji/15/svg/2705.svg" alt="✅" class="wp-smiley"> now</p><p><a href="https://facebook.com/x" aria-label="Facebook"><svg><path d="M0"/></svg></a> <a href="https://x.example/"><i class="fa fa-x"></i></a></p>`,
    page: `<p>Ready ✅ now</p><p><a href="https://facebook.com/x" rel="noopener nofollow">Facebook</a></p>`,
  },
  {
    from: 'Excel: cells',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--.xl65 {font-weight:700}--></style></head><body><table border=0 cellpadding=0><!--StartFragment--><colgroup><col width=64 span=2></colgroup><tr height=20><td height=20 class=xl65 style="font-weight:700">Model</td><td class=xl66>kVA</td></tr><tr height=20><td>A1</td><td align=right x:num>400</td></tr><!--EndFragment--></table></body></html>`,
    page: `<table><tbody><tr><td><strong>Model</strong></td><td>kVA</td></tr><tr><td>A1</td><td>400</td></tr></tbody></table>`,
  },
  {
    from: 'Excel: cells cut out of their table',
    html: `<col width=64 span=2><tr height=20><td height=20>Model</td><td>kVA</td></tr><tr height=20><td>A1</td><td>400</td></tr>`,
    page: `<table><tbody><tr><td>Model</td><td>kVA</td></tr><tr><td>A1</td><td>400</td></tr></tbody></table>`,
  },
  {
    from: 'Excel: cells in a plain field',
    html: 'Model\tkVA\r\nA1\t400\r\nA2\t500\r\n',
    page: `<table><tbody><tr><td>Model</td><td>kVA</td></tr><tr><td>A1</td><td>400</td></tr><tr><td>A2</td><td>500</td></tr></tbody></table>`,
  },
  {
    from: 'a plain field: bullets',
    html: 'مقدمة\r\n• بند أول\r\n• بند ثان',
    page: `<p>مقدمة</p><ul><li>بند أول</li><li>بند ثان</li></ul>`,
  },
  {
    from: 'a plain field: numbers',
    html: 'Steps:\n3. Open\n4. Close\n\nخطوات:\n١- الأول\n٢- الثاني\n\nDone - 5 kV',
    page: `<p>Steps:</p><ol start="3"><li>Open</li><li>Close</li></ol><p>خطوات:</p><ol><li>الأول</li><li>الثاني</li></ol><p>Done - 5 kV</p>`,
  },
  {
    from: 'a plain field: paragraphs, lines and entities',
    html: 'R&amp;D, 5 &lt; 6\nsecond line\n\nnew paragraph\n- 5 °C to + 40 °C\n\nAhmed <ahmed@company.example>\nhttps://www.youtube.com/watch?v=abcdefg',
    page: `<p>R&amp;D, 5 &lt; 6<br />second line</p><p>new paragraph<br />- 5 °C to + 40 °C</p><p>Ahmed <a href="mailto:ahmed@company.example">ahmed@company.example</a><br /><a href="https://www.youtube.com/watch?v=abcdefg" rel="noopener nofollow">Video</a></p>`,
  },
  {
    from: 'a plain field with <br> for its lines',
    html: 'مقدمة<br />\r\n- بند أول<br />\r\n- بند ثان<br />\r\n<br />\r\nنهاية',
    page: `<p>مقدمة</p><ul><li>بند أول</li><li>بند ثان</li></ul><p>نهاية</p>`,
  },
  {
    from: 'a browser’s own editor: divs',
    html: `<div>مولد كهربائي</div><div>محول جاف</div><div><br></div><div><b>Bold</b></div>`,
    page: `<p>مولد كهربائي</p><p>محول جاف</p><p><b>Bold</b></p>`,
  },
  {
    from: 'a page builder: nested blocks',
    html: `<section><header><h5>Small</h5></header><main><div>One<div>Two</div>Three</div><address>Riyadh</address><center>Middle</center></main></section><form><fieldset><legend>Legend</legend>Field <input name=x><button>Go</button></fieldset></form>`,
    page: `<h4>Small</h4><p>One</p><p>Two</p><p>Three</p><p>Riyadh</p><p>Middle</p><p>Legend</p><p>Field Go</p>`,
  },
  {
    from: 'parts of a table without one',
    html: `<p>x</p><td>A</td><td>B</td><tr><td>C</td></tr>`,
    page: `<p>x</p><p>A</p><p>B</p><p>C</p>`,
  },
  {
    from: 'a card: a link around blocks',
    html: `<a href="/services"><div><h3>Service</h3><p>Text</p></div></a>`,
    page: `<h3><a href="/services">Service</a></h3><p><a href="/services">Text</a></p>`,
  },
  {
    from: 'formatting around blocks',
    html: `<p>x</p><i><div>A</div><div>B</div></i><h2>H<div>I</div></h2>`,
    page: `<p>x</p><p><i>A</i></p><p><i>B</i></p><h2>H<br />I</h2>`,
  },
  {
    from: 'a text all in bold',
    html: `<div style="font-weight:bold"><p>One</p><p>Two</p></div>`,
    page: `<p>One</p><p>Two</p>`,
  },
  {
    from: 'numbers of lists',
    html: `<ol start="5"><li>Five</li><li value="9">Nine</li><li value="x">Ten</li></ol><ol type="a" start="1"><li>a</li></ol><ol reversed start="x"><li>x</li></ol><ol type="disc" start="99999999"><li>y</li></ol>`,
    page: `<ol start="5"><li>Five</li><li value="9">Nine</li><li>Ten</li></ol><ol type="a"><li>a</li></ol><ol reversed><li>x</li></ol><ol><li>y</li></ol>`,
  },
  {
    from: 'what cannot be shown',
    html: `<p>x</p><iframe srcdoc="<p>y</p>"></iframe><object data="data:text/html,x"></object><img src="data:image/png;base64,AAAA"><figure><iframe></iframe></figure><audio></audio><select><option>z</option></select>`,
    page: `<p>x</p>`,
  },
  {
    from: 'a figure with nothing but a caption',
    html: `<figure><figcaption>Only <b>this</b></figcaption></figure>`,
    page: `<p>Only <b>this</b></p>`,
  },
  {
    from: 'media of other kinds',
    html: `<audio controls src="https://cdn.example/talk.mp3"></audio><iframe src="https://docs.google.com/gview?url=https%3A%2F%2Fcdn.example%2Fa.pdf&embedded=true"></iframe><embed src="https://cdn.example/a.pdf" type="application/pdf"><iframe src="https://forms.example/f/1" title="Survey"></iframe><iframe src="https://maps.google.com/maps?q=Riyadh&output=embed"></iframe>`,
    page: `<p><a href="https://cdn.example/talk.mp3" rel="noopener nofollow">Audio</a></p><p><a href="https://cdn.example/a.pdf" rel="noopener nofollow">Document</a></p><p><a href="https://cdn.example/a.pdf" rel="noopener nofollow">Document</a></p><p><a href="https://forms.example/f/1" rel="noopener nofollow">Survey</a></p><p><a href="https://www.google.com/maps/search/?api=1&amp;query=Riyadh" rel="noopener nofollow">Map</a></p>`,
  },
]
