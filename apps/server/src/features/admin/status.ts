import type { SystemStatus } from '@commons/contract/admin/schemas';
import { sql } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { findMigration } from '../../platform/database/migrate.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { listQueues } from '../../platform/jobs/queue-states.ts';
import { readDiskSpace } from '../../platform/observability/gauges.ts';
import { readVersion } from '../../platform/version.ts';
import { findBackupState } from '../backups/index.ts';
import { findUpdate } from '../updates/index.ts';

const tableCount = 10;
const statementCount = 10;

const databaseState = namedStatement(
  'database_state',
  sql`SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes`,
  { columns: { version: 'text', bytes: 'bigint' } },
);

/** PostgreSQL estimates -1 rows for a table that it has not analyzed yet. */
const largestTables = namedStatement(
  'largest_tables',
  sql`
    SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS name,
      pg_total_relation_size(c.oid) AS bytes, nullif(c.reltuples, -1)::float8 AS rows
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    ORDER BY pg_total_relation_size(c.oid) DESC, name LIMIT ${sql.raw(String(tableCount))}`,
  { columns: { name: 'text', bytes: 'bigint', rows: 'double precision | null' } },
);

/** Returns the status of this process and its services. Contains no data of members. */
export async function getStatus(
  context: Pick<FeatureContext, 'configuration' | 'settings' | 'db' | 'sockets' | 'isDegraded' | 'metrics' | 'log'>,
): Promise<SystemStatus> {
  const [application, migration, disk, database, queues, backup, update] = await Promise.all([
    readVersion(),
    findMigration(context.db),
    readDiskSpace(context.configuration.dataDirectory),
    getDatabase(context.db),
    listQueues(context.db),
    findBackupState(context),
    findUpdate(context),
  ]);
  const { version: postgresql, ...sizes } = database;
  return {
    versions: { application, node: process.versions.node, postgresql, migration },
    update,
    startedAt: new Date(databaseNow().getTime() - process.uptime() * 1000).toISOString(),
    disk,
    database: sizes,
    live: {
      sockets: context.sockets.count(),
      transport: context.configuration.redisUrl ? 'redis' : 'database',
      isDegraded: context.isDegraded(),
    },
    backup: backup
      ? { lastAt: backup.last?.toISOString() ?? null, isLate: backup.isLate, warnHours: backup.warnHours }
      : null,
    queues,
    statements: context.metrics.statements.slowest(statementCount),
  };
}

async function getDatabase(db: Database) {
  const waitingBefore = db.$client.waitingCount;
  const [state, tables] = await Promise.all([databaseState(db, {}), largestTables(db, {})]);
  const { version, bytes } = onlyRow(state);
  // The minimum of two samples ignores calls that waited only for a moment.
  const { totalCount, idleCount, waitingCount, options } = db.$client;
  return {
    version,
    bytes: Number(bytes),
    connections: { max: options.max, inUse: totalCount - idleCount, waiting: Math.min(waitingBefore, waitingCount) },
    tables: tables.map((table) => ({ ...table, bytes: Number(table.bytes) })),
  };
}
