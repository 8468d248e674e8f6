import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

/** A configuration value that stops the start; the message says what to do. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** An unset variable and an empty one mean the same. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional());

const withDefault = <Schema extends z.ZodType>(schema: Schema, value: string) =>
  z.preprocess((given) => (given === undefined || given === '' ? value : given), schema);

const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const privateNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** What Fastify can trust to forward: an address, a network as `address/bits`, or the name of the private networks. */
function isProxy(text: string): boolean {
  if (privateNetworks.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    maxBits > 0 && rest.length === 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= maxBits))
  );
}

const proxy = z
  .string()
  .refine(isProxy, 'must be addresses (10.0.0.1), networks (10.0.0.0/8), loopback, linklocal or uniquelocal');

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** What is tried by strangers some hundred times a day must not be a short word. */
const accessCode = z.string().min(6, 'must have at least 6 characters').max(200);

const environment = z.object({
  HOST: withDefault(z.string().min(1), '127.0.0.1'),
  PORT: withDefault(z.coerce.number().int().min(0).max(65_535), '3000'),
  PUBLIC_URL: optional(httpUrl),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_POOL_SIZE: withDefault(z.coerce.number().int().min(2).max(200), '10'),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')),
  S3_ENDPOINT: optional(httpUrl),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  BACKUP_FOLDER: optional(z.string()),
  BACKUP_BUCKET: optional(z.string()),
  BACKUP_SCHEDULE: withDefault(
    z.string().regex(/^(?:\S+ ){4}\S+$/, 'must be five fields, as in 0 3 * * *'),
    '0 3 * * *',
  ),
  BACKUP_KEEP: withDefault(z.coerce.number().int().min(1).max(1000), '14'),
  BACKUP_FOR: optional(commaSeparated),
  BACKUP_WARN_HOURS: withDefault(z.coerce.number().int().min(1).max(8760), '48'),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')),
  MAIL_FROM: withDefault(z.string().min(3), 'Mindful Commons <no-reply@localhost>'),
  OIDC_ISSUER_URL: optional(httpUrl),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: withDefault(z.string().max(60), 'your organisation'),
  ADMIN_EMAILS: optional(commaSeparated.pipe(z.array(z.string().toLowerCase().pipe(z.email())))),
  SIGN_UP: withDefault(z.enum(['open', 'invited']), 'open'),
  ADMIN_TWO_FACTOR: withDefault(z.enum(['optional', 'required']), 'optional'),
  SESSION_SECRET: optional(z.string().min(32, 'must have at least 32 characters; `openssl rand -base64 48` makes one')),
  PUSH_PRIVATE_KEY: optional(z.string().regex(/^[\w-]{43}$/, 'must be a P-256 private key in base64url')),
  WAITLIST_ACCESS_CODE: optional(accessCode),
  BOOK_ACCESS_CODE: optional(accessCode),
  APP_STORE_URL: optional(z.url({ protocol: /^https$/, error: 'must be an https address' })),
  PRODUCT_NAME: withDefault(z.string().max(60), 'Mindful Commons'),
  TRUSTED_PROXIES: optional(commaSeparated.pipe(z.array(proxy))),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  LOG_LEVEL: withDefault(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'info'),
  STARTER_CONTENT: withDefault(z.enum(['on', 'off']), 'on'),
  RATE_LIMITS: withDefault(z.enum(['on', 'off']), 'on'),
  CHECK_REPLIES: withDefault(z.enum(['on', 'off']), 'off'),
});

export type Configuration = ReturnType<typeof readConfiguration>;

const loopbackHosts = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/**
 * Reads the whole configuration from environment variables.
 * @throws ConfigurationError naming each wrong variable and what it should be.
 */
export function readConfiguration(variables: Record<string, string | undefined>) {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigurationError(`The configuration is not right. Please correct:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const listensOnLoopback = loopbackHosts.has(values.HOST);
  if (values.RATE_LIMITS === 'off' && !listensOnLoopback)
    throw new ConfigurationError(
      `RATE_LIMITS=off is for tests and benchmarks on this machine; with HOST=${values.HOST} remove it.`,
    );
  const isPublished = values.PUBLIC_URL !== undefined && !loopbackHosts.has(new URL(values.PUBLIC_URL).hostname);
  const oidcParts = [values.OIDC_ISSUER_URL, values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET];
  if (oidcParts.some(Boolean) && !oidcParts.every(Boolean))
    throw new ConfigurationError(
      'OIDC_ISSUER_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three, or none to use email and password.',
    );
  if (values.OIDC_ISSUER_URL && values.ADMIN_TWO_FACTOR === 'required')
    throw new ConfigurationError(
      'ADMIN_TWO_FACTOR=required is for accounts with passwords here; with OIDC_ISSUER_URL remove it, and have the provider ask for a second factor.',
    );
  const s3Parts = [values.S3_BUCKET, values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY];
  if (s3Parts.some(Boolean) && !s3Parts.every(Boolean))
    throw new ConfigurationError(
      'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set all three, or none to keep files in DATA_DIR.',
    );
  if (values.BACKUP_FOLDER && values.BACKUP_BUCKET)
    throw new ConfigurationError('BACKUP_FOLDER and BACKUP_BUCKET: set one of them; backups go to one place.');
  if (values.BACKUP_BUCKET && (!values.S3_BUCKET || values.BACKUP_BUCKET === values.S3_BUCKET))
    throw new ConfigurationError(
      'BACKUP_BUCKET names another bucket of the service that S3_BUCKET is in: set S3_BUCKET and its keys, too.',
    );
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    dataDirectory: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    redisUrl: values.REDIS_URL,
    s3:
      values.S3_BUCKET && values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: values.S3_ENDPOINT,
            region: values.S3_REGION,
            bucket: values.S3_BUCKET,
            accessKeyId: values.S3_ACCESS_KEY_ID,
            secretAccessKey: values.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    /** Where backups go by themselves; nowhere unless it is said. */
    backups:
      values.BACKUP_FOLDER || values.BACKUP_BUCKET
        ? {
            folder: values.BACKUP_FOLDER && path.resolve(values.BACKUP_FOLDER),
            bucket: values.BACKUP_BUCKET,
            schedule: values.BACKUP_SCHEDULE,
            keep: values.BACKUP_KEEP,
            recipients: values.BACKUP_FOR ?? [],
            warnHours: values.BACKUP_WARN_HOURS,
          }
        : undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    oidc:
      values.OIDC_ISSUER_URL && values.OIDC_CLIENT_ID && values.OIDC_CLIENT_SECRET
        ? {
            issuerUrl: values.OIDC_ISSUER_URL,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET,
            name: values.OIDC_NAME,
          }
        : undefined,
    adminEmails: values.ADMIN_EMAILS,
    signUp: values.SIGN_UP,
    adminTwoFactor: values.ADMIN_TWO_FACTOR,
    sessionSecret: values.SESSION_SECRET,
    pushPrivateKey: values.PUSH_PRIVATE_KEY,
    waitlistAccessCode: values.WAITLIST_ACCESS_CODE,
    bookAccessCode: values.BOOK_ACCESS_CODE,
    productName: values.PRODUCT_NAME,
    /** Where the community's app can be had. */
    appStoreUrl: values.APP_STORE_URL,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    starterContent: values.STARTER_CONTENT === 'on',
    rateLimits: values.RATE_LIMITS === 'on',
    checkReplies: values.CHECK_REPLIES === 'on',
    listensOnLoopback,
    /** A server on loopback may stand behind a proxy; its public address or the proxy's give that away. */
    isReachedByStrangers: !listensOnLoopback || isPublished || (values.TRUSTED_PROXIES ?? []).length > 0,
  };
}

/** Reads `.env` beside the working directory into the environment; variables that are set already win. */
export function loadEnvironmentFile(file = '.env'): void {
  if (existsSync(file)) process.loadEnvFile(file);
}
