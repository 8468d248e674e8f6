import { existsSync } from 'node:fs';
import path from 'node:path';
import { environment } from './configuration-variables.ts';

/** A configuration value that stops the start; the message says what to do. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

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
    /** Signs nothing; what it signed is taken, while secrets are exchanged. */
    otherSessionSecret: values.SESSION_SECRET_OTHER,
    pushPrivateKey: values.PUSH_PRIVATE_KEY,
    waitlistAccessCode: values.WAITLIST_ACCESS_CODE,
    bookAccessCode: values.BOOK_ACCESS_CODE,
    productName: values.PRODUCT_NAME,
    /** Where the community's app can be had. */
    appStoreUrl: values.APP_STORE_URL,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    /** How long a server that was told to stop goes on answering while `/readyz` says so. */
    drainSeconds: values.DRAIN_SECONDS,
    metricsToken: values.METRICS_TOKEN,
    /** Where traces go; none are made unless it is said. */
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
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
