import { z } from 'zod';
import { adminPaths, healthFigureNames, healthPeriods, userSorts, userStatuses } from './admin.ts';
import { auditActions } from './audit.ts';
import { id, pageQuery, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberStatusErrors } from './member-status.ts';
import { memberSummary, role } from './members.schemas.ts';
import { profileErrors } from './profiles.ts';

/** A member, as shown to admins. */
export const managedUserView = memberSummary
  .extend({
    email: z.string(),
    role,
    isFlagged: z.boolean(),
    /** `suspended` takes precedence over `flagged`. */
    status: z.enum(userStatuses),
    /** Null unless the member is suspended. */
    suspendedUntil: timestamp.nullable(),
    lastLoginAt: timestamp.nullable(),
    createdAt: timestamp,
    mindfulnessScore: z.int(),
    meditationMinutes: z.int(),
  })
  .meta({ id: 'ManagedUser' });
export type ManagedUser = z.infer<typeof managedUserView>;

const order = z.enum(['asc', 'desc']);
export type SortOrder = z.infer<typeof order>;
export type UserSort = (typeof userSorts)[number];
export type UserStatus = (typeof userStatuses)[number];

/** Longer than other cursors: it contains a name of maximum length, with up to six units for each character. */
const cursor = z.string().max(1_500).optional();

export const usersQuery = pageQuery.extend({
  cursor,
  /** A part of a name or email. */
  search: singleLine(100).optional(),
  role: role.optional(),
  status: z.enum(userStatuses).optional(),
  sort: z.enum(userSorts).default('name'),
  order: order.default('asc'),
});
export type UsersQuery = z.output<typeof usersQuery>;

export const listUsers = endpoint({
  ...adminPaths.listUsers,
  summary: 'Search, filter and sort all members',
  query: usersQuery,
  replies: { 200: z.array(managedUserView) },
  paged: true,
});

export const userCountsView = z
  .object({ users: z.int(), admins: z.int(), managers: z.int(), flagged: z.int() })
  .meta({ id: 'UserCounts' });
export type UserCounts = z.infer<typeof userCountsView>;

export const getUserCounts = endpoint({
  ...adminPaths.getUserCounts,
  summary: 'Count members, admins, managers and flagged members',
  replies: { 200: userCountsView },
});

const userParams = z.strictObject({ userId: id });
const errors = { ...memberStatusErrors, ...profileErrors };

/** The new role applies to the member's open sockets within a second. */
export const setUserRole = endpoint({
  ...adminPaths.setUserRole,
  summary: 'Change another member’s role; the last admin keeps theirs',
  params: userParams,
  body: z.strictObject({ role }),
  replies: { 200: managedUserView },
  errors,
});

export const setUserFlag = endpoint({
  ...adminPaths.setUserFlag,
  summary: 'Flag another member or remove the flag; a flagged member’s content waits for review',
  params: userParams,
  body: z.strictObject({ flagged: z.boolean() }),
  replies: { 200: managedUserView },
  errors,
});

const figureName = z.enum(healthFigureNames);
export type HealthFigureName = z.infer<typeof figureName>;

/** One UTC day with its figures. A figure is null where nothing was measured. */
export const healthDayView = z
  .object({ day: z.iso.date(), figures: z.record(figureName, z.number().nullable()) })
  .meta({ id: 'HealthDay' });
export type HealthDay = z.infer<typeof healthDayView>;

export const getHealth = endpoint({
  ...adminPaths.getHealth,
  summary: 'List the daily figures of the community’s health, oldest first',
  query: z.strictObject({
    days: z
      .enum(healthPeriods.map(String) as [string, ...string[]])
      .default('30')
      .transform(Number),
  }),
  replies: { 200: z.array(healthDayView) },
});

/** A stored mail without its text. The text can contain links that sign the reader in as another member. */
export const storedMailView = z
  .object({ id, to: z.string(), subject: z.string(), sentAt: timestamp })
  .meta({ id: 'StoredMail' });
export type StoredMail = z.infer<typeof storedMailView>;

export const listStoredMails = endpoint({
  ...adminPaths.listStoredMails,
  summary: 'List the mails of the last 90 days that were stored because no mail server is configured, latest first',
  query: pageQuery,
  replies: { 200: z.array(storedMailView) },
  paged: true,
});

/** Sizes are in bytes. Counts of a process belong to the process that answers, since its start. */
export const statusView = z
  .object({
    versions: z.object({
      application: z.string(),
      node: z.string(),
      postgresql: z.string(),
      /** The latest migration of the database; null if a newer version of the application applied it. */
      migration: z.string().nullable(),
    }),
    /** A newer version of the application; null without one, or if the check for updates is off. */
    update: z.object({ version: z.string(), url: z.string() }).nullable(),
    startedAt: timestamp,
    /** The disk of the data directory. */
    disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }),
    database: z.object({
      bytes: z.int(),
      connections: z.object({ max: z.int(), inUse: z.int(), waiting: z.int() }),
      /** The largest tables, indexes included. `rows` is the database's estimate, or null before the first one. */
      tables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int().nullable() })),
    }),
    /** `transport` carries live updates between processes. `isDegraded`: an optional service is unavailable. */
    live: z.object({ sockets: z.int(), transport: z.enum(['database', 'redis']), isDegraded: z.boolean() }),
    /** Null if scheduled backups are off. */
    backup: z.object({ lastAt: timestamp.nullable(), isLate: z.boolean(), warnHours: z.int() }).nullable(),
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        active: z.int(),
        failed: z.int(),
        /** When the oldest waiting task became due. */
        oldestDueAt: timestamp.nullable(),
      }),
    ),
    /** Named statements, slowest average first. */
    statements: z.array(
      z.object({
        name: z.string(),
        calls: z.int(),
        meanMilliseconds: z.number(),
        slowestMilliseconds: z.number(),
      }),
    ),
  })
  .meta({ id: 'SystemStatus' });
export type SystemStatus = z.infer<typeof statusView>;

export const getStatus = endpoint({
  ...adminPaths.getStatus,
  summary: 'Get the server’s status: versions, sizes, queues, last backup, slow statements, free disk space',
  replies: { 200: statusView },
});

/** A person in an audit log entry. The name is null after they have left the community. */
const auditedMember = z.object({ id, displayName: z.string().nullable() });

export const auditEntryView = z
  .object({
    id,
    action: z.enum(auditActions),
    /** Null for actions of the command line, of an access code, and of the server itself, such as an expiry. */
    actor: auditedMember.nullable(),
    member: auditedMember.nullable(),
    subjectType: z.string(),
    subjectId: z.string().nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntryView>;

export const auditFilter = z.strictObject({
  actorId: id.optional(),
  memberId: id.optional(),
  action: z.enum(auditActions).optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;

export const listAuditLog = endpoint({
  ...adminPaths.listAuditLog,
  summary: 'List audit log entries, latest first',
  query: pageQuery.extend(auditFilter.shape),
  replies: { 200: z.array(auditEntryView) },
  paged: true,
});
