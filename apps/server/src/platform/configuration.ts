import { existsSync } from 'node:fs';
import path from 'node:path';
import { environment } from './configuration-variables.ts';
import { OperatorError } from './operator-error.ts';

export type Configuration = ReturnType<typeof readConfiguration>;

const loopbackHosts = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/**
 * Reads the whole configuration from environment variables.
 * @throws OperatorError naming each wrong variable and what it should be.
 */
export function readConfiguration(variables: Record<string, string | undefined>) {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new OperatorError(`The configuration is invalid. Please correct:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const listensOnLoopback = loopbackHosts.has(values.HOST);
  if (values.RATE_LIMITS === 'off' && !listensOnLoopback)
    throw new OperatorError(
      `RATE_LIMITS=off is only for tests and benchmarks on this machine. With HOST=${values.HOST} remove it.`,
    );
  const hasPublicHost = values.PUBLIC_URL !== undefined && !loopbackHosts.has(new URL(values.PUBLIC_URL).hostname);
  const oidcValues = [values.OIDC_ISSUER_URL, values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET];
  if (oidcValues.some(Boolean) && !oidcValues.every(Boolean))
    throw new OperatorError(
      'OIDC_ISSUER_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together. Set all three, or none to use email and password.',
    );
  if (values.OIDC_ISSUER_URL && values.ADMIN_TWO_FACTOR === 'required')
    throw new OperatorError(
      'ADMIN_TWO_FACTOR=required works only with passwords. With OIDC_ISSUER_URL remove it and require a second factor at the provider.',
    );
  const s3Values = [values.S3_BUCKET, values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY];
  if (s3Values.some(Boolean) && !s3Values.every(Boolean))
    throw new OperatorError(
      'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. Set all three, or none to store files in DATA_DIR.',
    );
  if (values.BACKUP_FOLDER && values.BACKUP_BUCKET)
    throw new OperatorError('BACKUP_FOLDER and BACKUP_BUCKET cannot be combined. Set only one of them.');
  if (values.BACKUP_BUCKET && (!values.S3_BUCKET || values.BACKUP_BUCKET === values.S3_BUCKET))
    throw new OperatorError(
      'BACKUP_BUCKET must be a second bucket of the same S3 service. Set S3_BUCKET and its keys to a different bucket.',
    );
  return {
    host: values.HOST,
    port: values.PORT,
    /** Number of server processes on the port. */
    processCount: values.WEB_CONCURRENCY,
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
    /** Destination and schedule of automatic backups; undefined if they are off. */
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
    /** Also accepted while the secret is rotated, but never used to sign. */
    otherSessionSecret: values.SESSION_SECRET_OTHER,
    pushPrivateKey: values.PUSH_PRIVATE_KEY,
    waitlistAccessCode: values.WAITLIST_ACCESS_CODE,
    bookAccessCode: values.BOOK_ACCESS_CODE,
    productName: values.PRODUCT_NAME,
    /** Link to the app in an app store. */
    appStoreUrl: values.APP_STORE_URL,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    /** Seconds for which a stopping server still serves requests while `/readyz` reports 503. */
    drainSeconds: values.DRAIN_SECONDS,
    metricsToken: values.METRICS_TOKEN,
    /** Endpoint of the trace collector; no traces if it is unset. */
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: values.LOG_LEVEL,
    starterContent: values.STARTER_CONTENT === 'on',
    rateLimits: values.RATE_LIMITS === 'on',
    checkReplies: values.CHECK_REPLIES === 'on',
    listensOnLoopback,
    /** Whether other machines can reach the server. A server on loopback may be behind a proxy. */
    isPubliclyReachable: !listensOnLoopback || hasPublicHost || (values.TRUSTED_PROXIES ?? []).length > 0,
  };
}

/** Loads `.env` from the working directory. Variables that are already set take precedence. */
export function loadEnvironmentFile(file = '.env'): void {
  if (existsSync(file)) process.loadEnvFile(file);
}
