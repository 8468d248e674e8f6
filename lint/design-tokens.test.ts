import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const webApp = fileURLToPath(new URL('../apps/web/app', import.meta.url));
const stylesheet = ['app.css', 'motion.css', 'base.css']
  .map((name) => readFileSync(path.join(webApp, name), 'utf8'))
  .join('\n');

type Tokens = ReadonlyMap<string, string>;

const declarations = [
  ...stylesheet.matchAll(/--([\w-]+): (?:light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)|(#[\da-f]{6}));/g),
];
const tokensFor = (scheme: 'light' | 'dark'): Tokens =>
  new Map(
    declarations.map(([, name = '', light = '', dark = '', always]) => [
      name,
      always ?? (scheme === 'light' ? light : dark),
    ]),
  );
const light = tokensFor('light');
const schemes: readonly (readonly [string, Tokens])[] = [
  ['light', light],
  ['dark', tokensFor('dark')],
];

/** Returns the relative luminance by the definition of WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(tokens: Tokens, one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((name) => {
      const colour = tokens.get(name);
      if (colour === undefined) throw new Error(`There is no token ${name}`);
      return luminanceOf(colour);
    })
    .toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Every list of classes in the web app, with its file. */
const classLists = globSync('**/*.tsx', { cwd: webApp })
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => {
    const text = readFileSync(path.join(webApp, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    return [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map((match) => ({
      file,
      classes: (match[1] ?? match[2] ?? match[3] ?? '').split(/\s+/),
    }));
  });

/** Returns the colour tokens in a list of classes that have a prefix. Variants such as `hover:` are ignored. */
const colours = (classes: readonly string[], prefix: string): string[] =>
  classes
    .filter((name) => !name.includes(':'))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((name) => light.has(name));

/** Background of a text, unless its own class list has another one. */
const backgrounds = ['paper', 'surface', 'sunk'] as const;

const groundsByInk = new Map<string, Set<string>>();
for (const { classes } of classLists) {
  const backgroundsInList = colours(classes, 'bg-');
  for (const ink of colours(classes, 'text-')) {
    const all = groundsByInk.get(ink) ?? new Set();
    for (const ground of backgroundsInList.length > 0
      ? backgroundsInList
      : /^(?:on|note|face)-/.test(ink)
        ? []
        : backgrounds)
      all.add(ground);
    groundsByInk.set(ink, all);
  }
}

for (const [scheme, tokens] of schemes) {
  test.each([...groundsByInk].flatMap(([ink, all]) => [...all].map((ground) => [ink, ground] as const)))(
    `${scheme}: %s is readable on %s`,
    (ink, ground) => {
      expect(contrastOf(tokens, ink, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(Array.from({ length: 6 }, (_, index) => [`face-${index + 1}`, `note-${index + 1}`] as const))(
    `${scheme}: initials are readable on %s and on its shape, and words on %s`,
    (face, note) => {
      expect(contrastOf(tokens, 'face-ink', face)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(tokens, 'face-ink', `${face}-shape`)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(tokens, face, `${face}-shape`)).toBeGreaterThanOrEqual(1.25);
      expect(contrastOf(tokens, 'note-ink', note)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test(`${scheme}: own messages differ from received ones, and text and links are readable on both`, () => {
    expect(contrastOf(tokens, 'bubble-own', 'bubble-other')).toBeGreaterThanOrEqual(1.2);
    for (const ground of ['bubble-own', 'bubble-other'])
      for (const ink of ['ink', 'primary'])
        expect(contrastOf(tokens, ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test.each(backgrounds)(`${scheme}: controls and the focus ring are visible on %s`, (ground) => {
    expect(contrastOf(tokens, 'field', ground)).toBeGreaterThanOrEqual(3);
    expect(contrastOf(tokens, 'primary', ground)).toBeGreaterThanOrEqual(3);
  });

  // Some illustrations have a sky colour; others are drawn directly on the page's background.
  test.each(['hill-far', 'hill-mid', 'hill-near', 'sun', 'moon'])(`${scheme}: %s stands out from the sky`, (part) => {
    for (const sky of ['sky', ...backgrounds]) expect(contrastOf(tokens, part, sky)).toBeGreaterThanOrEqual(1.3);
  });

  test(`${scheme}: avatars have less contrast than the text beside them`, () => {
    if (scheme === 'light') return;
    for (let index = 1; index <= 6; index++)
      expect(contrastOf(tokens, `face-${index}-shape`, 'surface')).toBeLessThan(contrastOf(tokens, 'muted', 'surface'));
  });
}

const withoutVariants = (name: string) => name.slice(name.lastIndexOf(':') + 1).replace(/!$/, '');

/** Spacing scale in steps of 4 px. 2 and 6 px are for the inside of controls. */
const spaces = new Set(['0', 'px', 'auto', '0.5', '1', '1.5', '2', '3', '4', '6', '8', '12', '16']);
const radii = new Set(['none', 'small', 'control', 'card', 'full']);

test('spacing uses the scale', () => {
  const outside = classLists.flatMap(({ file, classes }) =>
    classes
      .filter((name) => {
        const value = /^-?(?:[pm][xysetb]?|gap(?:-[xy])?|space-[xy])-(.+)$/.exec(withoutVariants(name))?.[1];
        return value !== undefined && !spaces.has(value) && !value.includes('env(safe-area');
      })
      .map((name) => `${file}: ${name}`),
  );
  expect(outside).toEqual([]);
});

test('corner radii and font sizes use their scales', () => {
  const outside = classLists.flatMap(({ file, classes }) =>
    classes
      .filter((name) => {
        const corner = /^rounded(?:-(?:[setb]|[se]{2}))?(?:-(.+))?$/.exec(withoutVariants(name));
        return (
          (corner !== null && !radii.has(corner[1] ?? '')) || /^text-\[(?:\d|\.|calc|clamp)/.test(withoutVariants(name))
        );
      })
      .map((name) => `${file}: ${name}`),
  );
  expect(outside).toEqual([]);
});

/** Icons that are pictures: the large button and the last moment of the player, and a phone. */
const largeIcons = new Set([
  'features/player/player-panel.tsx',
  'features/player/finish-moment.tsx',
  'features/meditation-tools/tools-screen.tsx',
]);

test('icons are 16 px beside small text and 20 px elsewhere, with a stroke of 1.75', () => {
  const outside = globSync('**/*.tsx', { cwd: webApp })
    .filter((file) => !file.includes('.test.') && !largeIcons.has(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(webApp, file), 'utf8');
      return [...text.matchAll(/\bsize=\{(?!16\}|20\})\d+\}|\bstrokeWidth=\{(?!1\.75\})[\d.]+\}/g)].map(
        ([attribute]) => `${file}: ${attribute}`,
      );
    });
  expect(outside).toEqual([]);
});

// The browser checks `html:has(…)` at each change of the page: 34 of 40 ms for one typed letter below 500 posts.
test('only print styles use :has()', () => {
  const [onScreen = '', onPaper = ''] = stylesheet.split('@media print {');
  expect(onPaper).toContain(':has(');
  expect(onScreen.replace(/\/\*.*?\*\//gs, '')).not.toContain(':has(');
});
