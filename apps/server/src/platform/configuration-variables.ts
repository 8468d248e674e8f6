import { isIP } from 'node:net';
import { z } from 'zod';

/** What `docs/configuration.md` says of a variable, and the schema of its value. */
type Described = { what: string; schema: z.ZodType; usually?: string };
const descriptions = new Map<z.core.$ZodType, Described>();

function described<Variable extends z.ZodType>(variable: Variable, description: Described): Variable {
  descriptions.set(variable, description);
  return variable;
}

/** An unset variable and an empty one mean the same. */
const optional = <Schema extends z.ZodType>(what: string, schema: Schema) =>
  described(
    z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional()),
    { what, schema },
  );

const withDefault = <Schema extends z.ZodType>(what: string, schema: Schema, value: string) =>
  described(
    z.preprocess((given) => (given === undefined || given === '' ? value : given), schema),
    { what, schema, usually: value },
  );

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

const sessionSecret = z.string().min(32, 'must have at least 32 characters; `openssl rand -base64 48` makes one');

/** Every environment variable that the server reads. */
export const environment = z.object({
  HOST: withDefault(
    'Where the server listens: 127.0.0.1 is this machine alone, 0.0.0.0 every network.',
    z.string().min(1),
    '127.0.0.1',
  ),
  PORT: withDefault('On which port; 0 takes any that is free.', z.coerce.number().int().min(0).max(65_535), '3000'),
  PUBLIC_URL: optional(
    'Where members reach it, and the address that pages, `sitemap.xml` and `robots.txt` name; `http://HOST:PORT` unless set. With `https` cookies are secure and HSTS is sent.',
    httpUrl,
  ),
  DATA_DIR: withDefault('Database, pictures, sounds, mails and secrets made at first start.', z.string(), './data'),
  DATABASE_URL: optional('A PostgreSQL 15 to 18 of your own instead of the one that comes along.', postgresUrl),
  DATABASE_POOL_SIZE: withDefault('Connections of one server process.', z.coerce.number().int().min(2).max(200), '10'),
  REDIS_URL: optional(
    'Redis or Valkey for live updates between processes and for rate limits; while it is away the database stands in and `/readyz` says `degraded`.',
    z.string().regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://'),
  ),
  S3_ENDPOINT: optional("The S3 service, where it is not Amazon's.", httpUrl),
  S3_REGION: withDefault('The region of the bucket.', z.string(), 'us-east-1'),
  S3_BUCKET: optional(
    'Keeps pictures and sounds in a bucket of an S3 service instead of `DATA_DIR/media`; goes with its two keys.',
    z.string(),
  ),
  S3_ACCESS_KEY_ID: optional('Opens the bucket.', z.string()),
  S3_SECRET_ACCESS_KEY: optional('Opens the bucket.', z.string()),
  BACKUP_FOLDER: optional('Where a backup goes by itself; not together with `BACKUP_BUCKET`.', z.string()),
  BACKUP_BUCKET: optional('Another bucket of the service of `S3_BUCKET`, for the same.', z.string()),
  BACKUP_SCHEDULE: withDefault(
    'When, in UTC: minute, hour, day of the month, month, day of the week.',
    z.string().regex(/^(?:\S+ ){4}\S+$/, 'must be five fields, as in 0 3 * * *'),
    '0 3 * * *',
  ),
  BACKUP_KEEP: withDefault('How many backups are kept.', z.coerce.number().int().min(1).max(1000), '14'),
  BACKUP_FOR: optional(
    'Public keys (`age1…`) that a backup is encrypted for; without any it is not encrypted.',
    commaSeparated,
  ),
  BACKUP_WARN_HOURS: withDefault(
    'From which age of the last good backup on admins are told.',
    z.coerce.number().int().min(1).max(8760),
    '48',
  ),
  SMTP_URL: optional(
    'A mail server; without one mails are kept in `DATA_DIR/mails`.',
    z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  ),
  MAIL_FROM: withDefault('Whom mails are from.', z.string().min(3), 'Mindful Commons <no-reply@localhost>'),
  OIDC_ISSUER_URL: optional(
    'Sign in through an OpenID provider instead of email and password; goes with the id and the secret.',
    httpUrl,
  ),
  OIDC_CLIENT_ID: optional('How the provider knows this community.', z.string()),
  OIDC_CLIENT_SECRET: optional('Proves it to the provider.', z.string()),
  OIDC_NAME: withDefault('What the button to sign in calls the provider.', z.string().max(60), 'your organisation'),
  ADMIN_EMAILS: optional(
    'Whose account becomes the first administrator.',
    commaSeparated.pipe(z.array(z.string().toLowerCase().pipe(z.email('must be email addresses')))),
  ),
  SIGN_UP: withDefault(
    '`open`: everybody may create an account. `invited`: only the first administrator and whom admins invite from the waitlist (`/waitlist-admin`); all others are led to the waitlist.',
    z.enum(['open', 'invited']),
    'open',
  ),
  ADMIN_TWO_FACTOR: withDefault(
    '`required`: an admin without two-factor sign-in acts as a member until it is on; with an OpenID provider, that one asks for the second factor.',
    z.enum(['optional', 'required']),
    'optional',
  ),
  SESSION_SECRET: optional(
    'Signs cookies, and access codes that are not set come from it; made at first start unless set. Several processes must share it.',
    sessionSecret,
  ),
  SESSION_SECRET_OTHER: optional(
    'Signs nothing; what it signed is taken as well, while one secret is exchanged for another ([how](guides/rotate-the-session-secret.md)).',
    sessionSecret,
  ),
  PUSH_PRIVATE_KEY: optional(
    "Signs what goes to members' devices (Web Push); made at first start unless set. Several machines must share it, or browsers take nothing.",
    z.string().regex(/^[\w-]{43}$/, 'must be a P-256 private key in base64url'),
  ),
  WAITLIST_ACCESS_CODE: optional(
    'Opens `/waitlist-admin`, compared exactly; made at first start and printed unless set. Admins need none.',
    accessCode,
  ),
  BOOK_ACCESS_CODE: optional(
    'Opens `/book-admin`, in any letters; made at first start and printed unless set. Admins need none.',
    accessCode,
  ),
  APP_STORE_URL: optional(
    'Where members get the app. By default `/dmtools` links to `/install`, which explains how to install from the browser.',
    z.url({ protocol: /^https$/, error: 'must be an https address' }),
  ),
  PRODUCT_NAME: withDefault('The name members see.', z.string().max(60), 'Mindful Commons'),
  TRUSTED_PROXIES: optional(
    'Addresses whose `X-Forwarded-For` is believed; behind a proxy all visitors share one rate limit without it.',
    commaSeparated.pipe(z.array(proxy)),
  ),
  DRAIN_SECONDS: withDefault(
    'How long a server that was told to stop goes on answering while `/readyz` says 503, so that a proxy sends calls elsewhere.',
    z.coerce.number().int().min(0).max(60),
    '0',
  ),
  METRICS_TOKEN: optional(
    'Opens `/metrics` to who brings it; without it only this machine may read them, and not through a proxy.',
    z.string().min(16, 'must have at least 16 characters'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'A collector that takes traces (OpenTelemetry, OTLP over HTTP): requests, statements and jobs by their names, nothing of members. None are made without it. The other `OTEL_EXPORTER_OTLP_…` variables count as its library says, for instance `OTEL_EXPORTER_OTLP_HEADERS`.',
    httpUrl,
  ),
  LOG_LEVEL: withDefault(
    'How much is logged.',
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'info',
  ),
  STARTER_CONTENT: withDefault(
    '`off`: the meditations, journal prompts, books and podcasts that ship are not added; those that an admin deleted never come back.',
    z.enum(['on', 'off']),
    'on',
  ),
  RATE_LIMITS: withDefault('`off` for tests and benchmarks, on loopback only.', z.enum(['on', 'off']), 'on'),
  CHECK_REPLIES: withDefault(
    '`on` holds every answer and every live frame against the contract, as development and the tests do.',
    z.enum(['on', 'off']),
    'off',
  ),
});

export type Variable = { name: string; usually: string | undefined; allowed: string; what: string };

/** Every variable, in order: what it is unless it is set, what may be set, what it is for. */
export const describeVariables = (): Variable[] =>
  Object.entries(environment.shape).map(([name, variable]) => {
    const description = descriptions.get(variable);
    if (!description) throw new Error(`${name} says nothing of itself`);
    const { what, schema, usually } = description;
    return { name, usually, allowed: allowedBy(schema), what };
  });

const isList = (schema: z.ZodType): boolean =>
  schema === commaSeparated || (schema instanceof z.ZodPipe && schema.in === commaSeparated);

/** In the words of the complaint about a wrong value, where there are some. */
function allowedBy(schema: z.ZodType): string {
  const { enum: values, type, minimum, maximum, maxLength } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (type === 'integer') return `${minimum} to ${maximum}`;
  const complaint = schema.safeParse('?').error?.issues[0]?.message ?? '';
  const words = complaint.startsWith('must ') ? complaint : maxLength ? `up to ${maxLength} characters` : 'text';
  return isList(schema) ? `${words}, separated by commas` : words;
}
