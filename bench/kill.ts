import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, type Measurement, rounded, spread } from './lib/measurement.ts';
import { between } from './lib/random.ts';
import { type KillableSite, startAlone, startPair, type Victim } from './lib/sites.ts';
import { type LoadedCommunity, openLoadedCommunity } from './mixed-load/community.ts';

const rounds = { full: 300, quick: 10 };
const maxReadySeconds = 10;

/** A community of one server and one of two, and the parts that are killed in turn. */
const setups = {
  alone: { start: startAlone, victims: ['server', 'database', 'both'], share: 0.6 },
  pair: { start: startPair, victims: ['one of two servers', 'Redis'], share: 0.4 },
} satisfies Record<string, { start: typeof startAlone; victims: Victim[]; share: number }>;

/**
 * Repeatedly kills a server, its PostgreSQL, both, one of two servers or their Redis under load. Acknowledged writes
 * must exist exactly once. Unacknowledged writes must exist exactly once after a retry. All recounts must agree.
 */
export async function measureKill(bench: Bench): Promise<Measurement[]> {
  const total = bench.rounds ?? rounds[bench.quick ? 'quick' : 'full'];
  const measurements: Measurement[] = [];
  for (const [name, { start, victims, share }] of Object.entries(setups)) {
    const community = await openLoadedCommunity(bench, { start, pauseMilliseconds: 0 });
    const readySeconds = await killInTurn(community, victims, Math.round(share * total));
    measurements.push(...(await community.verify(name)));
    for (const [victim, seconds] of readySeconds)
      measurements.push({
        name: `ready again after kill -9: ${victim}`,
        value: rounded(Math.max(...seconds), 2),
        unit: 's',
        target: { atMost: maxReadySeconds },
        note: `the slowest of ${seconds.length}: ${spread(seconds, 2)} s`,
      });
  }
  return measurements;
}

/** Kills the victims in turn. Returns the seconds until everything was ready, by victim. */
async function killInTurn(
  { site, underLoad, retry }: LoadedCommunity<KillableSite>,
  victims: readonly Victim[],
  count: number,
): Promise<Map<Victim, number[]>> {
  const readySeconds = new Map<Victim, number[]>();
  for (let round = 0; round < count; round += 1) {
    const victim = victims[round % victims.length]!;
    const seconds = await underLoad(async () => {
      // Long enough that every connection writes; random, so that kills hit different moments of a transaction.
      await wait(between(300, 1_000));
      // Writes continue while one of two servers or Redis is away.
      return site.kill(victim, () => wait(between(300, 800)));
    });
    const retriedCount = await retry();
    readySeconds.getOrInsertComputed(victim, () => []).push(seconds);
    console.log(`  ${round + 1}: ${victim}, ready after ${rounded(seconds, 2)} s, ${retriedCount} retried`);
  }
  return readySeconds;
}
