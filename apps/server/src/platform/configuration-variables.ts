import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { type SettingName, settingNames, settingOf } from '@commons/contract/settings';
import { settingDefinitions } from '@commons/contract/settings/schemas';
import { z } from 'zod';

// `docs/configuration.md` is generated from the metadata of the variables.

/** An empty variable counts as unset. */
const optional = <Schema extends z.ZodType>(description: string, schema: Schema) =>
  z
    .preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())
    .meta({ description });

const withDefault = <Schema extends z.ZodType>(description: string, schema: Schema, value: string) =>
  z
    .preprocess((input) => (input === undefined || input === '' ? value : input), schema)
    .meta({ description, defaultValue: value });

export const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const privateNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether Fastify can trust this proxy: an address, a network (`address/bits`) or the name of the private networks. */
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

const sessionSecret = z.string().min(32, 'must have at least 32 characters; `openssl rand -base64 48` makes one');

/** More processes share one PostgreSQL with little gain. A higher number is allowed, but not chosen automatically. */
const maxAutomaticProcesses = 8;

const processCount = z
  .string()
  .regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be 1 to 64, or auto')
  .transform((value) =>
    value === 'auto' ? Math.min(availableParallelism(), maxAutomaticProcesses) : Number.parseInt(value, 10),
  );

/** Reads a value of the panel from the text of a variable. */
function fromText(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNumber) return z.coerce.number().pipe(schema);
  return schema instanceof z.ZodArray ? commaSeparated.pipe(schema as z.ZodArray<z.ZodString>) : schema;
}

/** The settings of the panel that a variable can set. A variable wins over the panel. */
export const panelVariables = new Map<string, SettingName>(
  settingNames.flatMap((name) => {
    const { variable } = settingOf(name);
    return variable === undefined ? [] : [[variable, name]];
  }),
);

const panelEnvironment = Object.fromEntries(
  [...panelVariables].map(([variable, name]) => {
    const definition = settingDefinitions[name];
    const { description, schema } = definition;
    const defaultValue = definition.default === undefined ? undefined : String(definition.default);
    return [variable, optional(description, fromText(schema)).meta({ description, defaultValue, isInPanel: true })];
  }),
);

/** Every environment variable that the server reads. */
export const environment = z.object({
  HOST: withDefault(
    'Address that the server listens on. `127.0.0.1` accepts only this machine, `0.0.0.0` every network.',
    z.string().min(1),
    '127.0.0.1',
  ),
  PORT: withDefault(
    'Port that the server listens on. `0` picks a free port.',
    z.coerce.number().int().min(0).max(65_535),
    '3000',
  ),
  WEB_CONCURRENCY: withDefault(
    'Number of server processes that share the port, on Linux and macOS. `auto` starts one for each processor core, at most 8. See [scaling](scaling.md#several-processes-on-one-machine).',
    processCount,
    '1',
  ),
  PUBLIC_URL: optional(
    'Public URL of the community, used in pages, mails, `sitemap.xml` and `robots.txt`. Default: `http://HOST:PORT`. With `https`, cookies are secure and HSTS is sent.',
    httpUrl,
  ),
  DATA_DIR: withDefault(
    'Directory for the database, pictures, sounds, mails and generated secrets.',
    z.string(),
    './data',
  ),
  DATABASE_URL: optional('Your own PostgreSQL server (15 to 18). Unset: the embedded PostgreSQL is used.', postgresUrl),
  DATABASE_POOL_SIZE: withDefault(
    'Maximum database connections of one server process.',
    z.coerce.number().int().min(2).max(200),
    '10',
  ),
  REDIS_URL: optional(
    'Redis or Valkey for rate limits and for live updates between processes. During a Redis outage the database takes over and `/readyz` reports `degraded`.',
    z.string().regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://'),
  ),
  ADMIN_EMAILS: optional(
    'Email addresses that may become the first administrator.',
    commaSeparated.pipe(z.array(z.string().toLowerCase().pipe(z.email('must be email addresses')))),
  ),
  SESSION_SECRET: optional(
    'Signs session cookies. Access codes that are not set are derived from it. Generated at the first start if unset. All processes must share it.',
    sessionSecret,
  ),
  SESSION_SECRET_OTHER: optional(
    'A second secret that is accepted but does not sign, for [rotation](guides/rotate-the-session-secret.md).',
    sessionSecret,
  ),
  PUSH_PRIVATE_KEY: optional(
    'Signs Web Push notifications. Generated at the first start if unset. All machines must share it, or browsers reject notifications.',
    z.string().regex(/^[\w-]{43}$/, 'must be a P-256 private key in base64url'),
  ),
  TRUSTED_PROXIES: optional(
    'Proxies whose `X-Forwarded-For` header is trusted. Set it behind a proxy; otherwise all visitors share one rate limit.',
    commaSeparated.pipe(z.array(proxy)),
  ),
  DRAIN_SECONDS: withDefault(
    'Seconds that a stopping server keeps answering while `/readyz` reports 503, so that a proxy can redirect requests.',
    z.coerce.number().int().min(0).max(60),
    '0',
  ),
  HSTS_PRELOAD: withDefault(
    '`on` allows browsers to ship with the rule that this domain and its subdomains need HTTPS (hstspreload.org). Removal takes months, so keep `off` unless all subdomains have HTTPS.',
    z.enum(['on', 'off']),
    'off',
  ),
  METRICS_TOKEN: optional(
    'Bearer token required to read `/metrics`. Unset: only this machine can read them, and not through a proxy.',
    z.string().min(16, 'must have at least 16 characters'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'OpenTelemetry collector (OTLP over HTTP) for traces of requests, statements and jobs, without member data. Unset: no traces. Other `OTEL_EXPORTER_OTLP_…` variables work as in the OpenTelemetry documentation, for example `OTEL_EXPORTER_OTLP_HEADERS`.',
    httpUrl,
  ),
  LOG_LEVEL: withDefault(
    'Minimum level of log messages.',
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'info',
  ),
  STARTER_CONTENT: withDefault(
    '`off`: does not add the meditations, journal prompts, books and podcasts that ship with the application. Items that an admin deleted are never added again.',
    z.enum(['on', 'off']),
    'on',
  ),
  PANEL_SETTINGS: withDefault(
    '`off`: ignores all settings of the panel, for a trial with a restored backup, or if a setting locks the admins out.',
    z.enum(['on', 'off']),
    'on',
  ),
  RATE_LIMITS: withDefault(
    '`off` disables rate limits. Only for tests and benchmarks on loopback.',
    z.enum(['on', 'off']),
    'on',
  ),
  CHECK_REPLIES: withDefault(
    '`on` validates every response and live frame against the contract, as in development and tests.',
    z.enum(['on', 'off']),
    'off',
  ),
  ...panelEnvironment,
});
