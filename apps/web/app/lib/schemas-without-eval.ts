/**
 * Disables zod's use of `new Function`. The content security policy blocks it, and even the attempt is reported as a
 * violation. Must be imported before any schema is created.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
