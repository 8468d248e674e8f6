import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { parseSync, Visitor } from 'vite';
import { oldestBrowsers } from './browser-targets.ts';

type Browser = keyof typeof oldestBrowsers;
const browsers = Object.keys(oldestBrowsers) as Browser[];

const file = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));
const data = JSON.parse(readFileSync(file, 'utf8')) as CompatData;

const isIn = (browser: Browser, { support }: CompatStatement): boolean =>
  [support[browser] ?? []]
    .flat()
    .some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName }) =>
        typeof added === 'string' &&
        Number.parseFloat(added.replace('≤', '')) <= oldestBrowsers[browser] &&
        (removed === undefined || Number.parseFloat(removed) > oldestBrowsers[browser]) &&
        [flags, prefix, otherName].every((difference) => difference === undefined),
    );

const isInAll = ({ __compat: statement }: Identifier): boolean =>
  statement === undefined || browsers.every((browser) => isIn(browser, statement));

/** Feature names, each with whether a supported browser may lack it. False if any feature of that name is supported. */
class Names {
  readonly #isNewer = new Map<string, boolean>();

  add(name: string, feature: Identifier): void {
    this.#isNewer.set(name, !isInAll(feature) && this.#isNewer.get(name) !== false);
  }

  isNewer(name: string): boolean {
    return this.#isNewer.get(name) === true;
  }

  has(name: string): boolean {
    return this.#isNewer.has(name);
  }
}

const featuresIn = (group: Identifier | undefined): [name: string, feature: Identifier][] =>
  Object.entries((group ?? {}) as Record<string, Identifier>).filter(([name]) => !/^__|_(?!static)[a-z]+$/.test(name));

/** Globals, static functions (`Map.groupBy`), and members of objects. */
const [globals, statics, members, ofElements, ofWindow] = [
  new Names(),
  new Names(),
  new Names(),
  new Names(),
  new Names(),
];
for (const [owner, ownerFeature] of [...featuresIn(data.javascript.builtins), ...featuresIn(data.api)]) {
  globals.add(owner, ownerFeature);
  for (const [name, feature] of featuresIn(ownerFeature)) {
    if (owner === 'Intl') for (const [method, its] of featuresIn(feature)) members.add(method, its);
    if (owner === 'Intl') statics.add(`Intl.${name}`, feature);
    else if (name.endsWith('_static')) statics.add(`${owner}.${name.replace('_static', '')}`, feature);
    else members.add(name, feature);
    if (owner === 'Window') ofWindow.add(name, feature);
    if (/^(?:HTML|SVG)?Element$/.test(owner)) ofElements.add(name, feature);
  }
}

type Key = { type: string; name?: string; value?: unknown };
const nameOf = ({ type, name, value }: Key): string =>
  (type === 'Identifier' ? name : typeof value === 'string' ? value : undefined) ?? '';

/**
 * Returns the names in built scripts that a supported browser may lack: globals (`scheduler`), static functions
 * (`AbortSignal.any`), called methods and element properties (`.toSorted`). Ignores names that the scripts define.
 * `older-browsers.test.ts` tests the polyfills of `app/lib/older-browsers.ts`.
 */
export function findNewerScript(scripts: readonly string[]): string[] {
  const found = new Set<string>();
  const [defined, used] = [new Set<string>(), new Set<string>()];
  const define = ({ key }: { key: object }) => void defined.add(nameOf(key as Key));
  for (const script of scripts)
    new Visitor({
      Identifier({ name }) {
        if (globals.isNewer(name)) found.add(name);
      },
      CallExpression({ callee }) {
        if (callee.type === 'Identifier' && ofWindow.isNewer(callee.name)) used.add(callee.name);
        if (callee.type === 'MemberExpression' && !callee.computed) used.add(nameOf(callee.property));
      },
      MemberExpression({ object, property, computed }) {
        if (computed) return;
        const name = nameOf(property);
        const full = `${nameOf(object as Key)}.${name}`;
        if (statics.isNewer(full)) found.add(full);
        else if (statics.has(full)) defined.add(name);
        if (ofElements.has(name)) used.add(name);
      },
      Property: define,
      MethodDefinition: define,
      PropertyDefinition: define,
    }).visit(parseSync('built.js', script).program);
  for (const name of used) if (members.isNewer(name) && !defined.has(name)) found.add(`.${name}`);
  return [...found].toSorted();
}

const newerIn = (group: Identifier | undefined): Set<string> =>
  new Set(featuresIn(group).flatMap(([name, feature]) => (isInAll(feature) ? [] : [name])));

const styleNames = [
  { names: newerIn(data.css.properties), pattern: /[;{]\s*([a-z-]+)\s*:/g, label: (name: string) => name },
  { names: newerIn(data.css['at-rules']), pattern: /@([a-z-]+)/g, label: (name: string) => `@${name}` },
  { names: newerIn(data.css.selectors), pattern: /:([a-z-]+)[({,:. [>~+]/g, label: (name: string) => `:${name}` },
  {
    names: new Set(featuresIn(data.css.types).flatMap(([, type]) => [...newerIn(type)])),
    pattern: /[:, (]([a-z-]+)\(/g,
    label: (name: string) => `${name}()`,
  },
];

/** Returns the properties, rules, selectors and functions in style sheets that a supported browser may lack. */
export const findNewerStyle = (sheets: readonly string[]): string[] => {
  const found = new Set<string>();
  for (const sheet of sheets)
    for (const { names, pattern, label } of styleNames)
      for (const [, name = ''] of sheet.matchAll(pattern)) if (names.has(name)) found.add(label(name));
  return [...found].toSorted();
};
