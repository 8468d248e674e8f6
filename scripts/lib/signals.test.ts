import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a stop signal that arrives twice at once is heard once, and other signals as ever', async () => {
  const program = `
    import { passSignalsOnce } from ${JSON.stringify(import.meta.resolve('./signals.ts'))};
    passSignalsOnce();
    const heard = [];
    process.on('SIGINT', () => heard.push('SIGINT'));
    process.on('SIGTERM', () => heard.push('SIGTERM'));
    process.on('SIGUSR2', () => {
      console.log(heard.join());
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
