import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planCalls, resolveCall } from './fuzz/calls.ts';
import { conversations, Sockets } from './fuzz/frames.ts';
import { sendRequest, brokenFrames, bytes, requests, sendBytes } from './fuzz/wire.ts';
import { World } from './fuzz/world.ts';

/**
 * `npm run fuzz -- 200000 --seed 7` sets both. By default the same few inputs run each time, so that a new failure is
 * caused by the change under test.
 */
const inputs = Number(process.env['FUZZ_INPUTS'] ?? 2_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_803);
const shares = { calls: 0.8, frames: 0.16, requests: 0.04 } as const;

const timeout = 60_000 + inputs * 20;
const concurrentCalls = 8;
const concurrentConversations = 4;
/** Minimum average number. */
const minFramesPerConversation = 10;
const batchesBetweenRestores = 60;

const print = (line: string) => process.stdout.write(`${line}\n`);

let world: World;
let sockets: Sockets;
beforeAll(async () => {
  world = await World.open();
  sockets = new Sockets(world);
});
afterAll(async () => {
  await sockets.close();
  await world.community.close();
});

/** Generates batches of inputs until the wanted number is reached, and prints the rate. Returns the faults. */
async function run<Input>(
  label: string,
  { target, concurrency, inputsPerItem = 1 }: { target: number; concurrency: number; inputsPerItem?: number },
  inputArbitrary: fc.Arbitrary<Input>,
  processInput: (input: Input) => Promise<number>,
): Promise<string[]> {
  // Resets suspensions by earlier inputs, which would prevent new sockets.
  await world.restore();
  const startedAt = performance.now();
  let processed = 0;
  let batches = 0;
  const batch = fc.oneof(
    { arbitrary: fc.array(inputArbitrary, { minLength: concurrency, maxLength: concurrency }), weight: 9 },
    // The same input several times concurrently, as repeated clicks or retries send it.
    { arbitrary: inputArbitrary.map((one) => Array.from({ length: concurrency }, () => one)), weight: 1 },
  );
  await fc.assert(
    fc.asyncProperty(batch, async (batchInputs) => {
      if (processed >= target) return;
      const counts = await Promise.all(batchInputs.map(processInput));
      processed += counts.reduce((sum, count) => sum + count, 0);
      batches += 1;
      if (batches % batchesBetweenRestores === 0) await world.restore();
    }),
    { seed, numRuns: Math.ceil(target / concurrency / inputsPerItem), endOnFailure: true },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  print(`${label}: ${processed} inputs in ${seconds.toFixed(1)} s, ${Math.round(processed / seconds)}/s, seed ${seed}`);
  return world.faults.drain();
}

test('every call gets a response that the contract allows', { timeout }, async () => {
  const calls = planCalls(world.routes, world.document);
  const faults = await run(
    'calls',
    { target: inputs * shares.calls, concurrency: concurrentCalls },
    calls,
    async (planned) => {
      await world.call(resolveCall(planned, world.pool));
      return 1;
    },
  );
  const counts = [...world.statuses].toSorted(([one], [other]) => one - other).map((pair) => pair.join(' × '));
  print(`answered: ${counts.join(', ')}`);
  expect(faults).toEqual([]);
  // Checks that enough calls passed the first validation to be meaningful.
  for (const status of [200, 201, 204, 400, 401, 403, 404, 413, 415])
    expect([...world.statuses.keys()]).toContain(status);
});

test(
  'every socket frame gets a response that the contract allows, and the server keeps running',
  { timeout },
  async () => {
    const target = {
      target: inputs * shares.frames,
      concurrency: concurrentConversations,
      each: minFramesPerConversation,
    };
    expect(
      await run('frames', target, conversations, async (conversation) => sockets.sendConversation(conversation)),
    ).toEqual([]);
  },
);

test('all network input gets a response that the contract allows', { timeout }, async () => {
  const base = await world.community.listen();
  const one = fc.oneof(
    { arbitrary: requests.map((inputsPerItem) => async () => sendRequest(world, base, inputsPerItem)), weight: 4 },
    { arbitrary: bytes.map((inputsPerItem) => async () => sendBytes(world, base, inputsPerItem)), weight: 2 },
    { arbitrary: brokenFrames.map((inputsPerItem) => async () => sendBytes(world, base, inputsPerItem)), weight: 1 },
  );
  const faults = await run(
    'requests',
    { target: inputs * shares.requests, concurrency: concurrentCalls },
    one,
    async (send) => {
      await send();
      return 1;
    },
  );
  expect(faults).toEqual([]);
});

test('afterwards every counter matches a recount, and no transactions have deadlocked', async () => {
  expect(Object.entries(await world.recount()).filter(([, count]) => count !== 0)).toEqual([]);
});
