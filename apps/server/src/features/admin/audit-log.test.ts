import { auditLogFile } from '@commons/contract/admin';
import { listAuditLog, setUserFlag, setUserRole } from '@commons/contract/admin/schemas';
import type { AuditAction } from '@commons/contract/audit';
import { signUp } from '@commons/contract/auth/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { callPartsOf } from '../../../test/authorization.ts';
import { Community, type Member, sessionSecret } from '../../../test/community.ts';
import { type Method, openScenes } from '../../../test/scene.ts';
import { accessCodesOf } from '../../community/access-codes.ts';
import { users } from '../../community/members/users.tables.ts';
import { grantAdmin } from '../auth/first-admin.ts';

let community: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open();
  admin = await community.member({ firstName: 'Zoe', role: 'admin' });
});
afterAll(() => community.close());

const entries = async (query: { memberId?: string; actorId?: string; action?: AuditAction; limit?: number } = {}) =>
  (await admin.call(listAuditLog, { query })).body;
const actions = async (query: Parameters<typeof entries>[0]) => (await entries(query)).map(({ action }) => action);
/** Audit actions with the routes that perform them. Their calls create the subject (`<feature>.authorization.ts`). */
const auditedRoutes: [AuditAction, method: Method, path: string][] = [
  ['waitlist_entry.deleted', 'DELETE', '/api/waitlist/admin/:id'],
  ['invitation.sent', 'POST', '/api/waitlist/admin/invitations'],
  ['book_notification.deleted', 'DELETE', '/api/book-notifications/:id'],
  ['book.deleted', 'DELETE', '/api/books/:id'],
  ['podcast.deleted', 'DELETE', '/api/podcasts/:id'],
  ['journal_category.deleted', 'DELETE', '/api/journal-categories/:id'],
  ['journal_prompt.deleted', 'DELETE', '/api/journal-prompts/:id'],
  ['event.deleted', 'DELETE', '/api/events/:id'],
  ['meditation.deleted', 'DELETE', '/api/meditations/:id'],
];

describe('the audit log', () => {
  test.for(auditedRoutes)('records %s once, with its actor', async ([action, method, route]) => {
    const scene = (await openScenes(community))('admin');
    const { path, body } = await callPartsOf(method, route, scene);
    await admin.send(method, path, { body });
    const subjectId = method === 'DELETE' ? path.split('/').at(-1) : (body as { id: string }).id;
    expect(await entries({ action })).toMatchObject([
      { action, actor: { id: admin.id, displayName: 'Zoe Field' }, member: null, subjectId },
    ]);
  });

  test('records an import once, with its table and row counts', async () => {
    const csv = 'id,title,author,description,imageUrl,buyLink\r\n,A new book,Somebody,,,';
    expect(await admin.send('POST', '/api/admin/csv/books', { body: { csv } })).toMatchObject({ status: 200 });
    expect(await entries({ action: 'table.imported' })).toMatchObject([
      { actor: { id: admin.id }, member: null, subjectId: null, details: { table: 'books', added: 1, changed: 0 } },
    ]);
  });

  test('records no actor for a deletion with an access code', async () => {
    const accessCode = accessCodesOf(
      { waitlistAccessCode: undefined, bookAccessCode: undefined },
      sessionSecret,
    ).waitlist;
    const { firstName, lastName, email } = newcomer();
    const { id } = (await community.visitor.call(joinWaitlist, { body: { firstName, lastName, email } })).body;
    await community.visitor.send('DELETE', `/api/waitlist/admin/${id}`, { body: { accessCode } });
    const [entry] = await entries({ action: 'waitlist_entry.deleted', limit: 1 });
    expect(entry).toMatchObject({ actor: null, subjectId: id, details: { by: 'access code' } });
  });

  test('records no actor for a command-line change', async () => {
    const ben = await community.member();
    expect(await grantAdmin(community.db, ben.email)).toBe(true);
    expect(await entries({ memberId: ben.id })).toMatchObject([
      { action: 'role.changed', actor: null, details: { from: 'user', to: 'admin' } },
    ]);
  });

  test('can be filtered by actor, member and action, and is paginated, newest first', async () => {
    const [ben, other] = [await community.member(), await community.member({ role: 'admin' })];
    const params = { userId: ben.id };
    await other.call(setUserFlag, { params, body: { flagged: true } });
    await other.call(setUserRole, { params, body: { role: 'manager' } });
    await admin.call(setUserFlag, { params, body: { flagged: false } });
    expect(await actions({ memberId: ben.id })).toEqual(['flag.cleared', 'role.changed', 'flag.set']);
    expect(await actions({ memberId: ben.id, actorId: other.id })).toEqual(['role.changed', 'flag.set']);
    expect(await actions({ memberId: ben.id, action: 'flag.set' })).toEqual(['flag.set']);

    const first = await admin.call(listAuditLog, { query: { memberId: ben.id, limit: 2 } });
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))![1]!;
    expect((await admin.send<{ action: string }[]>('GET', next)).body.map(({ action }) => action)).toEqual([
      'flag.set',
    ]);
  });

  test('does not show names of former members', async () => {
    const ben = await community.member({ firstName: 'Benedict' });
    await admin.call(setUserFlag, { params: { userId: ben.id }, body: { flagged: true } });
    expect((await entries({ memberId: ben.id }))[0]?.member?.displayName).toBe('Benedict Field');
    await community.db.delete(users).where(eq(users.id, ben.id));
    expect((await entries({ memberId: ben.id }))[0]?.member).toEqual({ id: ben.id, displayName: null });
  });

  test('can be exported as a file with the same filters', async () => {
    const ben = await community.member({ firstName: '=1+1' });
    await admin.call(setUserFlag, { params: { userId: ben.id }, body: { flagged: true } });
    const response = await admin.send<string>('GET', `${auditLogFile}?memberId=${ben.id}`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
    expect(parse(response.body, { bom: true, columns: true })).toEqual([
      {
        time: expect.stringMatching(/Z$/),
        action: 'flag.set',
        'actor id': admin.id,
        actor: 'Zoe Field',
        'member id': ben.id,
        member: "'=1+1 Field",
        'subject type': 'member',
        'subject id': ben.id,
        details: '{}',
      },
    ]);
    expect((await admin.send('GET', `${auditLogFile}?memberId=ana`)).status).toBe(400);
  });
});

test.for(['open', 'invited'])('records the first admin at sign-up (SIGN_UP=%s)', async (SIGN_UP) => {
  const emptyCommunity = await Community.open({ environment: { PUBLIC_URL: 'http://localhost:4000', SIGN_UP } });
  const body = newcomer();
  await emptyCommunity.visitor.call(signUp, { body });
  const [user] = await emptyCommunity.db.select().from(users);
  expect(user?.role).toBe('admin');
  const { rows } = await emptyCommunity.db.$client.query('SELECT action, actor_id, member_id FROM audit_log');
  expect(rows).toEqual([{ action: 'role.first_admin', actor_id: user?.id, member_id: user?.id }]);
  await emptyCommunity.close();
});
