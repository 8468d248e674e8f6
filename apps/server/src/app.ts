import { createHash, randomUUIDv7 } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { RedisClientType } from 'redis';
import {
  authRoutes,
  createSessionCheck,
  createSessionLookup,
  forgetExpiredSessions,
  sessionCookie,
} from './features/auth/index.ts';
import { communityRoutes, countSupport } from './features/community/index.ts';
import { connectionRoutes, endConnectionsOnBlock } from './features/connections/index.ts';
import { feedRoutes } from './features/feed/index.ts';
import { memberRoutes } from './features/members/index.ts';
import {
  createMessages,
  declineRequestOnReport,
  forgetUnreadOnBlock,
  hidePresenceOnBlock,
  keepPresence,
  messageFrames,
  messageRoutes,
  openLiveMessages,
  openUnreadBadges,
} from './features/messages/index.ts';
import { keepPoints } from './features/points/index.ts';
import { reportRoutes } from './features/reports/index.ts';
import { waitlistRoutes } from './features/waitlist/index.ts';
import type { Configuration } from './platform/configuration.ts';
import type { Database } from './platform/database/database.ts';
import { DomainEvents } from './platform/database/domain-events.ts';
import { createTransact } from './platform/database/unit-of-work.ts';
import { describeApi } from './platform/http/documentation.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { allowedOrigins } from './platform/http/origin.ts';
import { readPages, servePages } from './platform/http/pages.ts';
import { createRunOnce, forgetOldKeys } from './platform/idempotency/idempotency.ts';
import { type Job, observed } from './platform/jobs/jobs.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { mediaRoutes } from './platform/media/media.routes.ts';
import { openMedia } from './platform/media/media.ts';
import type { Storage } from './platform/media/storage.ts';
import { type Readiness, serveHealth } from './platform/observability/health.ts';
import { serveMetrics } from './platform/observability/metrics.ts';
import { createRateLimits, forgetExpiredLimits, unlimited } from './platform/rate-limits/rate-limits.ts';
import { openBus } from './platform/realtime/open-bus.ts';
import { serveSockets } from './platform/realtime/sockets.ts';
import { setupCode } from './platform/secrets.ts';

export type AppDependencies = {
  configuration: Configuration;
  db: Database;
  databaseUrl: string;
  redis?: RedisClientType;
  mailer: Mailer;
  storage: Storage;
  sessionSecret: string;
  /** Where members reach this server, without a trailing slash. */
  publicUrl: string;
  logger?: FastifyBaseLogger;
  /** Where the web application was built, if not in its usual place. */
  webDirectory?: string;
};

export type App = { server: FastifyInstance; readiness: Readiness; jobs: Job[] };

/** Puts the server together: what every call passes, then what members can do, then the pages. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { configuration, db, databaseUrl, redis, mailer, storage, sessionSecret, publicUrl, logger, webDirectory } =
    dependencies;
  const origins = allowedOrigins(configuration, publicUrl);
  const consume = configuration.rateLimits ? createRateLimits({ pool: db.$client, redis }) : unlimited;
  const authenticate = createSessionLookup(db, sessionSecret, sessionCookie(publicUrl));

  const server = await createHttpServer(configuration, { authenticate, consume, origins, ...(logger && { logger }) });
  const { log } = server;

  const processId = randomUUIDv7();
  const bus = await openBus({
    processId,
    databaseUrl,
    pool: db.$client,
    redis,
    community: createHash('sha256').update(sessionSecret).digest('base64url'),
    log,
    onReconnected: () => sockets.askToReconnect(),
  });
  const checkSessions = createSessionCheck(db);
  const sockets = await serveSockets(server, { bus, origins, checkSessions, isLimited: configuration.rateLimits });
  server.addHook('onClose', () => bus.close());

  const domainEvents = new DomainEvents();
  const transact = createTransact({
    db,
    domainEvents,
    publish: bus.publish,
    onEffectError: (error) => log.error({ err: error }, 'an effect after a commit failed'),
  });
  server.decorate('runOnce', createRunOnce(db, transact));
  const media = await openMedia(server, { db, storage });

  server.decorate('pages', readPages(configuration.productName, webDirectory));

  const readiness = serveHealth(server, db, { isDegraded: () => bus.isDegraded() || redis?.isReady === false });
  const metrics = serveMetrics(server, {
    pool: db.$client,
    socketCount: sockets.count,
    token: configuration.metricsToken,
  });
  await describeApi(server, configuration.productName);

  const { adminEmails, isReachedByStrangers } = configuration;
  const firstAdminRule = { adminEmails, isReachedByStrangers, setupCode: setupCode(sessionSecret) };
  authRoutes(server, {
    db,
    transact,
    mailer,
    log,
    configuration,
    sessionSecret,
    publicUrl,
    firstAdminRule,
    bus,
    consume,
  });
  memberRoutes(server, { db, transact, media });
  connectionRoutes(server, { db, transact });
  const live = openLiveMessages({ db, bus, sockets, log });
  const closeUnreadBadges = openUnreadBadges({ db, bus, sockets, log });
  server.addHook('onClose', async () => closeUnreadBadges());
  const messages = createMessages({ transact, live });
  messageRoutes(server, { db, consume, media, messages });
  messageFrames(sockets, { db, bus, consume, messages });
  await keepPresence(server, { db, bus, sockets, processId });
  feedRoutes(server, { db, transact, mailer });
  communityRoutes(server, { db });
  reportRoutes(server, { db });
  waitlistRoutes(server);
  mediaRoutes(server, { media });

  keepPoints(domainEvents);
  countSupport(domainEvents);
  endConnectionsOnBlock(domainEvents);
  forgetUnreadOnBlock(domainEvents);
  hidePresenceOnBlock(domainEvents);
  declineRequestOnReport(domainEvents);

  await servePages(server);
  const jobs: Job[] = [
    { name: 'idempotency-keys', cron: '7 * * * *', run: () => forgetOldKeys(db) },
    { name: 'rate-limits', cron: '37 * * * *', run: () => forgetExpiredLimits(db) },
    { name: 'orphaned-media', cron: '23 * * * *', run: media.collectOrphans },
    { name: 'expired-sessions', cron: '47 * * * *', run: () => forgetExpiredSessions(db) },
  ];
  return { server, readiness, jobs: observed(jobs, { count: metrics.countJobRun, log }) };
}
