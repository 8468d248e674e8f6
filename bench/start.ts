import { makeFolder } from './lib/database.ts';
import { type Bench, type Measurement, median, rounded, spread } from './lib/measurement.ts';
import { startServer } from './lib/servers.ts';

const rounds = { full: 5, quick: 2 };
const atMostSeconds = { first: 3, later: 1.5 };

/** Measures the time from the start of the process until `/readyz` succeeds: a first start and a later one. */
export async function measureStart(bench: Bench): Promise<Measurement[]> {
  const times = { first: [] as number[], later: [] as number[] };
  for (let round = 0; round < rounds[bench.quick ? 'quick' : 'full']; round += 1) {
    const DATA_DIR = await makeFolder(bench.cleanups);
    for (const kind of ['first', 'later'] as const) {
      const server = await startServer(bench, { DATA_DIR, STARTER_CONTENT: 'on' });
      times[kind].push(server.readyMilliseconds / 1000);
      await server.end('SIGTERM');
    }
  }
  return (['first', 'later'] as const).map((kind) => ({
    name: `${kind} start to ready`,
    value: rounded(median(times[kind]), 2),
    unit: 's',
    target: { atMost: atMostSeconds[kind] },
    note: `median of ${times[kind].length}, ${spread(times[kind], 2)}`,
  }));
}
