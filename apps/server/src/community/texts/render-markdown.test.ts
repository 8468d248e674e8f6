import { textLimits } from '@commons/contract/texts';
import { describe, expect, test } from 'vitest';
import { assertRenderable, renderMarkdown } from './render-markdown.ts';

const render = (markdown: string): string => renderMarkdown(markdown, { product: 'The *Garden* <b>' }).trim();

/** The only elements and attributes that a text can contain. */
const allowedTag =
  /<\/?(?:p|h[234]|ul|ol(?: start="\d+")?|li|blockquote|strong|em|del|br|hr|pre|code|table|thead|tbody|tr|t[hd](?: align="(?:left|right|center)")?|a(?: href="(?:https?:|mailto:|\/(?!\/))[^"<>]*"(?: rel="noreferrer external")?)?)>/g;

const attacks: readonly [label: string, markdown: string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script inside a line', 'Hello <script src=//evil.test></script> there'],
  ['a handler', '<img src=x onerror=alert(1)>'],
  ['an SVG', '<svg/onload=alert(1)>'],
  ['a raw block, whose text the parser does not escape by itself', '<pre><img src=x onerror=alert(1)></pre>'],
  ['a raw inline block', 'a <code><img src=x onerror=alert(1)></code>'],
  ['a comment', '<!-- --><script>alert(1)</script>'],
  ['a style', '<style>body{display:none}</style>'],
  ['a form', '<form action=https://evil.test><input name=password></form>'],
  ['a javascript link', '[press](javascript:alert(1))'],
  ['a javascript link with a tab', '[press](java&Tab;script:alert(1))'],
  ['a javascript link with capitals and entities', '[press](&#74;AVASCRIPT&colon;alert(1))'],
  ['a javascript link of a reference', '[press][x]\n\n[x]: javascript:alert(1)'],
  ['an automatic javascript link', '<javascript:alert(1)>'],
  ['a data link', '[press](data:text/html;base64,PHNjcmlwdD4=)'],
  ['a vbscript link', '[press](vbscript:msgbox(1))'],
  ['a file link', '[press](file:///etc/passwd)'],
  ['a link to another host without a protocol', '[press](//evil.test/a)'],
  ['a link to another host with a backslash', String.raw`[press](/\evil.test)`],
  ['a link that leaves its attribute', '[press](https://a.test/"onmouseover="alert(1))'],
  ['a link that leaves its attribute by entities', '[press](https://a.test/&quot;onmouseover=&quot;alert)'],
  ['a title that leaves its attribute', '[press](https://a.test "x\\" onmouseover=\\"alert(1)")'],
  ['a picture', '![a](https://evil.test/track.png)'],
  ['a data picture', '![a](data:image/svg+xml,<svg/onload=alert(1)>)'],
  ['a picture with a handler in its description', '![" onerror="alert(1)](https://a.test/x.png)'],
  ['a language of code that leaves its attribute', '```"><script>alert(1)</script>\ncode\n```'],
  ['a table with HTML', '| <b onclick=alert(1)>a</b> |\n| --- |\n| <i>b</i> |'],
  ['a footnote-like reference', '[^1]\n\n[^1]: <script>alert(1)</script>'],
  ['control characters in a link', '[press](java\u0001script:alert(1))'],
];

describe('a text', () => {
  test.for(attacks)('with %s has only allowed elements', ([, markdown]) => {
    const html = render(markdown);
    expect(html.replaceAll(allowedTag, '')).not.toMatch(/[<>]/);
    expect(html).not.toMatch(/href="[^"]*evil|<img/);
  });

  test.for<[markdown: string, html: string]>([
    ['# One\n\n###### Six', '<h2>One</h2>\n<h4>Six</h4>'],
    ['[Help](/crisis)', '<p><a href="/crisis">Help</a></p>'],
    [
      '[Us](https://garden.test/a?b=1&c=2)',
      '<p><a href="https://garden.test/a?b=1&amp;c=2" rel="noreferrer external">Us</a></p>',
    ],
    ['[Mail](mailto:us@garden.test)', '<p><a href="mailto:us@garden.test" rel="noreferrer external">Mail</a></p>'],
    ['![A hill](https://garden.test/hill.png)', '<p>A hill</p>'],
    ['Welcome to {{product}}', '<p>Welcome to The *Garden* &lt;b&gt;</p>'],
    ['- [x] done', '<ul>\n<li>☑ done</li>\n</ul>'],
  ])('%j becomes %j', ([markdown, html]) => {
    expect(render(markdown)).toBe(html);
  });

  test.for<[label: string, markdown: string, code: string]>([
    ['more than 100 kB', 'ä'.repeat(textLimits.bytes / 2 + 1), 'texts.too_long'],
    ['deep quotes', '>'.repeat(9), 'texts.too_nested'],
    ['deep quotes with spaces', `${'> '.repeat(5_000)}deep`, 'texts.too_nested'],
    ['deep lists', `${'- '.repeat(5_000)}deep`, 'texts.too_nested'],
    ['deep numbered lists', `${'1. '.repeat(3_000)}deep`, 'texts.too_nested'],
    [
      'deep lists over several lines',
      Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
      'texts.too_nested',
    ],
  ])('with %s is rejected', ([, markdown, code]) => {
    expect(() => assertRenderable(markdown)).toThrow(expect.objectContaining({ code }));
  });

  test.for<[label: string, markdown: string]>([
    ['opening brackets', '['.repeat(50_000)],
    ['nested brackets', `${'['.repeat(20_000)}a${'](/b)'.repeat(15_000)}`],
    ['stars', '*a **b '.repeat(14_000)],
    ['underscores', '_'.repeat(90_000)],
    ['backticks', '`a``b```'.repeat(11_000)],
    ['links without an end', '[a](b'.repeat(19_000)],
    ['pictures without an end', '![a]('.repeat(19_000)],
    ['angle brackets', '<a '.repeat(32_000)],
    ['cells of a table', `|a|\n|-|\n${'|'.repeat(80_000)}`],
    ['short quotes', '> a\n\n'.repeat(18_000)],
    ['lines of a list', '- a\n'.repeat(24_000)],
  ])('of %s is rendered in time', ([, markdown]) => {
    assertRenderable(markdown);
    const start = performance.now();
    render(markdown);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
