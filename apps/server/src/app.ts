import { createHash, randomUUIDv7 } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Feature, type FeatureContext, subscribersOf } from './community/feature.ts';
import { adminRulesOf, countActiveMembers, members } from './community/members/index.ts';
import { serveStarterContent } from './community/starter-content/starter-content.ts';
import { openTexts } from './community/texts/index.ts';
import { account } from './features/account/index.ts';
import { admin } from './features/admin/index.ts';
import { apiTokens, createTokenLookup } from './features/api-tokens/index.ts';
import {
  isAdminMissing,
  auth,
  createSessionCheck,
  createSessionLookup,
  firstAdminRuleOf,
  sessionCookie,
} from './features/auth/index.ts';
import { backups } from './features/backups/index.ts';
import { bookNotifications } from './features/book-notifications/index.ts';
import { communityStats } from './features/community-stats/index.ts';
import { concerns } from './features/concerns/index.ts';
import { connections } from './features/connections/index.ts';
import { consent } from './features/consent/index.ts';
import { csv } from './features/csv/index.ts';
import { downloads } from './features/downloads/index.ts';
import { events } from './features/events/index.ts';
import { feed } from './features/feed/index.ts';
import { gratitude } from './features/gratitude/index.ts';
import { journal } from './features/journal/index.ts';
import { library } from './features/library/index.ts';
import { mails } from './features/mails/index.ts';
import { meditations } from './features/meditations/index.ts';
import { messages } from './features/messages/index.ts';
import { moderation } from './features/moderation/index.ts';
import { notifications } from './features/notifications/index.ts';
import { points } from './features/points/index.ts';
import { presence } from './features/presence/index.ts';
import { profiles } from './features/profiles/index.ts';
import { recommendations } from './features/recommendations/index.ts';
import { reports } from './features/reports/index.ts';
import { search } from './features/search/index.ts';
import { settingsFeature } from './features/settings/index.ts';
import { textsFeature } from './features/texts/index.ts';
import { updates } from './features/updates/index.ts';
import { invitations, waitlist } from './features/waitlist/index.ts';
import { webhooks } from './features/webhooks/index.ts';
import { wins } from './features/wins/index.ts';
import { createFindPageViewer } from './pages/page-viewer.ts';
import { openPages, servePages } from './pages/pages.ts';
import { createFindPublished, forgetOldAssets } from './pages/published-assets.ts';
import type { Configuration } from './platform/configuration.ts';
import { followDatabaseClock } from './platform/database/clock.ts';
import type { Database } from './platform/database/database.ts';
import { createEmit } from './platform/database/domain-events.ts';
import { observeStatements } from './platform/database/observed-pool.ts';
import { createTransact } from './platform/database/unit-of-work.ts';
import { describeApi } from './platform/http/documentation.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { allowedOrigins } from './platform/http/origin.ts';
import { createAdmission } from './platform/http/overload.ts';
import { createRunOnce, forgetOldKeys } from './platform/idempotency/idempotency.ts';
import { type Job, type Jobs, observeRuns, type Task, task } from './platform/jobs/jobs.ts';
import { type Mailer, mailTask } from './platform/mail/mailer.ts';
import { forgetOldMails } from './platform/mail/stored-mails.ts';
import { filesToMoveJob, moveFiles } from './platform/media/followed-storage.ts';
import { mediaRoutes, openMedia } from './platform/media/media.ts';
import type { Storage } from './platform/media/storage.ts';
import { addGauges } from './platform/observability/gauges.ts';
import { type Readiness, serveHealth } from './platform/observability/health.ts';
import { createMetrics, serveMetrics } from './platform/observability/metrics.ts';
import type { Pusher } from './platform/push/pusher.ts';
import { createAttempts, unlimitedAttempts } from './platform/rate-limits/attempts.ts';
import { createRateLimits, deleteExpiredLimits, unlimited } from './platform/rate-limits/rate-limits.ts';
import { openBus } from './platform/realtime/open-bus.ts';
import { serveSockets } from './platform/realtime/sockets.ts';
import type { Redis } from './platform/redis.ts';
import type { SessionSecrets } from './platform/secrets.ts';
import type { Settings } from './platform/settings/settings.ts';
import { createWebhookSender, type SendWebhook } from './platform/webhooks/sender.ts';

/** All features of the community. Each declares its contents in its `index.ts`. */
export const features: readonly Feature[] = [
  auth,
  members,
  profiles,
  consent,
  connections,
  feed,
  wins,
  gratitude,
  meditations,
  recommendations,
  library,
  csv,
  journal,
  events,
  presence,
  messages,
  reports,
  moderation,
  concerns,
  communityStats,
  points,
  notifications,
  waitlist,
  bookNotifications,
  downloads,
  search,
  admin,
  apiTokens,
  webhooks,
  account,
  backups,
  settingsFeature,
  textsFeature,
  updates,
  mails,
];

export type AppDependencies = {
  configuration: Configuration;
  settings: Settings;
  db: Database;
  databaseUrl: string;
  redis?: Redis;
  jobs: Pick<Jobs, 'enqueue' | 'runSoon' | 'prepare'>;
  mailer: Mailer;
  pusher: Pusher;
  /** Replaces the network of webhooks in tests. */
  sendWebhook?: SendWebhook;
  storage: Storage;
  sessionSecrets: SessionSecrets;
  /** The base URL that members use, without a trailing slash. */
  publicUrl: string;
  log: FastifyBaseLogger;
  /** Directories of the web build and of the content that ships with it, if they differ from the defaults. */
  webDirectory?: string;
  contentDirectory?: string;
};

const defaultContentDirectory = fileURLToPath(new URL('../../../content', import.meta.url));

export type App = {
  server: FastifyInstance;
  readiness: Readiness;
  jobs: Job[];
  tasks: Task[];
  /** Whether there is no administrator yet and a new account can become one. */
  needsFirstAdmin: () => Promise<boolean>;
};

/** Assembles the server: the hooks of every request, then the features, then the pages. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { configuration, settings, db, databaseUrl, redis, mailer, pusher, storage, sessionSecrets, publicUrl, log } =
    dependencies;
  // Before anything stores a time.
  const stopClock = await followDatabaseClock(db);
  const origins = allowedOrigins(configuration, publicUrl);
  const consume = configuration.rateLimits ? createRateLimits({ db, redis, log }) : unlimited;
  const sessionRules = adminRulesOf({ settings });
  const authenticate = createSessionLookup(db, sessionSecrets, sessionCookie(publicUrl), sessionRules);

  // Loaded only if tracing is configured.
  const tracing = configuration.tracesEndpoint
    ? await (await import('./platform/observability/tracing.ts')).openTracing(configuration.tracesEndpoint)
    : undefined;
  const metrics = createMetrics();
  const admit = createAdmission(db.$client, log);
  const server = await createHttpServer(configuration, {
    authenticate,
    authenticateToken: createTokenLookup(db, sessionRules),
    consume,
    admit,
    origins,
    log,
    metrics,
    tracing,
  });
  if (tracing) {
    observeStatements(db.$client, tracing.traceStatement);
    server.addHook('onClose', () => tracing.close());
  }

  observeStatements(db.$client, metrics.statements.observe);

  const bus = await openBus({
    processId: randomUUIDv7(),
    databaseUrl,
    pool: db.$client,
    redis,
    communities: sessionSecrets.map((secret) => createHash('sha256').update(secret).digest('base64url')),
    log,
    onReconnected: () => sockets.requestReconnect(),
    observer: metrics.bus,
  });
  const checkSessions = createSessionCheck(db, sessionRules);
  const sockets = await serveSockets(server, {
    bus,
    origins,
    checkSessions,
    isLimited: configuration.rateLimits,
    areFramesChecked: configuration.checkReplies,
    observer: metrics.sockets,
  });
  server.addHook('onClose', () => bus.close());
  server.addHook('onClose', async () => stopClock());

  const transact = createTransact({
    db,
    emit: createEmit(subscribersOf(features)),
    enqueue: dependencies.jobs.enqueue,
    runSoon: dependencies.jobs.runSoon,
    publish: bus.publish,
    onEffectError: (error) => log.error({ err: error }, 'an effect after a commit failed'),
  });
  server.decorate('runOnce', createRunOnce(db, transact));
  const media = await openMedia(server, {
    db,
    settings,
    storage,
    authenticate,
    pictureAudiences: features.flatMap(({ pictureAudience }) => pictureAudience ?? []),
  });

  server.decorate(
    'findPageViewer',
    createFindPageViewer((cookie) => authenticate(cookie, { admit })),
  );
  const texts = await openTexts({ db, log });
  server.addHook('onClose', async () => texts.close());
  const pages = await openPages(
    settings,
    publicUrl,
    {
      texts,
      countMembers: () => countActiveMembers(db),
      reportError: (error) => log.error({ err: error }, 'the members for the landing page could not be counted'),
    },
    dependencies.webDirectory,
  );
  server.decorate('pages', pages);

  const isDegraded = () => bus.isDegraded() || redis?.isReady === false;
  const readiness = serveHealth(server, db, { isDegraded });
  addGauges(metrics, {
    db,
    dataDirectory: configuration.dataDirectory,
    socketCount: sockets.count,
    isDegraded,
  });
  serveMetrics(server, metrics, configuration.metricsToken);
  await describeApi(server, settings);

  const context: FeatureContext = {
    configuration,
    settings,
    texts,
    sessionSecrets,
    publicUrl,
    log,
    db,
    databaseUrl,
    transact,
    consume,
    attempt: configuration.rateLimits ? createAttempts(db) : unlimitedAttempts,
    bus,
    sockets,
    metrics,
    isDegraded,
    media,
    contentDirectory: dependencies.contentDirectory ?? defaultContentDirectory,
    mailer,
    pusher,
    sendWebhook: dependencies.sendWebhook ?? createWebhookSender(),
    invitations,
    features,
  };
  for (const { registerRoutes } of features) await registerRoutes?.(server, context);
  mediaRoutes(server, { media });
  const addStarterContent = serveStarterContent(
    server,
    context,
    features.flatMap(({ starterContent = [] }) => starterContent),
  );

  await servePages(server, { publicUrl, settings, findPublished: createFindPublished(db) });
  // `onClose` hooks run in reverse order. Requests in flight need everything that the other hooks close.
  server.addHook('onClose', () => server.waitForRequestsInFlight());
  const jobs: Job[] = [
    { name: 'idempotency-keys', cron: '7 * * * *', run: () => forgetOldKeys(db) },
    { name: 'rate-limits', cron: '37 * * * *', run: () => deleteExpiredLimits(db) },
    { name: 'old-mails', cron: '29 3 * * *', run: () => forgetOldMails(configuration.dataDirectory) },
    {
      name: 'old-assets',
      cron: '41 3 * * *',
      run: async () => server.pages && forgetOldAssets(db, server.pages.directory),
    },
    {
      name: filesToMoveJob,
      cron: '*/10 * * * *',
      run: () => moveFiles(settings, db, configuration.dataDirectory),
    },
    { name: 'orphaned-media', cron: '23 * * * *', run: media.collectOrphans },
    ...features.flatMap((feature) => feature.jobs?.(context) ?? []),
  ];
  const tasks: Task[] = [
    task(mailTask, (mail) => mailer.send(mail)),
    addStarterContent,
    ...features.flatMap((feature) => feature.tasks?.(context) ?? []),
  ];
  await dependencies.jobs.prepare(tasks.map(({ name }) => name));
  const observer = { onEnd: metrics.jobEnded, log, ...(tracing && { trace: tracing.traceJob }) };
  return {
    server,
    readiness,
    jobs: observeRuns(jobs, observer),
    tasks: observeRuns(tasks, observer),
    needsFirstAdmin: () => isAdminMissing(db, firstAdminRuleOf(dependencies)),
  };
}
