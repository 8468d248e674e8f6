import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

test('a script stops gracefully after npm was killed', async () => {
  const script = `
    import ${JSON.stringify(import.meta.resolve('./stop-with-npm.mjs'))};
    process.on('SIGTERM', () => {
      console.log('stopped gracefully');
      process.exit();
    });
    setInterval(() => undefined, 60_000);
    console.log('runs');`;
  const starter = `
    require('node:child_process').spawn(process.execPath, ['--input-type=module', '--eval', process.argv[1]], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });`;
  const npm = spawn(process.execPath, ['--eval', starter, script], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: npm.stdout })) {
    lines.push(line);
    if (line === 'runs') npm.kill('SIGKILL');
  }
  expect(lines).toEqual(['runs', 'stopped gracefully']);
});
