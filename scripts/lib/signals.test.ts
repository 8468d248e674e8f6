import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a repeated stop signal is passed on once, and other signals always', async () => {
  const program = `
    import { passSignalsOnce } from ${JSON.stringify(import.meta.resolve('./signals.ts'))};
    passSignalsOnce();
    const received = [];
    process.on('SIGINT', () => received.push('SIGINT'));
    process.on('SIGTERM', () => received.push('SIGTERM'));
    process.on('SIGUSR2', () => {
      console.log(received.join());
      process.exit();
    });
    setInterval(() => undefined, 60_000);
    process.once('SIGINT', () => {
      process.kill(process.pid, 'SIGINT');
      process.kill(process.pid, 'SIGTERM');
      process.kill(process.pid, 'SIGUSR2');
    });
    process.kill(process.pid, 'SIGINT');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout.trim()).toBe('SIGINT');
});
