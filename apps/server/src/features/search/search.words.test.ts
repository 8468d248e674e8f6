import { createPost } from '@commons/contract/feed/schemas';
import { search } from '@commons/contract/search/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Community } from '../../../test/community.ts';
import { indexSearch, openInCLocale } from '../../../test/search.ts';

/** Its database has the C locale, unlike the embedded database of the other tests. */
let community: Community;
beforeAll(async () => {
  community = await openInCLocale();
});
afterAll(() => community.close());

/**
 * Posts, and queries that must find them. Invented words end in `x`, so that no query finds the post of another row.
 */
const cases: [name: string, content: string, ...queries: string[]][] = [
  // Quotes of several languages around words.
  ['curly quotes', 'She said “quietudex” today', 'quietudex', '“quietudex”', '"quietudex"', 'QUIETUDEX'],
  ['German quotes', 'Er sagte „stillex“ und ‚ruhigex‘', 'stillex', 'ruhigex'],
  ['French quotes', 'Elle dit « calmex » et «doucex»', 'calmex', 'doucex'],
  ['Japanese quotes', '「kokorox」と『yasumix』', 'kokorox', 'yasumix'],
  ['single quotes', '‘lonelyx’ ‹hopefulx› ‛tenderx′', 'lonelyx', 'hopefulx', 'tenderx'],
  // Slashes.
  ['a slash', 'worryx/depressionx today', 'worryx', 'depressionx', 'worryx/depressionx', 'worryx depressionx'],
  ['a backslash', 'fearx\\panicx', 'fearx', 'panicx'],
  // Dashes, ellipses, emoji.
  ['an em dash', 'morningx—stillnessx', 'morningx', 'stillnessx'],
  ['an en dash', 'dawnx–duskx', 'dawnx', 'duskx', 'dawnx-duskx'],
  ['hyphens of all kinds', 'selfx-carex wellx‐beingx lovex‑kindx', 'selfx', 'carex', 'beingx', 'kindx', 'selfx carex'],
  ['an ellipsis', 'waitingx… patiencex…restx...breathex', 'waitingx', 'patiencex', 'restx', 'breathex'],
  ['a bullet', '•todox·donex', 'todox', 'donex'],
  ['an emoji', '😀happyx sad😢veryx deepx💙', 'happyx', 'veryx', 'deepx', 'sad😢veryx'],
  ['a family of emoji and a flag', '👩‍👩‍👧familyx🇩🇪flagx ❤️heartx', 'familyx', 'flagx', 'heartx'],
  ['a keycap', '1️⃣firstx', 'firstx', '1'],
  ['no-break spaces', 'openx\u00A0doorx\u202Fsoftx\u3000lightx', 'openx', 'doorx', 'softx', 'lightx'],
  ['line breaks', 'upperx\nlowerx\r\nlastx\ttabx', 'upperx', 'lowerx', 'lastx', 'tabx'],
  ['brackets', '(insidex)[squarex]{curlyx}<anglex>', 'insidex', 'squarex', 'curlyx', 'anglex'],
  [
    'symbols',
    'plusx+minusx=equalx&andx*starx|pipex~tildex^hatx%percentx$dollarx',
    'minusx',
    'andx',
    'pipex',
    'hatx',
    'dollarx',
  ],
  [
    'punctuation of other scripts',
    'arabicx، commax。 stopx、pausex؟askx',
    'arabicx',
    'commax',
    'stopx',
    'pausex',
    'askx',
  ],
  ['a trade mark', 'Calmexx™ and Restexx® №7x', 'calmexx', 'restexx', '7x'],
  // Technical names: each part is a word.
  ['an underscore', 'snake_casex_wordx', 'snake', 'casex', 'wordx', 'snake_casex_wordx'],
  ['a dot', 'onex.twox', 'onex', 'twox', 'onex.twox'],
  ['a colon', 'notex:thisx', 'notex', 'thisx'],
  ['a hashtag and a mention', '#gratefulx @marthax', 'gratefulx', '#gratefulx', 'marthax', '@marthax'],
  ['an e-mail address', 'write to annax.berg@examplex.test', 'annax', 'berg', 'examplex', 'annax.berg@examplex.test'],
  [
    'a URL',
    'https://www.gardenx.test/pathx/slow-walkx.html?pagex=2#partx',
    'gardenx',
    'pathx',
    'walkx',
    'pagex',
    'partx',
  ],
  ['a path', '/homex/notesx.txt', 'homex', 'notesx'],
  [
    'numbers',
    '10,000 stepsx, 3.5 kmx, 24/7x, 2026-11-27x',
    '10,000 stepsx',
    '3.5 kmx',
    '24',
    '7x',
    '27x',
    '000 stepsx',
  ],
  // Apostrophes.
  ['an elision', 'What’s up with L‘Artx', 'artx', 'L’Artx', "l'artx", 'l‘artx'],
  ['a contraction', 'I can’tx sleepx', "can'tx", 'can’tx', 'can`tx sleepx'],
  ['an apostrophe that is a letter', 'ʼ здоровʼяx ʼ', 'здоровʼяx', "здоров'яx", 'здоров’яx'],
  ['an okina', 'Hawaiʻix and Qurʾānx', "hawai'ix", 'hawai‘ix', 'Hawaiʻix', "qur'anx"],
  ['a word longer than the excerpt', 'longx'.repeat(60), 'longx'.repeat(10)],
  ['a possessive', "Anna's lampx", 'anna’s lampx', 'annas’ lampx'.slice(7), 'anna'],
  // Scripts without spaces.
  ['Chinese', '我家在上海东边。', '上海', '我家', '东边', '家在上海', '海', '边', '上海 东边'],
  ['Chinese beside Latin', '今天用iPhone手机冥想', '手机', '冥想', 'iphone', '今天'],
  ['radicals, as copied from a PDF', '⽇本語の⼼理x', '日本', '心理'],
  ['numbers in brackets', '㈠始める', '一', '始める'],
  ['Japanese', '今日はカフェで瞑想しました。ありがとう', '瞑想', 'カフェ', 'ありがとう', '今日', 'しました'],
  ['half-width kana', 'ﾊﾞﾅﾅを食べた', 'バナナ', 'ﾊﾞﾅﾅ', '食べた'],
  ['decomposed kana', 'か\u3099くせい', 'がくせい'],
  ['Korean', '친구에게 감사합니다', '친구', '감사', '감사합니다', '친구에게'],
  ['Thai', 'วันนี้ฉันรู้สึกสงบมาก', 'สงบ', 'รู้สึก', 'วันนี้'],
  ['Lao', 'ຂ້ອຍຮັກຄອບຄົວ', 'ຄອບຄົວ'],
  ['Khmer', 'ខ្ញុំស្រឡាញ់គ្រួសារ', 'គ្រួសារ'],
  ['Burmese', 'ကျွန်တော်ပျော်တယ်', 'ပျော်'],
  // Other scripts, with and without their marks.
  ['Arabic', 'السَّلامُ عَلَيْكُمْ', 'السلام', 'عليكم', 'السَّلام'],
  ['Arabic with tatweel and hamza', 'شـــكرا أحمد', 'شكرا', 'احمد'],
  ['Persian, typed on an Arabic keyboard', 'یک کتاب', 'يك', 'كتاب', 'کتاب'],
  ['Hebrew', 'שָׁלוֹם לכולם', 'שלום', 'שָׁלוֹם'],
  ['Cyrillic', 'Всё хорошо, ёлка и йога', 'все', 'всё', 'елка', 'ЁЛКА', 'йога', 'ХОРОШО'],
  ['Greek', 'Καλημέρα κόσμος', 'καλημερα', 'ΚΌΣΜΟΣ', 'κοσμος', 'ΚΟΣΜΟΣ'],
  ['Hindi', 'मुझे शांति चाहिए', 'शांति', 'चाहिए'],
  ['Vietnamese', 'Tôi yêu gia đình và Đà Nẵng', 'gia dinh', 'Đà Nẵng', 'da nang', 'đình'],
  ['Turkish', 'Işık İstanbul güneşx', 'isik', 'ISIK', 'ışık', 'istanbul', 'İSTANBUL', 'gunesx'],
  ['German', 'Straßex und Größex, Müllerx', 'strassex', 'STRASSEX', 'straßex', 'grossex', 'mullerx', 'Mu\u0308llerx'],
  ['Polish, Danish, Icelandic', 'Łódźx Smørrex Æblex Þórx', 'lodzx', 'smorrex', 'aeblex', 'thorx'],
  ['a ligature', 'ﬁnallyx oﬃcex', 'finallyx', 'officex'],
  ['full-width letters', 'ＣＡＬＭｘ １２３ｘ', 'calmx', '123x', 'ＣＡＬＭｘ'],
  ['mathematical letters', '𝓱𝓸𝓹𝓮𝔁', 'hopex', '𝓱𝓸𝓹𝓮𝔁'],
  // Invisible characters.
  ['a soft hyphen', 'medi\u00ADtatex', 'meditatex', 'medi\u00ADtatex'],
  ['zero-width characters', 'gra\u200Btix be\u200Cgin\u200Dx fin\u2060ix\uFEFF', 'gratix', 'beginx', 'finix'],
  ['bidi controls', '\u202Aembedx\u202C \u2067isolatex\u2069 markx\u200F', 'embedx', 'isolatex', 'markx'],
  ['combining accents', 'cafe\u0301x nai\u0308vex', 'cafex', 'cafe\u0301x', 'caféx', 'naïvex'],
  ['accents where Unicode has no letter', 'x\u0301yzx m\u0300n\u0303x', 'xyzx', 'mnx'],
  // Without its accents the misspelled word is ASCII, which trigrams support in every locale.
  ['a misspelled word with accents', 'Immer gemütlichx', 'gemutlcihx', 'gemütlcihx'],
  ['English word forms', 'We were MEDITATING daily', 'meditation', 'meditates', 'meditat'],
];

test.for(cases)('%s: finds every word', async ([, content, ...queries]) => {
  const reader = await community.member();
  const { id } = (await reader.call(createPost, { body: { content } })).body;
  await indexSearch(community);
  for (const q of queries) {
    const { groups } = (await reader.call(search, { query: { q, type: 'posts', limit: 100 } })).body;
    const result = groups[0]!.results.find((each) => each.id === id);
    expect(result, q).toBeDefined();
    expect(result!.excerpt!.marks.length, `marks of ${q}`).toBeGreaterThan(0);
  }
});

test.for<[content: string, q: string, ...marked: string[]]>([
  ['worryx/depressionx', 'depressionx', 'depressionx'],
  ['“quietmarkx”—yes', 'quietmarkx', 'quietmarkx'],
  ['我家在上海东边', '上海', '上海'],
  ['我家在上海东边', '家在上海', '家在上海'],
  ['我家在上海东边', '海', '海'],
  ['我家在上海东边', '边', '边'],
  ['Cafe\u0301markx and cafémarkx', 'cafemarkx', 'Cafe\u0301markx', 'cafémarkx'],
  ['สงบมาก', 'สงบ', 'สงบ'],
  ['L‘Artmarkx', 'artmarkx', 'Artmarkx'],
])('%s: a search for %s marks only the matches', async ([content, q, ...marked]) => {
  const reader = await community.member();
  const { id } = (await reader.call(createPost, { body: { content } })).body;
  await indexSearch(community);
  const { groups } = (await reader.call(search, { query: { q, type: 'posts', limit: 100 } })).body;
  const { text, marks } = groups[0]!.results.find((each) => each.id === id)!.excerpt!;
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(marked);
});

test.for([
  ['other words', 'quietudey alone', 'turbulencey'],
  ['separate characters', '上空 海边', '上海'],
] as const)('%s do not match', async ([, content, q]) => {
  const reader = await community.member();
  const { id } = (await reader.call(createPost, { body: { content } })).body;
  await indexSearch(community);
  const { groups } = (await reader.call(search, { query: { q, type: 'posts', limit: 100 } })).body;
  expect(groups[0]!.results.map((each) => each.id)).not.toContain(id);
});
