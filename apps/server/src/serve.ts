import { Session } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { type App, createApp } from './app.ts';
import { allAccessCodesOf } from './community/access-codes.ts';
import { publishAssets } from './pages/published-assets.ts';
import { isFirstProcess, isWorker, leaveCluster, onDrain, reconnectMilliseconds } from './platform/cluster-worker.ts';
import type { Configuration } from './platform/configuration.ts';
import { assertUsable, withDatabaseExplanations } from './platform/database/database-setup.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import { findFreePort } from './platform/http/free-port.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { followMailBrand } from './platform/mail/mail-brand.ts';
import { followMailer } from './platform/mail/mailer.ts';
import { mailRenderer } from './platform/mail/mail-renderer.ts';
import { followStorage } from './platform/media/followed-storage.ts';
import { readAddress } from './platform/media/media-addresses.ts';
import type { Storage } from './platform/media/storage.ts';
import { createLogger } from './platform/observability/logging.ts';
import { createPusher } from './platform/push/pusher.ts';
import { connectRedis } from './platform/redis.ts';
import { readPushKeys, readSessionSecrets, type SessionSecrets, setupCode } from './platform/secrets.ts';
import type { CurrentSettings } from './platform/settings/current.ts';
import { openSettings } from './platform/settings/settings.ts';
import { startDatabase, stopMilliseconds, stopSignals, surviveRepeatedSignals, withConfiguration } from './start.ts';

type StopFunction = () => Promise<void>;

/** A community before its server accepts requests. */
export type StartingCommunity = { db: Database; storage: Storage } & {
  readonly [Kind in 'jobs' | 'tasks']: Readonly<App[Kind]>;
};
type ServeOptions = { beforeListen?: (community: StartingCommunity) => Promise<void> };

/**
 * Runs the server until it is stopped. Returns its URL once it is open. Explains failures that the operator can fix,
 * and sets exit code 1.
 */
export const serve = (options: ServeOptions = {}): Promise<string | undefined> =>
  withConfiguration((configuration) => start(configuration, options));

async function start(configuration: Configuration, options: ServeOptions): Promise<string | undefined> {
  const log = createLogger(configuration.logLevel);
  const stopFunctions: StopFunction[] = [];
  /** Stops all services even if some fail. The database is stopped last. */
  const stopAllServices = async () => {
    const failures: unknown[] = [];
    for (const stop of stopFunctions.toReversed()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  let stopping: Promise<void> | undefined;
  const stopAll = () => (stopping ??= stopAllServices());
  const stopRequested = new AbortController();
  const opening = open(configuration, { ...options, log, stopFunctions, stopRequested: stopRequested.signal });
  surviveRepeatedSignals();
  // Not on "beforeExit", because a failed start would then exit with code 0. Only the primary process may stop a worker:
  // Ctrl-C reaches both, and a second signal would stop the worker at once.
  const skip = ['beforeExit' as const, ...(isWorker ? stopSignals : [])];
  const delay = stopMilliseconds + configuration.drainSeconds * 1_000;
  closeWithGrace({ delay, logger: log, skip }, async ({ err }) => {
    if (err) log.fatal({ err }, 'the server stops after an unexpected error');
    stopRequested.abort();
    // Waits for the end of the start. Stopping a half-started server would leave its database running.
    await Promise.allSettled([opening]);
    await stopAll();
  });
  try {
    return await opening;
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/**
 * Starts all services and adds their stop functions to `stopFunctions`, which run in reverse order. Returns undefined
 * if a stop was requested before the server accepted requests.
 */
async function open(
  configuration: Configuration,
  options: ServeOptions & { log: Logger; stopFunctions: StopFunction[]; stopRequested: AbortSignal },
): Promise<string | undefined> {
  const { log, stopFunctions, stopRequested, beforeListen } = options;
  let { databaseUrl } = configuration;
  if (databaseUrl === undefined) {
    const database = await startDatabase(configuration, log);
    stopFunctions.push(() => database.stop());
    databaseUrl = database.url;
  } else await assertUsable(databaseUrl);
  await withDatabaseExplanations(() => migrateDatabase(databaseUrl, { report: (line) => log.warn(line) }));
  const db = openDatabase(databaseUrl, configuration.databasePoolSize, log);
  stopFunctions.push(() => db.$client.end());

  const backgroundJobs = await withDatabaseExplanations(() => openJobs({ connectionString: databaseUrl }, log));
  stopFunctions.push(() => backgroundJobs.stop());

  const redis = configuration.redisUrl ? await connectRedis(configuration.redisUrl, log) : undefined;
  if (redis) stopFunctions.push(async () => redis.destroy());

  const port = configuration.port === 0 ? await findFreePort(configuration.host) : configuration.port;
  const publicUrl = (configuration.publicUrl ?? `http://${urlHost(configuration.host)}:${port}`).replace(/\/$/, '');
  const sessionSecrets = readSessionSecrets(configuration.dataDirectory, configuration);
  const settings = await openSettings({ db, configuration, sessionSecrets, log });
  stopFunctions.push(async () => settings.close());
  settings.onChange(() => backgroundJobs.reschedule());
  const { dataDirectory } = configuration;
  const storage = followStorage(settings, dataDirectory);
  const getBrand = followMailBrand({ settings, publicUrl, readUpload: (url) => readAddress(storage, url) });
  const mailer = followMailer({ settings, dataDirectory, render: mailRenderer(getBrand) });
  const { server, readiness, jobs, tasks, needsFirstAdmin } = await createApp({
    configuration,
    settings,
    db,
    databaseUrl,
    jobs: backgroundJobs,
    mailer,
    pusher: createPusher(readPushKeys(dataDirectory, configuration.pushPrivateKey), publicUrl),
    storage,
    sessionSecrets,
    publicUrl,
    log,
    ...(redis && { redis }),
  });
  stopFunctions.push(() => server.close());
  await beforeListen?.({ db, storage, jobs, tasks });
  const greeting = formatGreeting(configuration, settings.current, {
    publicUrl,
    sessionSecrets,
    needsFirstAdmin: await needsFirstAdmin(),
  });
  // Published before members get pages of this build, because their browsers may request its files from another server.
  // A failure does not affect this server, which has the files.
  if (server.pages)
    await publishAssets(db, server.pages.directory).catch((error: unknown) =>
      log.warn({ err: error }, 'the files of this build could not be published to other servers'),
    );
  if (stopRequested.aborted) return undefined;
  await server.listen({ host: configuration.host, port });
  // The server is open. From here on, a database outage delays the start of jobs but does not stop the server.
  await backgroundJobs.work(jobs, tasks, stopRequested);
  // Jobs stop first, because running jobs may need all other services. During the drain, proxies notice that they must
  // send requests to other servers.
  onDrain(() => readiness.drain());
  stopFunctions.push(async () => {
    leaveCluster(server.server);
    server.endKeepAlive();
    if (!isWorker) readiness.drain();
    const drainMilliseconds = isWorker ? reconnectMilliseconds : configuration.drainSeconds * 1_000;
    await Promise.all([backgroundJobs.stop(), wait(drainMilliseconds)]);
  });
  if (isFirstProcess) process.stdout.write(greeting);
  await releaseStartupMemory();
  return publicUrl;
}

/**
 * Returns memory used during the start to the system. Otherwise V8 would keep it in reserve, which doubles the memory
 * of an idle server. Call it once after the start: it pauses the process for about 50 ms.
 */
async function releaseStartupMemory(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? 'localhost' : host);

/** Formats an access code, with a second one during a rotation of the session secret. */
const formatCodes = ([code = '', other]: string[]): string =>
  other ? `${code} (also ${other}, until SESSION_SECRET_OTHER is removed)` : code;

/**
 * Returns the text that a start prints: the address and the first steps. It is not a log line, because the operator
 * reads it.
 */
function formatGreeting(
  configuration: Configuration,
  settings: CurrentSettings,
  {
    publicUrl,
    sessionSecrets,
    needsFirstAdmin,
  }: { publicUrl: string; sessionSecrets: SessionSecrets; needsFirstAdmin: boolean },
): string {
  const { isPubliclyReachable, adminEmails, rateLimits, dataDirectory } = configuration;
  const { productName, smtpUrl } = settings;
  const lines = [`${productName} is open at ${publicUrl}`];
  if (needsFirstAdmin) {
    if (adminEmails)
      lines.push(`The first account with the email ${adminEmails.join(' or ')} becomes its administrator.`);
    else if (!isPubliclyReachable)
      lines.push(`Sign up at ${publicUrl}/signup: the first account becomes the administrator.`);
    if (isPubliclyReachable) lines.push(`Setup code for the first administrator: ${setupCode(sessionSecrets[0])}`);
  }
  const codes = allAccessCodesOf(settings, sessionSecrets);
  if (!settings.waitlistAccessCode)
    lines.push(`Access code of ${publicUrl}/waitlist-admin: ${formatCodes(codes.waitlist)}`);
  if (!settings.bookAccessCode) lines.push(`Access code of ${publicUrl}/book-admin: ${formatCodes(codes.book)}`);
  if (!smtpUrl) lines.push(`Mails are kept in ${dataDirectory}/mails.`);
  if (!rateLimits) lines.push('RATE_LIMITS=off: rate limits are disabled. For tests and benchmarks only.');
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`;
}
