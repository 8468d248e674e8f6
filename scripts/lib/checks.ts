import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from './root.ts';
import { type CommandResult, run } from './run.ts';

interface Check {
  readonly name: string;
  /** Run one after another until one fails. */
  readonly commands: readonly (readonly string[])[];
  readonly cwd?: string;
}

export interface CheckResult extends CommandResult {
  readonly name: string;
}

/** The longest first, so that the short ones fill the gaps. */
const checks: readonly Check[] = [
  {
    name: 'types, lint and import boundaries',
    commands: [['react-router', 'typegen', 'apps/web'], ['oxlint']],
  },
  { name: 'unused files, exports and packages', commands: [['knip', '--no-progress']] },
  {
    name: 'migrations',
    cwd: path.join(root, 'apps/server'),
    commands: [
      ['drizzle-kit', 'check'],
      ['node', path.join(root, 'scripts/check-migrations.ts')],
    ],
  },
  {
    name: 'types of the service worker',
    commands: [['tsc', '--noEmit', '--project', 'apps/web/tsconfig.service-worker.json']],
  },
  { name: 'plain English', commands: [['node', 'scripts/check-english.ts']] },
  { name: 'format', commands: [['oxfmt', '--check']] },
];

/** Runs all checks, one per core at a time. Calls `onResult` when a check ends. */
export async function runChecks(onResult: (result: CheckResult) => void): Promise<CheckResult[]> {
  const waiting = [...checks];
  const results: CheckResult[] = [];
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runCheck(check);
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function runCheck({ name, commands, cwd }: Check): Promise<CheckResult> {
  let ok = true;
  let output = '';
  let seconds = 0;
  for (const command of commands) {
    const result = await run(command, cwd === undefined ? {} : { cwd });
    output += result.output;
    seconds += result.seconds;
    ok = result.ok;
    if (!ok) break;
  }
  return { name, ok, output, seconds };
}

/** Describes a passed check in one line; adds the output of a failed one. */
export function describeCheck({ name, ok, output, seconds }: CheckResult): string {
  const line = `${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`;
  return ok ? line : `${line}\n${output.trimEnd()}\n`;
}
