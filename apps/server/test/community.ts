import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shippedGuidelinesVersion } from '@commons/contract/consent';
import type { Role } from '@commons/contract/members/schemas';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { PgBoss } from 'pg-boss';
import { type DestinationStream, pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, inject, vi } from 'vitest';
import { createApp, features } from '../src/app.ts';
import { subscribersOf } from '../src/community/feature.ts';
import { users } from '../src/community/members/users.tables.ts';
import { sessions } from '../src/features/auth/auth.tables.ts';
import { signedValue } from '../src/features/auth/session-lookup.ts';
import { sessionCookie } from '../src/features/auth/sessions.ts';
import { readConfiguration } from '../src/platform/configuration.ts';
import { newId } from '../src/platform/database/columns.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createEmit } from '../src/platform/database/domain-events.ts';
import { createTransact, type UnitOfWork } from '../src/platform/database/unit-of-work.ts';
import { type Job, type Jobs, openJobs, type Task } from '../src/platform/jobs/jobs.ts';
import { followMailBrand } from '../src/platform/mail/mail-brand.ts';
import { mailRenderer } from '../src/platform/mail/mail-renderer.ts';
import { followMailer, type Mail, type Mailer } from '../src/platform/mail/mailer.ts';
import { followStorage } from '../src/platform/media/followed-storage.ts';
import { readAddress } from '../src/platform/media/media-addresses.ts';
import type { Storage } from '../src/platform/media/storage.ts';
import type { Readiness } from '../src/platform/observability/health.ts';
import { loggerOptions } from '../src/platform/observability/logging.ts';
import { createPusher, type Pusher } from '../src/platform/push/pusher.ts';
import { connectRedis } from '../src/platform/redis.ts';
import { readPushKeys, type SessionSecrets } from '../src/platform/secrets.ts';
import { openSettings, type Settings } from '../src/platform/settings/settings.ts';
import type { SendWebhook } from '../src/platform/webhooks/sender.ts';
import { Caller } from './caller.ts';
import { LiveClient } from './live-client.ts';
import { cloneDatabase } from './template-database.ts';

export const sessionSecret = 'a secret for tests, long enough to sign with';

/** A signed-in member of the community under test. */
export class Member extends Caller {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;

  constructor(server: FastifyInstance, member: { id: string; email: string; cookie: string }) {
    super(server, { cookie: member.cookie });
    this.id = member.id;
    this.email = member.email;
    this.cookie = member.cookie;
  }
}

type CommunityOptions = {
  /** Opens another server process of this community. */
  sharesDatabaseWith?: Community;
  /** The database. By default the community gets a new one. */
  databaseUrl?: string;
  environment?: Record<string, string>;
  /** Overrides the session secrets. */
  sessionSecrets?: SessionSecrets;
  /** Replaces the mail server. */
  mailer?: Mailer;
  /** Replaces the push services. */
  pusher?: Pusher;
  /** Replaces the network of webhooks. */
  sendWebhook?: SendWebhook;
  /** Replaces the file storage. */
  storage?: Storage;
  /** Directories of the web build and of the starter content. */
  webDirectory?: string;
  contentDirectory?: string;
  /** Multiplies the database timeouts. Default: 5; tests of the timeouts use 1. */
  timeoutFactor?: number;
  /** Receives every log line at all levels. */
  logTo?: DestinationStream;
};

type NewMember = {
  firstName?: string;
  lastName?: string;
  email?: string;
  role?: Role;
  isFlagged?: boolean;
  /** Null without consent. */
  guidelinesVersion?: number | null;
};

/** A server process of a community with its own database and clients. */
export class Community {
  readonly db: Database;
  readonly settings: Settings;
  readonly server: FastifyInstance;
  readonly readiness: Readiness;
  readonly jobs: readonly Job[];
  readonly tasks: readonly Task[];
  readonly #enqueue: Jobs['enqueue'];
  readonly databaseUrl: string;
  readonly dataDirectory: string;
  readonly publicUrl: string;
  readonly visitor: Caller;
  readonly #close: (() => Promise<unknown>)[] = [];

  private constructor(
    parts: Pick<
      Community,
      'db' | 'settings' | 'server' | 'readiness' | 'jobs' | 'tasks' | 'databaseUrl' | 'dataDirectory' | 'publicUrl'
    >,
    enqueue: Jobs['enqueue'],
  ) {
    this.db = parts.db;
    this.settings = parts.settings;
    this.server = parts.server;
    this.readiness = parts.readiness;
    this.jobs = parts.jobs;
    this.tasks = parts.tasks;
    this.databaseUrl = parts.databaseUrl;
    this.dataDirectory = parts.dataDirectory;
    this.publicUrl = parts.publicUrl;
    this.visitor = new Caller(parts.server);
    this.#enqueue = enqueue;
  }

  /** Opens a server on its own database, or next to another server on the same database. */
  static async open(options: CommunityOptions = {}): Promise<Community> {
    const databaseUrl = options.databaseUrl ?? options.sharesDatabaseWith?.databaseUrl ?? (await cloneTemplate());
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-community-'));
    const publicUrl = options.environment?.['PUBLIC_URL'] ?? 'http://commons.test';
    const configuration = readConfiguration({
      DATA_DIR: dataDirectory,
      LOG_LEVEL: options.logTo ? 'trace' : 'silent',
      RATE_LIMITS: 'off',
      CHECK_REPLIES: 'on',
      STARTER_CONTENT: 'off',
      PUBLIC_URL: publicUrl,
      ...options.environment,
    });
    const log = pino(loggerOptions(configuration.logLevel), options.logTo ?? process.stdout);
    const db = openDatabase(databaseUrl, configuration.databasePoolSize, log, options.timeoutFactor ?? 5);
    const sessionSecrets = options.sessionSecrets ?? ([sessionSecret] as const);
    const settings = await openSettings({ db, configuration, sessionSecrets, log });
    const jobs = await openJobs({ db: throughPool(db), ...withoutWorkers }, log);
    const redis = configuration.redisUrl ? await connectRedis(configuration.redisUrl, log) : undefined;
    const storage = options.storage ?? followStorage(settings, dataDirectory);
    const getBrand = followMailBrand({ settings, publicUrl, readUpload: (url) => readAddress(storage, url) });
    const app = await createApp({
      configuration,
      settings,
      db,
      databaseUrl,
      sessionSecrets,
      publicUrl,
      storage,
      jobs,
      mailer: options.mailer ?? followMailer({ settings, dataDirectory, render: mailRenderer(getBrand) }),
      pusher: options.pusher ?? createPusher(readPushKeys(dataDirectory, undefined), publicUrl),
      log,
      ...(options.sendWebhook && { sendWebhook: options.sendWebhook }),
      ...(redis && { redis }),
      // By default without a web build.
      webDirectory: options.webDirectory ?? dataDirectory,
      ...(options.contentDirectory && { contentDirectory: options.contentDirectory }),
    });
    const { server } = app;
    await server.ready();
    const community = new Community({ ...app, db, settings, databaseUrl, dataDirectory, publicUrl }, jobs.enqueue);
    community.#close.push(
      () => server.close(),
      () => jobs.stop(),
      async () => redis?.destroy(),
      async () => settings.close(),
      () => db.$client.end(),
      () => rm(dataDirectory, { recursive: true, force: true }),
    );
    return community;
  }

  async close(): Promise<void> {
    for (const close of this.#close) await close();
  }

  /** Starts listening on a port (any free port by default) and returns the URL. */
  async listen(port = 0): Promise<string> {
    if (!this.server.server.listening) await this.server.listen({ host: '127.0.0.1', port });
    return `http://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Returns a visitor with another IP address. */
  visitorFrom(address: string, headers: Record<string, string> = {}): Caller {
    return new Caller(this.server, headers, address);
  }

  /** Creates a signed-in member directly in the database. */
  async member(overrides: NewMember = {}): Promise<Member> {
    const { firstName = 'Robin', lastName = 'Field', role = 'user', isFlagged = false } = overrides;
    const { guidelinesVersion = shippedGuidelinesVersion } = overrides;
    // Ids ascend, so members of the same millisecond are also sorted by creation.
    const id = newId();
    const email = overrides.email ?? `${id}@members.test`;
    await this.db.insert(users).values({
      id,
      email,
      emailVerified: true,
      name: `${firstName} ${lastName}`,
      firstName,
      lastName,
      role,
      isFlagged,
      guidelinesVersion,
      guidelinesAcceptedAt: guidelinesVersion === null ? null : new Date(),
    });
    return new Member(this.server, { id, email, cookie: await this.signIn(id) });
  }

  /** Makes a member accept the shipped guidelines. Members who sign in with a provider have not done so. */
  async consent(memberId: string): Promise<void> {
    await this.db
      .update(users)
      .set({ guidelinesVersion: shippedGuidelinesVersion, guidelinesAcceptedAt: new Date() })
      .where(eq(users.id, memberId));
  }

  /** Creates a session of a member and returns its cookie. */
  async signIn(memberId: string): Promise<string> {
    const token = randomUUIDv7();
    const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
    await this.db.insert(sessions).values({ userId: memberId, token, expiresAt });
    return `${sessionCookie(this.publicUrl).name}=${signedValue(token, sessionSecret)}`;
  }

  /** Runs work in a transaction, for feature functions that no call reaches. */
  async work<Result>(run: (work: UnitOfWork) => Promise<Result>): Promise<Result> {
    const transact = createTransact({
      db: this.db,
      emit: createEmit(subscribersOf(features)),
      enqueue: this.#enqueue,
      runSoon: () => {},
      publish: () => {},
      onEffectError: (error) => {
        throw error;
      },
    });
    return transact(run);
  }

  async findUser(memberId: string) {
    const [user] = await this.db.select().from(users).where(eq(users.id, memberId));
    return user;
  }

  /** Runs all due tasks once, as the workers would. */
  async runTasks(): Promise<void> {
    const boss = new PgBoss({ schema: 'jobs', db: throughPool(this.db), ...withoutWorkers });
    await boss.start();
    for (const { name, run } of this.tasks)
      for (const { id, data } of await boss.fetch(name, { batchSize: 100 }))
        await run(data).then(
          () => boss.complete(name, id),
          () => boss.fail(name, id),
        );
    await boss.stop({ graceful: false });
  }

  /** Returns the mails sent so far, oldest first. Runs pending tasks first. `text` includes the headers. */
  async mails(): Promise<(Pick<Mail, 'to' | 'text'> & { html: string })[]> {
    await this.runTasks();
    const folder = path.join(this.dataDirectory, 'mails');
    const files = await readdir(folder).catch(() => []);
    const texts = await Promise.all(files.toSorted(byName).map((file) => readFile(path.join(folder, file), 'utf8')));
    return Promise.all(
      texts.map(async (source) => {
        const { text = '', html = '' } = await PostalMime.parse(source);
        const [head = ''] = source.split('\n\n', 1);
        return { to: /^To: (.*)$/m.exec(head)?.[1] ?? '', text: `${head}\n\n${text}`, html };
      }),
    );
  }

  /** Opens a WebSocket connection like a member's browser. */
  async connect(member: Pick<Member, 'cookie'>, headers: Record<string, string> = {}): Promise<LiveClient> {
    const address = await this.listen();
    return LiveClient.open(`${address.replace('http', 'ws')}/ws`, {
      cookie: member.cookie,
      origin: this.publicUrl,
      ...headers,
    });
  }
}

/** Mail file names are UUID v7, so they sort by time. */
const byName = (one: string, other: string) => (one < other ? -1 : 1);

/** Tasks run only when a test requests it, on the server's own connections. */
const withoutWorkers = { migrate: false, schedule: false, supervise: false } as const;

const throughPool = (db: Database) => ({
  executeSql: (text: string, values: unknown[] = []) => db.$client.query<Record<string, unknown>>(text, values),
});

/** Opens a community before the tests of a file and closes it afterwards. */
export const setUpCommunity = (environment: Record<string, string> = {}): { readonly current: Community } =>
  setUp(() => Community.open({ environment }));

/** Opens another server process of a community before the tests of a file and closes it afterwards. */
export const setUpSecondServer = (community: { readonly current: Community }): { readonly current: Community } =>
  setUp(() => Community.open({ sharesDatabaseWith: community.current }));

/**
 * Like `setUpCommunity`, but without timers: a test can count only its own statements, without heartbeats or periodic
 * checks.
 */
export const setUpIdleCommunity = (): { readonly current: Community } => setUp(openIdleCommunity);

/** Opens a community without periodic work. */
export async function openIdleCommunity(): Promise<Community> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    return await Community.open();
  } finally {
    vi.useRealTimers();
  }
}

function setUp(open: () => Promise<Community>): { readonly current: Community } {
  let community: Community | undefined;
  beforeAll(async () => {
    community = await open();
  });
  afterAll(() => community?.close());
  return {
    get current() {
      return community!;
    },
  };
}

/** Creates a database for a test by cloning the template. */
export const cloneTemplate = (): Promise<string> => cloneDatabase(inject('template'));
