/** Sort columns of the member table. */
export const userSorts = ['name', 'email', 'role', 'lastLogin', 'status'] as const;

export const userStatuses = ['active', 'flagged', 'suspended'] as const;

/** Figures of each UTC day. The server's features compute them in `dailyFigures`. */
export const healthFigureNames = [
  'members',
  'posts',
  'minutes',
  'firstAnswerMinutes',
  'openReports',
  'reportAnswerMinutes',
] as const;

/** Selectable periods of the health page, in days. */
export const healthPeriods = [30, 90, 365] as const;

export const adminPaths = {
  listUsers: { method: 'GET', path: '/api/admin/users' },
  getUserCounts: { method: 'GET', path: '/api/admin/stats' },
  setUserRole: { method: 'PUT', path: '/api/admin/users/{userId}/role' },
  setUserFlag: { method: 'PUT', path: '/api/admin/users/{userId}/flag' },
  getHealth: { method: 'GET', path: '/api/admin/health' },
  listStoredMails: { method: 'GET', path: '/api/admin/mails' },
  getStatus: { method: 'GET', path: '/api/admin/status' },
  listAuditLog: { method: 'GET', path: '/api/admin/audit-log' },
} as const;

/** Path of the audit log as a file. It takes the same filters as the list. */
export const auditLogFile = '/api/admin/audit-log/file';
