import type * as schemas from './admin.schemas.ts';
import type { CallsOf } from './endpoint.ts';

export type * from './admin.schemas.ts';

/** What the table of members can be in the order of. */
export const userSorts = ['name', 'email', 'role', 'lastLogin', 'status'] as const;

export const userStatuses = ['active', 'flagged', 'suspended'] as const;

/** What is counted of each day, in UTC; `dailyFigures` of the server's features says how. */
export const healthFigureNames = [
  'members',
  'posts',
  'minutes',
  'firstAnswerMinutes',
  'openReports',
  'reportAnswerMinutes',
] as const;

/** How far back the community's health is shown. */
export const healthSpans = [30, 90, 365] as const;

export const adminPaths = {
  listUsers: { method: 'GET', path: '/api/admin/users' },
  getUserCounts: { method: 'GET', path: '/api/admin/stats' },
  setUserRole: { method: 'PUT', path: '/api/admin/users/{userId}/role' },
  setUserFlag: { method: 'PUT', path: '/api/admin/users/{userId}/flag' },
  getHealth: { method: 'GET', path: '/api/admin/health' },
  listKeptMails: { method: 'GET', path: '/api/admin/mails' },
  getStatus: { method: 'GET', path: '/api/admin/status' },
  listAuditLog: { method: 'GET', path: '/api/admin/audit-log' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const adminCalls: CallsOf<typeof adminPaths, typeof schemas> = adminPaths;

/** Where the audit log is taken out as a file; it takes the filters of the list. */
export const auditLogFile = '/api/admin/audit-log/file';
