export { authRoutes } from './auth.routes.ts';
export { createSessionCheck, createSessionLookup } from './session-lookup.ts';
export { sessionCookie } from './session-cookie.ts';
export { forgetExpiredSessions } from './sessions.service.ts';
