// Markup reduced to allowed elements.
import { expect, it } from 'vitest';
import { safeHtml } from './html.ts';

it.each<[string, string]>([
  ['plain & "simple"\nline', 'plain &amp; &quot;simple&quot;<br>line'],
  ['<p class="a" id="b" data-x="1" style="color:red">t</p>', '<p class="a" id="b" data-x="1">t</p>'],
  [
    '<strong>a</strong><b>b</b><code>c</code><i>d</i><em>e</em><small>f</small><br/>',
    '<strong>a</strong><b>b</b><code>c</code><i>d</i><em>e</em><small>f</small><br>',
  ],
  ['<h1>Title</h1><div><u>x</u></div>', 'Titlex'],
  [
    '<a href="https://x.test/?a=1&b=2" target="_blank" onclick="x">l</a>',
    '<a href="https://x.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">l</a>',
  ],
  [
    '<a href=" JaVaScRiPt:alert(1)">l</a><a href="data:text/html,x">m</a><a href="java\nscript:x">n</a>',
    '<a rel="noopener noreferrer">l</a><a rel="noopener noreferrer">m</a><a rel="noopener noreferrer">n</a>',
  ],
  [
    '<a href="mailto:a@b.c">l</a><a href="/x">m</a><a href="page.html">n</a>',
    '<a href="mailto:a@b.c" rel="noopener noreferrer">l</a><a href="/x" rel="noopener noreferrer">m</a><a href="page.html" rel="noopener noreferrer">n</a>',
  ],
  ['<img src="https://x.test/a.png" alt="&quot;" onerror="x">', '<img src="https://x.test/a.png" alt="&quot;">'],
  ['<img src="http://x.test/a.png"><img src="data:image/png;base64,x"><img>', ''],
  ['<script>alert(1)</script><style>*{}</style><iframe srcdoc="x">y</iframe><svg onload=x><a>z</a></svg>', ''],
  ['<form action="https://evil.test"><input name="a"><button>b</button></form>', 'b'],
  ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
  ['<b>open', '<b>open</b>'],
  ['<!-- c --><b x="<script>">1 < 2</b>', '<b>1 &lt; 2</b>'],
])('%j', async (markup, expected) => expect(await safeHtml(markup)).toBe(expected));
