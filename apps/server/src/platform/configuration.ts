import { existsSync } from 'node:fs';
import path from 'node:path';
import { settingOf } from '@commons/contract/settings';
import { environment, panelVariables } from './configuration-variables.ts';
import { OperatorError } from './operator-error.ts';
import { defaultSettings, type EnvironmentSettings } from './settings/resolve.ts';
import { findBrokenRule } from './settings/rules.ts';

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
  const settings = settingsOf(values);
  const brokenRule = findBrokenRule({ ...defaultSettings, ...settings });
  if (brokenRule) throw new OperatorError(brokenRule.explain((name) => settingOf(name).variable ?? name));
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
    adminEmails: values.ADMIN_EMAILS,
    sessionSecret: values.SESSION_SECRET,
    /** Also accepted while the secret is rotated, but never used to sign. */
    otherSessionSecret: values.SESSION_SECRET_OTHER,
    pushPrivateKey: values.PUSH_PRIVATE_KEY,
    /** The settings of the panel that the environment sets. */
    settings,
    hasPanelSettings: values.PANEL_SETTINGS === 'on',
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    /** Seconds for which a stopping server still serves requests while `/readyz` reports 503. */
    drainSeconds: values.DRAIN_SECONDS,
    hstsPreload: values.HSTS_PRELOAD === 'on',
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

function settingsOf(values: Record<string, unknown>): EnvironmentSettings {
  const set = [...panelVariables].map(([variable, name]) => [name, values[variable]] as const);
  return Object.fromEntries(set.filter(([, value]) => value !== undefined));
}

/** Loads `.env` from the working directory. Variables that are already set take precedence. */
export function loadEnvironmentFile(file = '.env'): void {
  if (existsSync(file)) process.loadEnvFile(file);
}
