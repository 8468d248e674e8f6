import { access, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runCommand } from '../../test/commands.ts';
import { setUpCommunity } from '../../test/community.ts';
import { query } from '../../test/embedded-postgres.ts';
import { users } from '../community/members/users.tables.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';

const community = setUpCommunity();

let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), 'mindful-commons-admin-'));
  await chmod(workspace, 0o755);
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

const admin = (parameters: string[], environment: Record<string, string> = {}) =>
  runCommand('admin', parameters, workspace, { DATA_DIR: workspace, ...environment });

describe('npm run admin -- grant EMAIL', () => {
  test('makes a member an administrator and reports it', async () => {
    const ana = await community.current.member({ email: 'ana@mail.test' });
    const outcome = await admin(['grant', 'Ana@mail.test'], { DATABASE_URL: community.current.databaseUrl });
    expect(outcome).toEqual({ code: 0, stdout: 'Ana@mail.test is an administrator now.\n', stderr: '' });
    expect(await community.current.findUser(ana.id)).toMatchObject({ role: 'admin' });
  });

  test('reports that no such member exists', async () => {
    const outcome = await admin(['grant', 'nobody@mail.test'], { DATABASE_URL: community.current.databaseUrl });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain('There is no member with the email nobody@mail.test');
  });

  test('rejects a suspended member with an explanation', async () => {
    const { id } = await community.current.member({ email: 'sue@mail.test' });
    const suspendedUntil = new Date(Date.now() + 60_000);
    await community.current.db.update(users).set({ suspendedUntil }).where(eq(users.id, id));
    const outcome = await admin(['grant', 'sue@mail.test'], { DATABASE_URL: community.current.databaseUrl });
    expect(outcome).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('This member is suspended.'),
    });
    expect(outcome.stderr).not.toContain('    at ');
    expect(await community.current.findUser(id)).toMatchObject({ role: 'user' });
  });

  test('uses the embedded database of a running server, and starts it if the server is stopped', async () => {
    const directory = path.join(workspace, 'database');
    const server = await startEmbeddedPostgres({ directory, durability: 'none' });
    await migrateDatabase(server.url);
    await query(
      server.url,
      `INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), 'ana@mail.test', 'Ana'), (gen_random_uuid(), 'ben@mail.test', 'Ben')`,
    );
    expect(await admin(['grant', 'ana@mail.test'])).toMatchObject({ code: 0 });
    expect(await query(server.url, 'SELECT email FROM users WHERE role = $$admin$$')).toEqual([
      { email: 'ana@mail.test' },
    ]);
    await server.stop();

    expect(await admin(['grant', 'ben@mail.test'])).toMatchObject({ code: 0 });
    expect(await admin(['grant', 'carl@mail.test'])).toMatchObject({ code: 1 });
    const restarted = await startEmbeddedPostgres({ directory, durability: 'none' });
    const admins = await query(restarted.url, 'SELECT email FROM users WHERE role = $$admin$$ ORDER BY email');
    await restarted.stop();
    expect(admins).toEqual([{ email: 'ana@mail.test' }, { email: 'ben@mail.test' }]);
  });

  test('does not create a community', async () => {
    const empty = path.join(workspace, 'nothing here');
    const outcome = await admin(['grant', 'ana@mail.test'], { DATA_DIR: empty });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('contains no community') });
    await expect(access(empty)).rejects.toThrow();
  });

  test.for<[problem: string, url: () => string, message: string]>([
    ['a database without tables', () => inject('template').postgresUrl, 'This database contains no community'],
    ['an unavailable database', () => 'postgres://nobody@127.0.0.1:1/none', 'The database cannot be reached'],
    ['an invalid URL', () => 'mysql://localhost', 'DATABASE_URL: must begin with postgres://'],
  ])('explains %s', async ([, url, message]) => {
    const outcome = await admin(['grant', 'ana@mail.test'], { DATABASE_URL: url() });
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(outcome.stderr).not.toContain('    at ');
  });

  test('prints its usage for invalid arguments', async () => {
    const calls = [
      [],
      ['grant'],
      ['revoke', 'ana@mail.test'],
      ['grant', 'ana@mail.test', 'ben@mail.test'],
      ['toString'],
    ];
    for (const outcome of await Promise.all(calls.map((parameters) => admin(parameters))))
      expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run admin -- grant EMAIL') });
  });
});
