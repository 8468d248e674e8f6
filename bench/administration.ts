import { populateAuditLog, populateModeration } from '../apps/server/test/moderation-population.ts';
import type { PopulationSize } from '../apps/server/test/population.ts';
import { openDatabase } from './lib/database.ts';
import { compareGrowth } from './lib/growth.ts';
import { latencies } from './lib/latency.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

type Size = PopulationSize & { reports: number; auditRows: number };

const sizes = {
  small: { members: 2_000, posts: 2_000, reports: 10_000, auditRows: 10_000 },
  large: { members: 200_000, posts: 20_000, reports: 1_000_000, auditRows: 1_000_000 },
} satisfies Record<string, Size>;

const callsInRound = 200;

const paths = {
  'members by name': '/api/admin/users',
  'members by last login': '/api/admin/users?sort=lastLogin&order=desc',
  'members by status': '/api/admin/users?sort=status&order=desc',
  'member found by address': '/api/admin/users?search=member-1234@',
  'flagged members': '/api/admin/users?status=flagged',
  'counts of members': '/api/admin/stats',
  'audit log': '/api/admin/audit-log',
  'audit log of one action': '/api/admin/audit-log?action=event.deleted',
  'moderation queue': '/api/moderation/queue',
  'count of the queue': '/api/moderation/queue/count',
};
type Name = keyof typeof paths;

/** Measures whether the admin pages get slower with 100 times as many members, reports and audit log entries. */
export async function measureAdministration(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const small = await openCommunity(sizes.small, cleanups);
  const large = await openCommunity(sizes.large, cleanups);
  return await compareGrowth(
    Object.keys(paths) as Name[],
    { small, large },
    { sizes: '200,000 members and 1,000,000 reports and entries, relative to 2,000 and 10,000' },
  );
}

async function openCommunity({ reports, auditRows, ...size }: Size, cleanups: AsyncDisposableStack) {
  const { url, pool } = await openDatabase(cleanups);
  await seed(pool, size);
  const client = await pool.connect();
  await populateModeration(client, reports);
  await populateAuditLog(client, auditRows);
  client.release();
  const admins = await signInMembers(pool, 20);
  await pool.query("UPDATE users SET role = 'admin' WHERE id = ANY($1)", [admins.map(({ id }) => id)]);
  await pool.query('VACUUM (ANALYZE) users, moderation_cases, audit_log, reports');
  const cookies = admins.map(({ cookie }) => cookie);
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  return { time: (name: Name) => latencies(`${server.url}${paths[name]}`, cookies, callsInRound) };
}
