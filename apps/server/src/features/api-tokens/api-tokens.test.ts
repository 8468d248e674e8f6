import { listAuditLog, listUsers } from '@commons/contract/admin/schemas';
import { apiTokenLimits, type TokenScope, tokenScopes } from '@commons/contract/api-tokens';
import * as contract from '@commons/contract/api-tokens/schemas';
import { listEvents } from '@commons/contract/events/schemas';
import { listMeditations } from '@commons/contract/meditations/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity, setUpSecondServer } from '../../../test/community.ts';
import { endpoints } from '../../../test/contract-endpoints.ts';
import { users } from '../../community/members/users.tables.ts';
import { apiTokens } from './api-tokens.tables.ts';

const community = setUpCommunity();
const second = setUpSecondServer(community);

const newAdmin = () => community.current.member({ role: 'admin' });

async function createToken(admin: Member, scopes: TokenScope[] = [...tokenScopes]) {
  const response = await admin.call(contract.createApiToken, { body: { name: 'Dashboard', scopes, days: 30 } });
  expect(response.status).toBe(200);
  return response.body;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusWith = async (token: string, url = '/api/admin/users', method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
  (await community.current.visitor.send(method, url, { headers: bearer(token) })).status;

describe('a token', () => {
  test('is shown once, stored as a digest, and audited', async () => {
    const admin = await newAdmin();
    const { token, apiToken } = await createToken(admin, ['members:read']);
    expect(token).toMatch(/^mc_[\w-]{43}$/);
    expect(token.startsWith(apiToken.start)).toBe(true);
    const list = await admin.call(contract.listApiTokens, {});
    expect(JSON.stringify(list.body)).not.toContain(token);
    const rows = await community.current.db.select().from(apiTokens);
    expect(JSON.stringify(rows)).not.toContain(token.slice(7));
    const audit = (await admin.call(listAuditLog, { query: { actorId: admin.id } })).body;
    expect(audit).toMatchObject([{ action: 'api_token.created', details: { scopes: 'members:read', days: 30 } }]);
  });

  test('reads on every server and records its use, without a cookie', async () => {
    const { token, apiToken } = await createToken(await newAdmin());
    expect(await statusWith(token)).toBe(200);
    const onSecond = await second.current.visitor.send('GET', '/api/admin/users', { headers: bearer(token) });
    expect([onSecond.status, onSecond.headers['set-cookie']]).toEqual([200, undefined]);
    const list = (await (await newAdmin()).call(contract.listApiTokens, {})).body;
    expect(list.find(({ id }) => id === apiToken.id)).toMatchObject({
      lastUsedAt: expect.any(String),
      state: 'active',
    });
  });

  const scopedCalls = [
    [listUsers.path, 'members:read'],
    ['/api/admin/stats', 'statistics:read'],
    ['/api/admin/health', 'statistics:read'],
    ['/api/admin/status', 'statistics:read'],
    [listAuditLog.path, 'audit:read'],
    [listEvents.path, 'events:read'],
    [listMeditations.path, 'content:read'],
    ['/api/books', 'content:read'],
  ] as const;
  test.for(scopedCalls)('reads %s only with %s', async ([path, scope]) => {
    const admin = await newAdmin();
    expect(await statusWith((await createToken(admin, [scope])).token, path)).toBe(200);
    const others = tokenScopes.filter((each) => each !== scope);
    expect(await statusWith((await createToken(admin, others)).token, path)).toBe(403);
  });

  test('is refused by every call without a scope, even with all scopes and a session', async () => {
    const admin = await newAdmin();
    const { token } = await createToken(admin);
    const open = new Set<string>([
      ...scopedCalls.map(([path]) => path),
      ...['/api/events/{id}', '/api/podcasts', '/api/meditations/{id}', '/api/meditations/filters'],
    ]);
    const accepted: string[] = [];
    for (const { method, path } of endpoints) {
      if (method === 'GET' && open.has(path)) continue;
      const url = path.replaceAll(/\{\w+\}/g, '01a1f8b0-1842-784d-8a93-e722f3082526');
      const { status, body } = await admin.send<{ type?: string }>(method, url, { headers: bearer(token) });
      const anonymous = await community.current.visitor.send<{ type?: string }>(method, url);
      // Public calls do not look at the token.
      const isPublic = status === anonymous.status && body.type === anonymous.body.type;
      if (!isPublic && body.type !== 'urn:problem:request.token_scope') accepted.push(`${method} ${path} ${status}`);
    }
    expect(accepted).toEqual([]);
  });

  test.for(['mc_', `mc_${'a'.repeat(43)}`, 'mc_%00', `mc_${'é'.repeat(10)}`])('%s is unknown', async (token) => {
    const headers = { authorization: `Bearer ${Buffer.from(token).toString('latin1')}` };
    const response = await community.current.visitor.send<{ type: string }>('GET', '/api/admin/users', { headers });
    expect(response.status).toBe(401);
  });

  test('of another program, which a proxy adds, does not replace the session', async () => {
    const admin = await newAdmin();
    expect((await admin.send('GET', '/api/admin/users', { headers: bearer('eyJhbGciOi') })).status).toBe(200);
  });

  test.for<[string, (admin: Member, id: string) => Promise<unknown>]>([
    ['revoked', async (_admin, id) => (await newAdmin()).call(contract.revokeApiToken, { params: { id } })],
    ['expired', async (_admin, id) => changeToken(id, { expiresAt: new Date(Date.now() - 1_000) })],
    ['of a former admin', async ({ id }) => changeUser(id, { role: 'manager' })],
    ['of a suspended admin', async ({ id }) => changeUser(id, { suspendedUntil: new Date(Date.now() + 60_000) })],
    ['of an admin who left', async ({ id }) => changeUser(id, { leftAt: new Date() })],
  ])('%s ends at once on every server', async ([, end]) => {
    const admin = await newAdmin();
    const { token, apiToken } = await createToken(admin);
    expect(await statusWith(token)).toBe(200);
    await end(admin, apiToken.id);
    expect(await statusWith(token)).toBe(401);
    const onSecond = await second.current.visitor.send('GET', '/api/admin/users', { headers: bearer(token) });
    expect(onSecond.status).toBe(401);
  });

  test.for([
    [{ days: 0 }, 'days'],
    [{ days: apiTokenLimits.days + 1 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['messages:read'] }, 'scopes.0'],
    [{ scopes: ['events:read', 'events:read'] }, 'scopes'],
    [{ name: ' ' }, 'name'],
  ] as const)('is not created with %j', async ([change, path]) => {
    const admin = await newAdmin();
    const body = { name: 'Dashboard', scopes: ['events:read'], days: 30, ...change };
    const response = await admin.send<{ errors: { path: string }[] }>('POST', '/api/admin/api-tokens', { body });
    expect([response.status, response.body.errors[0]?.path]).toEqual([400, path]);
    expect(await community.current.db.$count(apiTokens, eq(apiTokens.memberId, admin.id))).toBe(0);
  });

  test('is the last one beyond the limit of an admin', async () => {
    const admin = await newAdmin();
    for (let count = 0; count < apiTokenLimits.perAdmin; count += 1) await createToken(admin, ['events:read']);
    const body = { name: 'One more', scopes: ['events:read' as const], days: 1 };
    expect((await admin.call(contract.createApiToken, { body })).status).toBe(409);
  });
});

const changeToken = (id: string, values: Partial<typeof apiTokens.$inferInsert>) =>
  community.current.db.update(apiTokens).set(values).where(eq(apiTokens.id, id));
const changeUser = (id: string, values: Partial<typeof users.$inferInsert>) =>
  community.current.db.update(users).set(values).where(eq(users.id, id));

describe('if admins need two-factor sign-in', () => {
  const strict = setUpCommunity({ ADMIN_TWO_FACTOR: 'required' });

  test('a token works only while its admin has it', async () => {
    const admin = await strict.current.member({ role: 'admin' });
    const { db } = strict.current;
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, admin.id));
    const { token } = await createToken(admin);
    const read = async () =>
      (await strict.current.visitor.send('GET', '/api/admin/users', { headers: bearer(token) })).status;
    expect(await read()).toBe(200);
    await db
      .update(users)
      .set({ twoFactorEnabled: sql`false` })
      .where(eq(users.id, admin.id));
    expect(await read()).toBe(401);
  });
});

describe('with rate limits', () => {
  const limited = setUpCommunity({ RATE_LIMITS: 'on' });

  test('guessing tokens is slowed down per network', async () => {
    const visitor = limited.current.visitorFrom('203.0.113.9');
    const statuses = new Set<number>();
    for (let guess = 0; guess < 61; guess += 1)
      statuses.add((await visitor.send('GET', '/api/admin/users', { headers: bearer(`mc_${guess}`) })).status);
    expect([...statuses]).toEqual([401, 429]);
  });
});
