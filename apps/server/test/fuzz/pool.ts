import { contributionKinds, type ContributionKindName } from '@commons/contract/contribution-kinds';

/** The kinds of ids and other values in calls. */
export type Kind =
  | 'member'
  | ContributionKindName
  | 'subject-of-comment'
  | 'poll'
  | 'option'
  | 'meditation'
  | 'book'
  | 'podcast'
  | 'category'
  | 'prompt'
  | 'entry'
  | 'event'
  | 'message'
  | 'photo'
  | 'case'
  | 'decision'
  | 'picture'
  | 'anything'
  | 'email'
  | 'cookie'
  | 'etag'
  | 'cursor'
  | 'hostile-cursor';

/**
 * A placeholder for an existing value, resolved when the call is made. This way, the same seed generates
 * the same inputs although the ids differ between runs.
 */
export const reference = (kind: Kind, ...numbers: number[]): string => `\u27e8${kind}:${numbers.join(':')}\u27e9`;
const referencePattern = /\u27e8([a-z-]+):(\d+)(?::(\d+))?\u27e9/g;

const maxValues = 300;
const idKinds = [
  ...(Object.keys(contributionKinds) as ContributionKindName[]),
  ...(['member', 'meditation', 'event'] as const),
  ...(['book', 'podcast', 'prompt', 'entry', 'message', 'photo', 'case', 'decision', 'picture'] as const),
] as const;
type StoredKind = (typeof idKinds)[number] | 'option' | 'category' | 'email' | 'cookie' | 'etag';

/** The newest values of each kind, collected from responses. */
export class Pool {
  readonly #kept = new Map<StoredKind, string[]>();
  readonly #subjectOf = new Map<string, string>();
  /** The newest poll. The pool contains its options. */
  #poll = '';
  readonly #cursors = new Map<string, string[]>();

  add(kind: StoredKind, value: string): void {
    addValue(this.#kept, kind, value);
  }

  addComment(id: string, subjectId: string): void {
    this.add('comment', id);
    this.#subjectOf.set(id, subjectId);
  }

  addPoll(postId: string, optionIds: string[]): void {
    this.#poll = postId;
    this.#kept.set('option', optionIds);
  }

  addCursor(route: string, cursor: string): void {
    addValue(this.#cursors, route, cursor);
  }

  /** Replaces the references in a text for a call of this route. */
  resolve(text: string, route: string): string {
    return text.replaceAll(referencePattern, (_, kind: Kind, one: string, other: string) =>
      this.#find(kind, Number(one), Number(other), route),
    );
  }

  #find(kind: Kind, number: number, mutation: number, route: string): string {
    const pick = (values: string[] | undefined) => values?.[number % values.length];
    if (kind === 'cursor' || kind === 'hostile-cursor') {
      // Mostly a cursor of the same list, sometimes of another one.
      const all = [...this.#cursors.values()].flat();
      const cursor = pick(number % 4 === 0 ? all : this.#cursors.get(route)) ?? pick(all) ?? firstCursor;
      return kind === 'cursor' ? cursor : hostileCursor(cursor, mutation);
    }
    if (kind === 'poll') return this.#poll;
    if (kind === 'subject-of-comment') return this.#subjectOf.get(pick(this.#kept.get('comment')) ?? '') ?? 'nothing';
    const storedKind = kind === 'anything' ? (idKinds[number % idKinds.length] ?? 'post') : kind;
    return pick(this.#kept.get(storedKind)) ?? 'nothing';
  }
}

function addValue<Key>(all: Map<Key, string[]>, key: Key, value: string): void {
  const values = all.get(key) ?? [];
  all.set(key, values);
  values.push(value);
  if (values.length > maxValues) values.shift();
}

const firstCursor = Buffer.from('2026-01-02T03:04:05.678Z 01a1f8b0-1842-784d-8a93-e722f3082526').toString('base64url');

const partPattern =
  /(?<date>\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d)?)|(?<id>[0-9a-f]{8}-[0-9a-f-]{27})|(?<number>-?\d+(?:\.\d+)?)|(?<word>\w+)/g;

const unusualParts: Record<string, string[]> = {
  date: [
    ...['2026-02-30T00:00:00.000Z', '0000-00-00T00:00:00.000Z', '9999-99-99T99:99:99.999Z', '2026-01-01T24:00:00.001Z'],
    ...['+275760-09-13T00:00:00.001Z', '0001-01-01T00:00:00.000Z', '-4714-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z'],
    ...[
      '294277-01-01T00:00:00.000Z',
      '2026-01-01T00:00:60.000Z',
      '2026-01-01 00:00:00+99',
      'infinity',
      'now',
      '1767225600',
    ],
    ...['2026-06-15T12:00:00.1234567890123Z', '2026-13-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ],
  id: [
    ...[
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '01A1F8B0-1842-784D-8A93-E722F3082526',
    ],
    ...['01a1f8b0-1842-784d-8a93-e722f308252', 'g1a1f8b0-1842-784d-8a93-e722f3082526', '{}', "'", '-'.repeat(36)],
  ],
  number: [
    ...[
      '2147483647',
      '2147483648',
      '-2147483649',
      '9999999999',
      '9223372036854775807',
      '9223372036854775808',
      '-1',
      '0',
    ],
    ...['1.5', '1e5', '1e309', 'NaN', 'Infinity', '0x10', '00', '9'.repeat(100), '-0', '٣'],
  ],
  word: ['', 'null', 'true', '{}', '[]', '"', '\0', '\uD800', '\u{10FFFF}', 'x'.repeat(150)],
};
const unusualShapes: ((text: string) => string)[] = [
  () => '',
  (text) => text.slice(1),
  (text) => text.slice(0, -1),
  (text) => `${text}${text}`,
  (text) => `${text} x`,
  (text) => ` ${text}`,
  (text) => `[${text}]`,
  (text) => text.replaceAll(' ', '\n'),
  (text) => text.toUpperCase(),
  (text) => text.split(/[ ,]/).toReversed().join(' '),
  () => '{}',
  () => 'null',
];
const unusualEncodings: ((text: string) => string)[] = [
  (text) => Buffer.from(text).toString('base64url').slice(0, -3),
  (text) => Buffer.from(text).toString('base64url').slice(1),
  (text) => `${Buffer.from(text).toString('base64url')}==`,
  (text) => Buffer.from(text).toString('base64url').replace(/^./, '*'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => text,
  (text) => Buffer.from(Buffer.from(text).toString('base64url')).toString('base64url'),
  (text) => Buffer.from(text, 'utf16le').toString('base64url'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]).toString('base64url'),
];

/** Returns a decodable cursor with one modified part: an impossible date, a number out of range, or another id. */
function hostileCursor(cursor: string, mutation: number): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const mutationKind = mutation % 8;
  const variant = Math.floor(mutation / 8);
  if (mutationKind === 0) return pickFrom(unusualEncodings, variant)(text);
  if (mutationKind === 1) return encode(pickFrom(unusualShapes, variant)(text));
  const parts = [...text.matchAll(partPattern)];
  const part = parts[variant % (parts.length || 1)];
  if (!part) return encode(`${text}${variant}`);
  const [kind = 'word'] = Object.entries(part.groups ?? {}).find(([, groupText]) => groupText !== undefined) ?? [];
  const replacements = mutationKind === 2 ? Object.values(unusualParts).flat() : (unusualParts[kind] ?? []);
  const replacement = pickFrom(replacements, Math.floor(variant / (parts.length || 1)));
  return encode(text.slice(0, part.index) + replacement + text.slice(part.index + part[0].length));
}

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

function pickFrom<Value>(values: readonly Value[], number: number): Value {
  return values[number % values.length] as Value;
}
