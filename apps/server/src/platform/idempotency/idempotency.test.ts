import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as feed from '@commons/contract/feed/schemas';
import { uploadImage } from '@commons/contract/media/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { creatingEndpoints } from '../../../test/contract-endpoints.ts';
import { pathsOfCreatingCalls, prepareCreatingCall } from '../../../test/creating-calls.ts';
import { formBody, noise, upload } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { localStorage } from '../media/storage.ts';

const community = setUpCommunity();
let secondProcess: Community;
beforeAll(async () => {
  const { dataDirectory } = community.current;
  secondProcess = await Community.open({
    sharesDatabaseWith: community.current,
    storage: localStorage(path.join(dataDirectory, 'media')),
  });
});
afterAll(() => secondProcess.close());

/**
 * Counts everything that a call may store: rows of every table except the keys, the support counters, tasks and files.
 */
async function countEverythingStored(): Promise<Record<string, number>> {
  const { db, dataDirectory } = community.current;
  const { rows: tables } = await db.$client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('idempotency_keys', 'support_changes')`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await db.$client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    counts[name] = rows[0]!.count;
  }
  const { rows: support } = await db.$client.query<{ given: number }>(
    'SELECT coalesce(sum(given), 0)::int AS given FROM support_changes',
  );
  const { rows: tasks } = await db.$client.query<{ count: number }>('SELECT count(*)::int AS count FROM jobs.job');
  const files = await readdir(path.join(dataDirectory, 'media'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const enqueued = tasks[0]!.count;
  return {
    ...counts,
    enqueued,
    supportGiven: support[0]!.given,
    files: files.filter((entry) => entry.isFile()).length,
  };
}

async function measureGrowth(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countEverythingStored();
  await work();
  const after = await countEverythingStored();
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
}

/** This call responds the same to new and known emails by design, so a repetition cannot be detected. */
const pathsWithoutKey = ['/api/auth/sign-up/email'];

test('every creating call of the contract is tested here', () => {
  const creating = creatingEndpoints().map((endpoint) => endpoint.path);
  expect(pathsOfCreatingCalls.filter((each) => !pathsWithoutKey.includes(each)).toSorted()).toEqual(
    creating.toSorted(),
  );
});

describe.for(pathsOfCreatingCalls.filter((each) => !pathsWithoutKey.includes(each)))('POST %s', (address) => {
  test('ten concurrent requests with one key, at two servers, run once and get the same response', async () => {
    const firstCall = await prepareCreatingCall(community.current, address);
    const growth = await measureGrowth(() => firstCall({ 'idempotency-key': randomUUID() }));
    expect(Math.max(...Object.values(growth))).toBeGreaterThan(0);

    const repeatedCall = await prepareCreatingCall(community.current, address);
    const headers = { 'idempotency-key': randomUUID() };
    const answers: Awaited<ReturnType<typeof repeatedCall>>[] = [];
    const growthOfTen = await measureGrowth(async () => {
      const ten = Array.from({ length: 10 }, (_, index) =>
        repeatedCall(headers, index % 2 === 0 ? community.current : secondProcess),
      );
      answers.push(...(await Promise.all(ten)));
    });
    expect(growthOfTen).toEqual(growth);
    answers.push(await repeatedCall(headers));
    expect(answers[0]!.status).toBeLessThan(300);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: answers[0]!.status, body: answers[0]!.body as object });
  });
});

const pictureForm = async () => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await noise(30, 30).png().toBuffer())], 'a.png'));
  return formBody(form);
};

const entry = (email: string) => ({ body: { firstName: 'Ana', lastName: 'Lund', email } });

describe('an idempotency key', () => {
  test('belongs to one picture: another picture with the key is rejected and not stored', async () => {
    const ana = await community.current.member();
    const headers = { 'idempotency-key': randomUUID() };
    const [one, other] = [await pictureForm(), await pictureForm()];
    const first = await ana.send('POST', uploadImage.path, { body: one.body, headers: { ...one.headers, ...headers } });
    expect(first.status).toBe(201);
    const growth = await measureGrowth(async () => {
      const call = { body: other.body, headers: { ...other.headers, ...headers } };
      expectProblem(await ana.send('POST', uploadImage.path, call), 409, 'request.key_reused');
    });
    expect(Object.values(growth).every((count) => count === 0)).toBe(true);
  });

  test('can be reused after its call failed', async () => {
    const ana = await community.current.member();
    const headers = { 'idempotency-key': randomUUID() };
    const params = { id: randomUUID() };
    const failed = await ana.call(feed.createComment, { params, body: { content: 'Hello' } }, headers);
    expect(failed.status).toBe(404);
    const damaged = await pictureForm();
    const damagedUpload = { body: damaged.body.subarray(0, 100), headers: { ...damaged.headers, ...headers } };
    expect((await ana.send('POST', uploadImage.path, damagedUpload)).status).toBe(400);
    const shared = await ana.call(feed.createPost, { body: { content: 'Then something else' } }, headers);
    expect(shared.status).toBe(201);
  });

  test('can be reused after an upload that could not be stored, which leaves nothing behind', async () => {
    let isFull = true;
    const diskStorage = localStorage(path.join(community.current.dataDirectory, 'media'));
    const server = await Community.open({
      sharesDatabaseWith: community.current,
      storage: {
        ...diskStorage,
        put: async (...file) => {
          if (isFull && file[0].includes('card'))
            throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
          await diskStorage.put(...file);
        },
      },
    });
    const ana = await server.member();
    const form = await pictureForm();
    const call = { body: form.body, headers: { ...form.headers, 'idempotency-key': randomUUID() } };
    const growth = await measureGrowth(async () => {
      const rejected = await ana.send('POST', uploadImage.path, call);
      expectProblem(rejected, 503, 'server.unavailable');
      expect(rejected.headers['retry-after']).toBe('30');
    });
    expect(Object.values(growth).every((count) => count === 0)).toBe(true);
    isFull = false;
    expect((await ana.send('POST', uploadImage.path, call)).status).toBe(201);
    await server.close();
  });

  test.for(['ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH'])(
    'keeps its picture if the COMMIT of an upload succeeded without a response (%s)',
    async (code) => {
      const ana = await community.current.member();
      const form = await pictureForm();
      const call = { body: form.body, headers: { ...form.headers, 'idempotency-key': randomUUID() } };
      const { query: originalQuery } = Client.prototype as unknown as {
        query: (...args: unknown[]) => Promise<unknown>;
      };
      const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
        const result = originalQuery.apply(this, args);
        if ((args[0] as { name?: string }).name !== 'commit') return result as never;
        return result.then(() => Promise.reject(Object.assign(new Error(`read ${code}`), { code }))) as never;
      });
      const lostResponse = await ana.send('POST', uploadImage.path, call).finally(() => query.mockRestore());
      const repeatedResponse = await ana.send<{ url: string }>('POST', uploadImage.path, call);
      expect(repeatedResponse.status).toBe(201);
      expect((await ana.send('GET', repeatedResponse.body.url)).status).toBe(200);
      expectProblem(lostResponse, 503, 'server.unavailable');
    },
  );

  test('of a visitor is valid at any address, and never reveals one visitor’s data to another', async () => {
    const headers = { 'idempotency-key': 'the-same-for-both' };
    const [one, other] = [`${randomUUID()}@mail.test`, `${randomUUID()}@mail.test`];
    const first = await community.current.visitor.call(joinWaitlist, entry(one), headers);
    const responseElsewhere = await community.current
      .visitorFrom('203.0.113.7')
      .call(joinWaitlist, entry(one), headers);
    expect(responseElsewhere).toMatchObject({ status: 201, body: first.body });
    const stranger = await community.current.visitor.call(joinWaitlist, entry(other), headers);
    expect(stranger).toMatchObject({ status: 201, body: { email: other } });
  });

  test('is optional: without it, two uploads create two pictures', async () => {
    const ana = await community.current.member();
    const file = { name: 'a.png', bytes: await noise(30, 30).png().toBuffer() };
    const urls = [1, 2].map(async () => (await upload<{ url: string }>(ana, uploadImage.path, file)).body.url);
    expect(new Set(await Promise.all(urls)).size).toBe(2);
  });
});
