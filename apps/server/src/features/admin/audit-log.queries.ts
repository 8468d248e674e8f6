import type { AuditEntry, AuditFilter } from '@commons/contract/admin/schemas';
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { auditLog } from '../../community/audit/audit.tables.ts';
import { memberColumns, toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database } from '../../platform/database/database.ts';

/** Lists entries before an id, newest first. Not prepared, because the best index depends on the filters. */
export async function listAuditLog(
  db: Database,
  { actorId, memberId, action }: AuditFilter,
  { before, rowCount }: { before: string | undefined; rowCount: number },
): Promise<AuditEntry[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
        memberId === undefined ? undefined : eq(auditLog.memberId, memberId),
        action === undefined ? undefined : eq(auditLog.action, action),
        before === undefined ? undefined : lt(auditLog.id, before),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(rowCount);
  const names = await findNames(db, rows);
  const toMemberReference = (id: string | null) => (id === null ? null : { id, displayName: names.get(id) ?? null });
  return rows.map(({ createdAt, actorId: actor, memberId: member, ...entry }) => ({
    ...entry,
    actor: toMemberReference(actor),
    member: toMemberReference(member),
    createdAt: createdAt.toISOString(),
  }));
}

/** Returns display names by member id. Entries do not store names, so that the log keeps no name of a former member. */
async function findNames(
  db: Database,
  rows: readonly { actorId: string | null; memberId: string | null }[],
): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(({ actorId, memberId }) => [actorId, memberId]).filter((id) => id !== null));
  if (ids.size === 0) return new Map();
  const members = await db
    .select(memberColumns)
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(members.map((member) => [member.id, toMemberSummary(member).displayName]));
}

export const auditColumns = [
  'time',
  'action',
  'actor id',
  'actor',
  'member id',
  'member',
  'subject type',
  'subject id',
  'details',
] as const;

const pageSize = 1_000;

/** Yields the log in pages of CSV cells, newest first. */
export async function* auditPages(db: Database, filter: AuditFilter): AsyncGenerator<(string | null)[][]> {
  let before: string | undefined;
  do {
    const entries: AuditEntry[] = await listAuditLog(db, filter, { before, rowCount: pageSize });
    yield entries.map(({ createdAt, action, actor, member, subjectType, subjectId, details }) => [
      createdAt,
      action,
      actor?.id ?? null,
      actor?.displayName ?? null,
      member?.id ?? null,
      member?.displayName ?? null,
      subjectType,
      subjectId,
      JSON.stringify(details),
    ]);
    before = entries.length < pageSize ? undefined : entries.at(-1)?.id;
  } while (before !== undefined);
}
