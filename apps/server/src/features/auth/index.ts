import type { Feature } from '../../platform/feature.ts';
import { authRoutes } from './auth.routes.ts';
import { authTasks } from './auth.tasks.ts';
import { forgetExpiredSessions } from './sessions.ts';

export { createSessionCheck, createSessionLookup } from './session-lookup.ts';
export { sessionCookie } from './sessions.ts';

export const auth: Feature = {
  name: 'auth',
  open: authRoutes,
  tasks: authTasks,
  jobs: ({ db }) => [{ name: 'expired-sessions', cron: '47 * * * *', run: () => forgetExpiredSessions(db) }],
};
