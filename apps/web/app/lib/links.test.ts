import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkParts } from './links.ts';

const linksIn = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test.for([
  // Quotes, ellipses and full stops.
  ['„https://example.org/z“', 'https://example.org/z'],
  ['“https://example.org/z”', 'https://example.org/z'],
  ['‘https://example.org/z’', 'https://example.org/z'],
  ['«https://example.org/z»', 'https://example.org/z'],
  ['‹https://example.org/z›', 'https://example.org/z'],
  ['‚https://example.org/z‘', 'https://example.org/z'],
  ['「https://example.org/z」', 'https://example.org/z'],
  ['『https://example.org/z』', 'https://example.org/z'],
  ['"https://example.org/z"', 'https://example.org/z'],
  ["'https://example.org/z'", 'https://example.org/z'],
  ['`https://example.org/z`', 'https://example.org/z'],
  ['https://example.org/a…', 'https://example.org/a'],
  ['https://example.org/a...', 'https://example.org/a'],
  ['https://example.org/a。', 'https://example.org/a'],
  ['https://example.org/a、b', 'https://example.org/a'],
  ['https://example.org/a，b', 'https://example.org/a'],
  ['https://example.org/a！', 'https://example.org/a'],
  ['https://example.org/a—then', 'https://example.org/a'],
  ['https://example.org/a?', 'https://example.org/a'],
  ['https://example.org/a!', 'https://example.org/a'],
  ['https://example.org/a; b', 'https://example.org/a'],
  ['https://example.org/a: b', 'https://example.org/a'],
  ['https://example.org/a, b', 'https://example.org/a'],
  ['https://example.org/a?!...', 'https://example.org/a'],
  ['https://example.org.', 'https://example.org'],
  ['https://example.org,', 'https://example.org'],
  ["https://example.org's page", 'https://example.org'],
  ['https://example.org’s page', 'https://example.org'],
  ["https://example.org/a's page", 'https://example.org/a'],
  ["https://example.org/a's.", 'https://example.org/a'],
  ['https://example.org/a’s page', 'https://example.org/a'],
  ["https://en.wikipedia.org/wiki/Alzheimer's_disease", "https://en.wikipedia.org/wiki/Alzheimer's_disease"],
  ['**https://example.org/a**', 'https://example.org/a'],
  // Brackets.
  ['(https://example.org/(a(b)c))', 'https://example.org/(a(b)c)'],
  ['(see https://example.org/a)', 'https://example.org/a'],
  ['[https://example.org/[a]]', 'https://example.org/[a]'],
  ['{https://example.org/{a}}', 'https://example.org/{a}'],
  ['(https://example.org/a]b)', 'https://example.org/a'],
  ['https://en.wikipedia.org/wiki/Rest_(music)', 'https://en.wikipedia.org/wiki/Rest_(music)'],
  ['(https://en.wikipedia.org/wiki/Rest_(music)).', 'https://en.wikipedia.org/wiki/Rest_(music)'],
  ['https://example.org/a(', 'https://example.org/a'],
  ['https://example.org(see below)', 'https://example.org'],
  ['<https://example.org/a>', 'https://example.org/a'],
  ['<a href="https://example.org/a">', 'https://example.org/a'],
  ['[a](https://example.org/a)', 'https://example.org/a'],
  ['（https://example.org/a）', 'https://example.org/a'],
  // Letters of any script, emoji, and invisible characters.
  ['https://example.org/a😀', 'https://example.org/a'],
  ['https://example.org😀', 'https://example.org'],
  ['https://example.org/❤️', 'https://example.org/'],
  ['看https://example.org/a然后', 'https://example.org/a'],
  ['https://example.org然后', 'https://example.org'],
  ['https://example.org/a에서', 'https://example.org/a'],
  ['https://example.org/aครับ', 'https://example.org/a'],
  ['https://ja.wikipedia.org/wiki/日本', 'https://ja.wikipedia.org/wiki/日本'],
  ['https://de.wikipedia.org/wiki/Müller', 'https://de.wikipedia.org/wiki/Müller'],
  ['https://example.org/a\u202egnp.exe', 'https://example.org/a'],
  ['https://example.org/\u2066a', 'https://example.org/'],
  ['https://example.org/a\u200bb', 'https://example.org/a'],
  ['https://example.org/a\u00adb', 'https://example.org/a'],
  ['https://example.org/a\u034fb', 'https://example.org/a'],
  ['https://example.org/a\ufe0f', 'https://example.org/a'],
  ['\u202ehttps://example.org/a', 'https://example.org/a'],
  ['https://example.org\u200b.evil.example', 'https://example.org'],
  ['https://example.org/a\u0007b', 'https://example.org/a'],
  ['https://example.org/a\nb', 'https://example.org/a'],
  // Parts of a URL.
  ['HTTPS://EXAMPLE.ORG/A', 'HTTPS://EXAMPLE.ORG/A'],
  ['http://example.org', 'http://example.org'],
  ['https://example.org/', 'https://example.org/'],
  ['https://example.org:8443/a', 'https://example.org:8443/a'],
  ['https://example.org:8443', 'https://example.org:8443'],
  ['https://example.org: a', 'https://example.org'],
  ['https://example.org/?a=1&b=2#c', 'https://example.org/?a=1&b=2#c'],
  ['https://example.org?a=1', 'https://example.org?a=1'],
  ['https://example.org#c', 'https://example.org#c'],
  ['https://example.org/@ana', 'https://example.org/@ana'],
  ['https://example.org/a%20b', 'https://example.org/a%20b'],
  ['https://example.org/~ana/a_b-c', 'https://example.org/~ana/a_b-c'],
  ['https://xn--bcher-kva.example/a', 'https://xn--bcher-kva.example/a'],
  ['https://a.b-c.example.co.uk/x', 'https://a.b-c.example.co.uk/x'],
  ['javascript:https://example.org/a', 'https://example.org/a'],
  [`https://example.org/${'a'.repeat(5_000)}`, `https://example.org/${'a'.repeat(5_000)}`],
] as const)('links the URL in %j: %j', ([text, expected]) => {
  expect(linksIn(text)).toEqual([expected]);
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.for([
  'https://user:pw@example.org',
  'https://user@example.org/a',
  'https://example.org@evil.example',
  'https://example.org:pw@evil.example',
  'https://example.org:443@evil.example',
  'https://example.org,b@evil.example',
  'https://user.name:pw＠evil.example',
  'https://example.org\\@evil.example',
  'https://example.org%40evil.example',
  'https:\\\\evil.example',
  'https://',
  'https:///evil.example',
  'https:evil.example',
  'https://example',
  'https://localhost:3000/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://2130706433/',
  'https://.org',
  'https://a..org',
  'https://example.o',
  'https://exam\u200bple.org',
  'https://exam\u00adple.org',
  'https://\u202eexample.org',
  'https://example。org',
  'https://example⁄a.org',
  'https://example.org:99999/',
  'https://exa%6dple.org/',
  'https://exa_mple.org/',
  'xhttps://example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'data:text/html,hi',
  'mailto:ana@example.org',
  'ana@example.org',
  'www.example.org',
  'example.org',
  '',
])('finds no link in %j', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test('links several URLs', () => {
  expect(linksIn('https://a.example/1,https://b.example/2 (https://c.example) https://u:p@d.example')).toEqual([
    'https://a.example/1',
    'https://b.example/2',
    'https://c.example',
  ]);
  expect(linksIn('https://a.example/1\nhttps://b.example/2')).toEqual(['https://a.example/1', 'https://b.example/2']);
  expect(linksIn('[https://a.example/1](https://b.example/2)')).toEqual(['https://a.example/1', 'https://b.example/2']);
});

test.for([
  ['https://bücher.example/grün', 'https://bücher.example/grün'],
  // Cyrillic "а", Greek "ο", dotless "ı", and an all-Cyrillic host.
  ['https://аpple.example/a', 'https://xn--pple-43d.example/a'],
  ['https://gοogle.example', 'https://xn--gogle-rce.example'],
  ['https://pınterest.example', 'https://xn--pnterest-tkb.example'],
  ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
  ['https://例え.jp/日本', 'https://xn--r8jz45g.jp/日本'],
] as const)('shows the host of %j as %j', ([text, shown]) => {
  expect(linkParts(text)).toEqual([{ text: shown, href: text }]);
});

const fragments = fc.constantFrom(
  ...[
    'https://',
    'http://',
    'HTTPS://',
    'example.org',
    'a',
    '.',
    '/',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '@',
    ':',
    '\\',
  ],
  ...[
    '?',
    '#',
    '&',
    '=',
    '%',
    "'s",
    '’s',
    '"',
    '“',
    '…',
    '。',
    ' ',
    '\n',
    '\t',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200d',
  ],
  ...['\u0301', '😀', '然', 'é', 'а', 'שלום', '\ud800', '\0', '1', '-', '_', '*', '&amp;', 'user:pw@'],
);

test('any text is preserved, and each link leads by http(s) to the host that it shows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fragments, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 60 }),
      (pieces) => {
        const text = pieces.join('');
        let rest = text;
        for (const part of linkParts(text)) {
          const typed = part.href ?? part.text;
          expect(rest.startsWith(typed)).toBe(true);
          rest = rest.slice(typed.length);
          if (part.href === undefined) continue;
          const url = new URL(part.href);
          expect(url.protocol).toMatch(/^https?:$/);
          expect(`${url.username}${url.password}`).toBe('');
          expect(new URL(part.text).host).toBe(url.host);
          expect(part.href).toMatch(/^https?:\/\/[^\s\p{Cc}\p{Cf}@]+(?:[/?#][^\s\p{Cc}\p{Cf}"<>]*)?$/iu);
        }
        expect(rest).toBe('');
      },
    ),
    { numRuns: 3_000 },
  );
});

test('long hostile texts take linear time (with quadratic time this test would not end)', () => {
  const length = 300_000;
  for (const piece of [
    'https://',
    'https://a.org)',
    'https://a.org/(',
    'https://a.org/).',
    "https://a.org/'s",
    'https://u@a.org/',
    'https://a.org,',
    'https://https:',
    'a.',
    '(',
    '.',
    "'s",
  ])
    for (const text of [piece, `https://a.org/${piece}`, `https://a.${piece}`])
      expect(linkParts(text + piece.repeat(length / piece.length)).length).toBeGreaterThan(0);
});
