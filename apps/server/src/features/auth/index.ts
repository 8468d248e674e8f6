export { authRoutes } from './auth.routes.ts';
export { createSessionLookup } from './session-lookup.ts';
export { sessionCookie } from './session-cookie.ts';
