import { expect, test } from 'vitest';
import { moduleAt, runWithFewDescriptors } from '../../../test/scarce-process.ts';

test('without a free file descriptor, the start fails without crashing the process', async () => {
  const { stdout, stderr, code } = await runWithFewDescriptors(`
    import { startPostmaster } from ${moduleAt('platform/embedded-postgres/postmaster.ts')};
    exhaustDescriptors(1);
    const failure = await startPostmaster({
      cluster: { folder: '/nowhere', identity: { kind: 'self' } },
      binaries: { postgres: process.execPath },
      durability: 'none',
      log() {},
    }).catch((error) => error);
    releaseDescriptors();
    setImmediate(() => console.log(failure.name + ': ' + failure.message));`);
  expect({ stdout, stderr, code }).toEqual({
    stdout: 'OperatorError: PostgreSQL did not start: no process could be started\n',
    stderr: '',
    code: 0,
  });
});
