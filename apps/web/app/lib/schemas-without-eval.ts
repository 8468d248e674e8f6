/**
 * zod compiles object schemas with `new Function` where it can. Our content security policy refuses that, and already
 * the attempt is reported as a violation, so zod is told beforehand: imported before any schema is made.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
