import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { run } from './lib/run.ts';

const defaultInputs = 200_000;

/**
 * `npm run fuzz -- 200000 --seed 7` sends 200,000 inputs to all calls, cursors, headers and frames. The seed repeats
 * them.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const inputs = Number(positionals[0] ?? defaultInputs);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!Number.isInteger(inputs) || inputs < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run fuzz -- [number of inputs] [--seed number]');
  process.exit(1);
}

console.log(`${inputs} inputs, seed ${seed}. To repeat: npm run fuzz -- ${inputs} --seed ${seed}`);
const files = ['apps/server/test/fuzz.slow.test.ts', 'apps/server/src/features/messages/privacy.test.ts'];
const command = ['vitest', 'run', '--reporter=verbose', ...files];
const { ok } = await run(command, { show: true, env: { FUZZ_INPUTS: String(inputs), FUZZ_SEED: String(seed) } });
process.exitCode = ok ? 0 : 1;
