import { z } from 'zod';
import { adminPaths, healthFigureNames, healthSpans, userSorts, userStatuses } from './admin.ts';
import { auditActions } from './audit.ts';
import { id, pageQuery, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberStatusErrors } from './member-status.ts';
import { memberSummary, role } from './members.schemas.ts';
import { profileErrors } from './profiles.ts';

/** A member as admins see them. */
export const managedUserView = memberSummary
  .extend({
    email: z.string(),
    role,
    isFlagged: z.boolean(),
    /** `suspended` comes before `flagged`. */
    status: z.enum(userStatuses),
    /** While they are suspended. */
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

/** In a name as long as a name may be, each character may take six units. */
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
  summary: 'All members: searched, filtered, and in the order of a column',
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
  summary: 'How many members, admins, managers and flagged members there are',
  replies: { 200: userCountsView },
});

const userParams = z.strictObject({ userId: id });
const errors = { ...memberStatusErrors, ...profileErrors };

/** Holds within a second for whatever the member has open. */
export const setUserRole = endpoint({
  ...adminPaths.setUserRole,
  summary: 'Give another member a role; somebody always stays admin',
  params: userParams,
  body: z.strictObject({ role }),
  replies: { 200: managedUserView },
  errors,
});

export const setUserFlag = endpoint({
  ...adminPaths.setUserFlag,
  summary: 'Flag another member, whose posts then await review, or take the flag back',
  params: userParams,
  body: z.strictObject({ flagged: z.boolean() }),
  replies: { 200: managedUserView },
  errors,
});

const figureName = z.enum(healthFigureNames);
export type HealthFigureName = z.infer<typeof figureName>;

/** A day and what was counted of it, null where nothing was. */
export const healthDayView = z
  .object({ day: z.iso.date(), figures: z.record(figureName, z.number().nullable()) })
  .meta({ id: 'HealthDay' });
export type HealthDay = z.infer<typeof healthDayView>;

export const getHealth = endpoint({
  ...adminPaths.getHealth,
  summary: 'What was counted of each of the last days, the oldest first',
  query: z.strictObject({
    days: z
      .enum(healthSpans.map(String) as [string, ...string[]])
      .default('30')
      .transform(Number),
  }),
  replies: { 200: z.array(healthDayView) },
});

/** Without its text: that has links by which whoever reads it becomes somebody else. */
export const keptMailView = z
  .object({ id, to: z.string(), subject: z.string(), sentAt: timestamp })
  .meta({ id: 'KeptMail' });
export type KeptMail = z.infer<typeof keptMailView>;

export const listKeptMails = endpoint({
  ...adminPaths.listKeptMails,
  summary: 'The mails of the last 90 days that this server kept because it has no mail server, the latest first',
  query: pageQuery,
  replies: { 200: z.array(keptMailView) },
  paged: true,
});

/** Sizes are in bytes. What is counted by a process is counted by the one that answers, since it began. */
export const statusView = z
  .object({
    versions: z.object({
      application: z.string(),
      node: z.string(),
      postgresql: z.string(),
      /** What the database was brought to last; null where a later version of the application did. */
      migration: z.string().nullable(),
    }),
    startedAt: timestamp,
    /** Of the data directory. */
    disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }),
    database: z.object({
      bytes: z.int(),
      connections: z.object({ max: z.int(), inUse: z.int(), waiting: z.int() }),
      /** The largest of them, with their indexes; rows as the database last estimated them, null where it did not. */
      tables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int().nullable() })),
    }),
    /** How live updates reach other processes, and whether something is away that the server does without for a while. */
    live: z.object({ sockets: z.int(), transport: z.enum(['database', 'redis']), isDegraded: z.boolean() }),
    /** Null where none are taken by themselves. */
    backup: z.object({ lastAt: timestamp.nullable(), isLate: z.boolean(), warnHours: z.int() }).nullable(),
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        active: z.int(),
        failed: z.int(),
        /** When the oldest that waits became due. */
        oldestDueAt: timestamp.nullable(),
      }),
    ),
    /** Named statements, those first that took longest on average. */
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
  summary: 'How the server is: versions, sizes, queues, the last backup, slow statements, room left',
  replies: { 200: statusView },
});

/** Somebody of whom a line of the audit log tells; without a name once they are no member any more. */
const auditedMember = z.object({ id, displayName: z.string().nullable() });

export const auditEntryView = z
  .object({
    id,
    action: z.enum(auditActions),
    /** Null for the command line, for an access code, and for what ends by itself. */
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
  summary: 'Who did what to whom, the latest first',
  query: pageQuery.extend(auditFilter.shape),
  replies: { 200: z.array(auditEntryView) },
  paged: true,
});
