import type { Endpoint } from '@commons/contract/endpoint';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { putOnList } from '../../../test/authorization.ts';
import type { ApiResponse } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { pagedEndpoints } from '../../../test/contract-endpoints.ts';
import { expectProblem } from '../../../test/problems.ts';

const community = setUpCommunity();
let ana: Member;
/** The address of each list. */
const lists = new Map<Endpoint, string>();

beforeAll(async () => {
  // An admin can read every list.
  ana = await community.current.member({ role: 'admin' });
  for (const endpoint of pagedEndpoints()) {
    let address: string = endpoint.path;
    for (let count = 0; count < 5; count += 1)
      address =
        (await putOnList(endpoint, {
          community: community.current,
          author: await community.current.member(),
          reader: ana,
        })) ?? address;
    lists.set(endpoint, `${address}${address.includes('?') ? '&' : '?'}`);
  }
});

const readPage = (address: string, query: Record<string, string>) =>
  ana.send<{ id?: string }[]>('GET', `${address}${new URLSearchParams(query).toString()}`);

const decodeCursor = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8');
const encodeCursor = (text: string) => Buffer.from(text, 'utf8').toString('base64url');

/** Values that look like parts of a cursor but occur in no row. */
const invalidParts = fc.constantFrom(
  ...[
    '2026-02-31T10:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-99-99T99:99:99.999Z',
    '+275760-09-13T00:00:00.000Z',
  ],
  ...['-1', '2147483648', '99999999999999', '1e309', '0.5', 'null', 'true', '[]', '{}', '""', "' OR 1=1"],
  ...['00000000-0000-0000-0000-00000000000g', '', '\0', '"\\u0000"', '\uD800', '__proto__'],
);
const cursorParts = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{1,15}\b/g;

describe.for(pagedEndpoints())('$path', (endpoint) => {
  test('pages of every size contain the whole list, each entry once', async () => {
    const address = lists.get(endpoint)!;
    const whole = await readPage(address, { limit: '100' });
    expect(whole.body.length).toBeGreaterThan(1);
    for (const limit of [1, 2, 3]) {
      const entries: unknown[] = [];
      for (let next: string | undefined = `${address}limit=${limit}`; next;) {
        const answer: ApiResponse<unknown[]> = await ana.send('GET', next);
        expect(answer.status).toBe(200);
        entries.push(...answer.body);
        next = answer.next;
      }
      expect(entries).toEqual(whole.body);
    }
  });

  test('a decodable but invalid cursor is rejected or returns a page', async () => {
    const address = lists.get(endpoint)!;
    const { next } = await readPage(address, { limit: '1' });
    const validCursor = decodeCursor(new URL(next!, 'http://commons.test').searchParams.get('cursor')!);
    const tamperedCursors = fc.array(fc.option(invalidParts), { minLength: 3, maxLength: 3 }).map((replacements) => {
      let index = 0;
      return validCursor.replaceAll(cursorParts, (part) => replacements[index++] ?? part);
    });
    const decodable = fc.oneof(
      { arbitrary: tamperedCursors, weight: 4 },
      { arbitrary: fc.json(), weight: 1 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 1 },
    );
    await fc.assert(
      fc.asyncProperty(decodable, async (text) => {
        const cursor = encodeCursor(text);
        const answer = await readPage(address, { cursor });
        if (answer.status === 200) return;
        expect(expectProblem(answer, 400, 'request.invalid').errors).toMatchObject([{ path: 'cursor' }]);
      }),
      { numRuns: 150, examples: [['9999999999'], ['2026-02-31T25:61:61Z 00000000-0000-4000-8000-000000000000']] },
    );
  });
});
