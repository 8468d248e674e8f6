import { type Measurement, median, rounded, spread } from './lib/measurement.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';

const rounds = 5;

/** Measures the time from the start of the process until `/readyz` succeeds: a first start and a later one. */
export async function measureStart(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const times = { first: [] as number[], later: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const DATA_DIR = await makeFolder(cleanups);
    for (const kind of ['first', 'later'] as const) {
      const server = await startServer({ DATA_DIR, STARTER_CONTENT: 'on' });
      times[kind].push(server.readyMilliseconds / 1000);
      await server.end('SIGTERM');
    }
  }
  return [
    startMeasurement('first start to ready', times.first, 4),
    startMeasurement('later start to ready', times.later, 1.5),
  ];
}

const startMeasurement = (name: string, seconds: number[], atMost: number): Measurement => ({
  name,
  value: rounded(median(seconds), 2),
  unit: 's',
  target: { atMost },
  note: `median of ${rounds}, ${spread(seconds, 2)}`,
});
