import { randomUUID } from 'node:crypto';
import { requestPasswordReset, resetPassword, signIn, signUp } from '@commons/contract/auth/schemas';
import { createComment, createPost, updatePost } from '@commons/contract/feed/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Community, Member } from '../../../test/community.ts';
import { moduleAt, runOnFullDisk } from '../../../test/scarce-process.ts';

/** Personal data that must not appear in the log. Each value occurs in the scenario below. */
const secrets = {
  email: 'ana.lund@mail.test',
  firstName: 'Anastasia',
  lastName: 'Lundqvist',
  password: 'my cat is called Misty',
  wrongPassword: 'my cat is called Rusty',
  post: 'I have not slept since Tuesday',
  comment: 'Neither have I, since the fire',
  message: 'I heard of you at the clinic',
  address: '203.0.113.77',
  browser: 'Netscape Navigator 4.7',
  search: 'panic attacks',
  key: 'key-of-the-member',
};

let community: Community;
const lines: string[] = [];
beforeAll(async () => {
  community = await Community.open({ logTo: { write: (line) => lines.push(line) } });
});
afterAll(() => community.close());

/** Runs a scenario with every kind of request, half of which fail. */
async function runScenario(): Promise<string[]> {
  const visitor = community.visitorFrom(secrets.address, { 'user-agent': secrets.browser });
  // Without an existing account, the first one would need the setup code.
  await community.member();
  const { email, password, firstName, lastName } = secrets;
  const body = { email, password, firstName, lastName, isAdult: true, agreesToHealthData: true } as const;
  await visitor.call(signUp, { body });
  await visitor.call(signUp, { body });
  await visitor.send('POST', signUp.path, { body: { ...body, email: `${email} `, password: 'short' } });
  await visitor.call(signIn, { body: { email, password: secrets.wrongPassword } });
  const signedIn = await visitor.call(signIn, { body: { email, password } });
  const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
  const ana = new Member(community.server, { id: '', email, cookie });

  const headers = { 'idempotency-key': secrets.key };
  const post = await ana.call(createPost, { body: { content: secrets.post } }, headers);
  const params = { id: post.body.id };
  await ana.call(createComment, { params, body: { content: secrets.comment } });
  await ana.send('POST', createPost.path, {
    body: `{"content": "${secrets.post}`,
    headers: { 'content-type': 'application/json' },
  });
  await ana.send('POST', createPost.path, { body: { content: secrets.post, [secrets.comment]: 1 } });
  await ana.send('GET', `/api/posts?search=${encodeURIComponent(secrets.search)}`);
  await ana.send('GET', `/members/${secrets.email}?q=${encodeURIComponent(secrets.search)}`);
  (await community.connect(ana, { 'user-agent': secrets.browser })).close();

  const entry = { firstName, lastName, email, message: secrets.message };
  await visitor.call(joinWaitlist, { body: entry });
  await visitor.call(joinWaitlist, { body: entry });

  await visitor.call(requestPasswordReset, { body: { email } });
  const mails = await community.mails();
  const token = /token=(\S+)/.exec(mails.map(({ text }) => text).join('\n'))?.[1] ?? '';
  expect(token).not.toBe('');
  await visitor.call(resetPassword, { body: { token: `${token}x`, newPassword: password } });
  await visitor.call(resetPassword, { body: { token, newPassword: password } });

  await community.db.$client.query(
    'ALTER TABLE posts ADD CONSTRAINT no_sleep CHECK (content NOT LIKE $$%Wednesday%$$)',
  );
  const ben = await community.member();
  await ben.call(createPost, { body: { content: secrets.post.replace('Tuesday', 'Wednesday') } });
  const bensPost = await ben.call(createPost, { body: { content: secrets.post } });
  await ben.call(updatePost, { params: { id: bensPost.body.id }, body: { content: `${secrets.post} Wednesday` } });
  await community.db.$client.query('ALTER TABLE waitlist_entries RENAME TO lost_entries');
  await visitor.call(joinWaitlist, { body: { ...entry, email: `${randomUUID()}@mail.test` } });
  await community.db.$client.query('ALTER TABLE users RENAME COLUMN email_verified TO lost');
  await visitor.call(signIn, { body: { email, password } });
  await visitor.call(signUp, { body: { ...body, email: `second.${email}` } });
  return [...Object.values(secrets), token, cookie.split('=')[1] ?? '', 'commons-session'];
}

test('no log line contains personal data', async () => {
  const scenarioSecrets = await runScenario();
  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(40);
  for (const secret of scenarioSecrets) {
    expect(log).not.toContain(secret);
    expect(log).not.toContain(encodeURIComponent(secret));
  }
  expect(log).not.toMatch(/\$argon|scrypt|INSERT INTO|params:/i);
});

test('every internal error is logged once, with its stack and the request id that the member sees', () => {
  const records = lines.map((line) => JSON.parse(line) as { level: number; reqId?: string; err?: { stack?: string } });
  const failures = records.filter(({ level }) => level >= 50);
  expect(failures.length).toBeGreaterThanOrEqual(4);
  expect(new Set(failures.map(({ reqId }) => reqId)).size).toBe(failures.length);
  for (const { err } of failures) expect(err?.stack).toContain('    at ');
});

test('a request is logged by method, route and status', () => {
  const requests = lines.map((line) => JSON.parse(line) as { req?: object }).filter(({ req }) => req);
  for (const { req } of requests) expect(Object.keys(req ?? {})).toEqual(['method', 'route']);
});

test('a full disk loses log lines but does not stop the server', async () => {
  const { stderr, code } = await runOnFullDisk(`
    import { createLogger } from ${moduleAt('platform/observability/logging.ts')};
    const log = createLogger('info');
    for (let line = 0; line < 200; line += 1) log.info('as long as a line of the log is, so that many of them are written at once');
    setImmediate(() => console.error('still here'));`);
  expect({ stderr, code }).toEqual({ stderr: 'still here\n', code: 0 });
});
