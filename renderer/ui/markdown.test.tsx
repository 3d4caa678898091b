// Markdown of notes.
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

describe('markdown', () => {
  it('is rendered', () => {
    expect(renderMarkdown('### Orders\nof **today**').trim()).toBe('<h3>Orders</h3>\n<p>of <strong>today</strong></p>');
  });

  it('opens links in a new tab', () => {
    expect(renderMarkdown('[a](https://example.com)')).toContain(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer">',
    );
  });

  it.each([
    ['scripts', '<script>alert(1)</script>', 'script'],
    ['handlers', '<img src="x" onerror="alert(1)">', 'onerror'],
    ['URLs that run scripts', '[a](javascript:alert(1))', 'javascript:'],
    ['styles', '<div style="position:fixed">a</div><style>*{}</style>', 'style'],
    ['forms', '<form action="https://example.com"><input name="password"></form>', 'input'],
    ['pictures that the page must not load', '![Plan](http://example.com/a.png)', 'src'],
    ['frames', '<iframe src="https://example.com"></iframe>', 'iframe'],
    ['drawings with scripts', '<svg><script>alert(1)</script></svg>', 'svg'],
  ])('is rid of %s', (_, text, forbidden) => expect(renderMarkdown(text)).not.toContain(forbidden));
});

const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<p onclick=alert(1) onmouseover="alert(1)">a</p>',
  '<details open ontoggle=alert(1)>a</details>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java&#x09;script:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](vbscript:msgbox)',
  '[a](data:text/html,<script>alert(1)</script>)',
  '![a](javascript:alert(1))',
  '![a"onerror="alert(1)](https://x.test/a.png)',
  '[a](https://x.test/"onmouseover="alert(1))',
  '<a href="\u0001javascript:alert(1)">a</a>',
  '<a href="https://x.test" ping="https://leak.test">a</a>',
  '<area href="javascript:alert(1)"><map name="m"><area href="https://x.test" target="_top"></map>',
  '<svg onload=alert(1)><a href="javascript:alert(1)"><text>a</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><use href="data:image/svg+xml,<svg/>#x"/></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style>@import "https://leak.test";</style><link rel=stylesheet href="https://leak.test">',
  '<div style="background:url(https://leak.test)">a</div>',
  '<iframe src="https://x.test"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x"><applet></applet>',
  '<meta http-equiv=refresh content="0;url=https://x.test"><base href="https://x.test">',
  '<form action="https://x.test"><input name=password><button>a</button></form><isindex>',
  '<video src="https://leak.test" autoplay></video><audio src="https://leak.test"></audio>',
  '<picture><source srcset="https://leak.test/a"><img src="https://x.test/a"></picture>',
  '<table background="https://leak.test"><tr><td background="https://leak.test">a</table>',
  '<template><script>alert(1)</script></template><slot></slot><portal src=x></portal>',
  '<p id="root" name="body" class="modal">a</p><img name="getElementById"><a id="__proto__">b</a>',
  '<x-element is="x" onfocus=alert(1) tabindex=0 autofocus>a</x-element>',
  '<![CDATA[<img src=x onerror=alert(1)>]]><?php alert(1) ?><!--[if IE]><script>alert(1)</script><![endif]-->',
];

/** Returns the remaining attributes as `tag.name`; for attributes with a URL including the URL. */
function leftIn(text: string): readonly string[] {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = renderMarkdown(text);
  return [...page.body.querySelectorAll('*')].flatMap((element) => [
    element.localName,
    ...[...element.attributes].map(
      ({ name, value }) => `${element.localName}.${name}${/^(?:href|src)$/.test(name) ? `=${value.split(':')[0] ?? ''}` : ''}`,
    ),
  ]);
}

describe('hostile notes', () => {
  const elements = /^(?:p|a|img|br|div|span|table|thead|tbody|tr|td|th|details|summary|pre|code|em|strong|map|picture|ul|ol|li|h\d)$/;
  const attributes =
    /^(?:a\.(?:href=https|target|rel|title)|img\.(?:src=(?:https|x|x` `.*)|alt|title|referrerpolicy|loading|draggable)|details\.open)$/;
  it.each(hostile)('leave nothing that runs or sends requests: %s', (text) => {
    expect(leftIn(text).filter((part) => !elements.test(part) && !attributes.test(part))).toEqual([]);
  });

  it('are rendered, however deeply nested', () => {
    expect(renderMarkdown(`${'> '.repeat(20_000)}<b>a`)).toMatch(/^<p>(?:&gt; )+&lt;b&gt;a<\/p>$/);
  });
});
