import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the program that a script runs, and then the script',
  async (signal) => {
    const program = `
      import { run } from ${JSON.stringify(import.meta.resolve('./run.ts'))};
      const endless = 'console.log(process.pid); setInterval(() => undefined, 60_000);';
      await run([process.execPath, '--eval', endless], { show: true });`;
    const script = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(script, 'exit');
    const [line] = (await once(createInterface({ input: script.stdout }), 'line')) as [string];
    script.kill(signal);
    expect(await exited).toEqual([1, null]);
    expect(() => process.kill(Number(line), 0)).toThrow('ESRCH');
  },
);
