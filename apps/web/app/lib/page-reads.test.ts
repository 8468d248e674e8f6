import { authCalls } from '@commons/contract/auth/calls';
import { expect, test } from 'vitest';
import { call } from './api-client.ts';
import { readingThrough } from './page-reads.server.ts';

test.for([200, 204])('a reply with the status %i and no content is not a failure', async (status) => {
  const read = async () => ({ status, body: '', link: undefined });
  expect(await readingThrough(read, async () => call(authCalls.getCurrentUser))).toBeUndefined();
});
