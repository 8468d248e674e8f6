import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { users } from '../members/users.tables.ts';
import { auditLog } from './audit.tables.ts';
import { recordAudit } from './index.ts';

const community = setUpCommunity();

const flagEntry = (memberId: string) =>
  ({ actorId: null, action: 'flag.set', subjectType: 'member', subjectId: memberId, memberId }) as const;

const entriesAbout = (memberId: string) =>
  community.current.db.select().from(auditLog).where(eq(auditLog.memberId, memberId));

describe.for(['with the default privileges', 'with additional privileges'])('%s', (situation) => {
  test.for([
    ['changed', 'UPDATE audit_log SET action = action'],
    ['changed by an update without rows', 'UPDATE audit_log SET action = action WHERE false'],
    ['changed by a conflict', 'INSERT INTO audit_log TABLE audit_log ON CONFLICT (id) DO UPDATE SET action = $$x$$'],
    ['deleted', 'DELETE FROM audit_log'],
    ['truncated', 'TRUNCATE audit_log'],
  ] as const)('audit log entries cannot be %s', async ([, statement]) => {
    const { id } = await community.current.member();
    await community.current.work((work) => recordAudit(work, flagEntry(id)));
    const hasPrivileges = situation !== 'with the default privileges';
    const change = inTransaction(community.current.db, async (tx) => {
      if (hasPrivileges) await tx.execute('GRANT ALL ON audit_log TO CURRENT_USER');
      await tx.$client.query(statement);
    });
    await expect(change).rejects.toThrow(hasPrivileges ? 'the audit log is append-only' : 'permission denied');
    expect(await entriesAbout(id)).toMatchObject([{ action: 'flag.set' }]);
  });
});

test('an entry is rolled back with its action', async () => {
  const { id } = await community.current.member();
  const failingWork = community.current.work(async (work) => {
    await recordAudit(work, flagEntry(id));
    throw new Error('not done');
  });
  await expect(failingWork).rejects.toThrow('not done');
  expect(await entriesAbout(id)).toEqual([]);
});

test('entries do not prevent the deletion of a member and keep only their id', async () => {
  const { id } = await community.current.member({ firstName: 'Marisol', email: 'marisol@mail.test' });
  await community.current.work((work) => recordAudit(work, flagEntry(id)));
  await community.current.db.delete(users).where(eq(users.id, id));
  const entries = await entriesAbout(id);
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toMatch(/marisol/i);
});
