import type { HealthFigureName } from '@commons/contract/admin';
import type { CsvKind } from '@commons/contract/csv';
import type { MemberSummary } from '@commons/contract/members';
import { type SearchType, searchTypes } from '@commons/contract/search';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Check } from './checks/checks.ts';
import { filesThatAreMissing, filesThatNobodyKnows } from './checks/media.checks.ts';
import type { Configuration } from './configuration.ts';
import type { CsvTable } from './csv/csv-table.ts';
import type { Database, Queryable, Transaction } from './database/database.ts';
import type { Subscriber } from './database/domain-events.ts';
import type { Transact, UnitOfWork } from './database/unit-of-work.ts';
import { personalData as idempotencyData } from './idempotency/idempotency.tables.ts';
import type { Job, Task } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { PictureAudience } from './media/media-access.ts';
import { personalData as mediaData } from './media/media.tables.ts';
import type { Media } from './media/media.ts';
import type { Metrics } from './observability/metrics.ts';
import type { PersonalData } from './personal-data.ts';
import type { Pusher } from './push/pusher.ts';
import type { Attempt } from './rate-limits/attempts.ts';
import type { Consume } from './rate-limits/rate-limits.ts';
import type { Bus } from './realtime/bus.ts';
import type { Sockets } from './realtime/sockets.ts';
import { documentsOf } from './search/documents.ts';
import type { Searched } from './search/searched.ts';
import type { SessionSecrets } from './secrets.ts';
import type { Viewer } from './sessions/viewer.ts';
import type { StarterContent } from './starter-content/starter-content.ts';

/** What a member reports, as it is at that moment: whose it is, and what the moderators will read. */
export type Reported = { id: string; authorId: string; evidence: Record<string, unknown>; photoIds: string[] };

/** What is written in text, as a member reports it. */
export const toReported = (row: { id: string; authorId: string; content: string; createdAt: string }): Reported => ({
  id: row.id,
  authorId: row.authorId,
  evidence: { content: row.content, createdAt: row.createdAt },
  photoIds: [],
});

/** Finds what a member may report, by id; leaves out what is not there, and what they may not know of. */
export type FindReported = (tx: Transaction, viewer: Viewer, ids: string[]) => Promise<Reported[]>;

/** Words, and what came with them, as moderators read them. */
export type Quoted = {
  title?: string | null;
  content: string;
  link?: string | null;
  photoId?: string | null;
  photoUrl?: string | null;
  /** Pictures that everybody sees, as they are described. */
  photos?: { url: string; alt: string | null }[];
  /** What a poll asks to choose from. */
  options?: string[];
};
export type Around = Quoted & { author: MemberSummary | null; createdAt: string; isSubject: boolean };

/** Who wrote shortly before these; nothing of one that others do not see. */
export type FindThread = (db: Queryable, ids: string[]) => Promise<{ id: string; memberIds: string[] }[]>;

/** Something that a moderator acts upon. */
export type Moderated = {
  authorId: string;
  isAwaitingReview: boolean;
  /** Taken down: hidden from everybody, until it is restored or erased. */
  isRemoved: boolean;
  quote: Quoted;
};

/**
 * How moderators act upon a kind of thing, whoever stands between them and its author. What is done twice is done once: an
 * answer of false says that there was nothing to do.
 */
export type Moderation = {
  /** Locked to the end of the transaction if it is to be changed. */
  find: (db: Queryable, id: string, isLocked: boolean) => Promise<Moderated | undefined>;
  /** The thing as it is between what stands around it, in the order in which it is read. */
  listAround: (db: Queryable, id: string) => Promise<Around[]>;
  /** Shows to everybody what was held for review. */
  publish: (work: UnitOfWork, id: string) => Promise<boolean>;
  /** Hides it from everybody; nothing of it is lost yet. */
  remove: (work: UnitOfWork, id: string) => Promise<boolean>;
  /** Brings back what was removed, as it was. */
  restore: (work: UnitOfWork, id: string, was: Quoted) => Promise<boolean>;
  /** Deletes what was removed. */
  erase: (work: UnitOfWork, id: string) => Promise<void>;
};

/**
 * A kind of contribution: a post, a comment. It says itself what it means to the features that act upon all kinds, so
 * that a new kind is no edit in any of them. Where one of them has nothing to do with it, it says so, too.
 */
export type ContributionKind = {
  /** Also its name in the contract, in reports and in the ledger of points. */
  name: string;
  /** What its author earns when it is published; 0 for nothing. */
  points: number;
  /** Whether the community counts it as support given. */
  isSupport: boolean;
  report: FindReported | 'none';
  /** Of comments: who wrote shortly before each of them in the same place, and hears of it. */
  thread: FindThread | 'none';
  /** How moderators publish what is held, and take down and bring back what is there. */
  moderation: Moderation | 'none';
  /** Where they are kept, by their authors. */
  table: (PgTable & Record<'id' | 'authorId', AnyPgColumn>) | 'none';
  /** The kind of search result, where its changes are indexed by the events of contributions. */
  searchedAs?: SearchType;
};

/** A day in UTC: from its beginning up to the beginning of the next. */
export type Day = { from: Date; to: Date };

/** A figure of the community's health, counted of each day while it lasts and for a week after; null where there is none. */
export type DailyFigure = { name: HealthFigureName; count: (db: Queryable, day: Day) => Promise<number | null> };

/** What every feature works with, put together once by `app.ts`. */
export type Kit = {
  configuration: Configuration;
  /** Names this server process among those of the community. */
  processId: string;
  sessionSecrets: SessionSecrets;
  /** Where members reach this server, without a trailing slash. */
  publicUrl: string;
  log: FastifyBaseLogger;
  db: Database;
  /** Where the database is, for what has connections of its own. */
  databaseUrl: string;
  transact: Transact;
  consume: Consume;
  attempt: Attempt;
  bus: Bus;
  sockets: Sockets;
  metrics: Metrics;
  /** Whether something is away that this process can do without for a while. */
  isDegraded: () => boolean;
  media: Media;
  /** Where what ships with the application is. */
  contentDirectory: string;
  mailer: Mailer;
  pusher: Pusher;
  /** Everything that members write, by its name. */
  contributionKinds: ReadonlyMap<string, ContributionKind>;
  /** How what the features offer for it is reported, by the name it has in the contract. */
  reportable: ReadonlyMap<string, FindReported>;
  /** How moderators act upon what the features offer for it, by the same name. */
  moderated: ReadonlyMap<string, Moderation>;
  /** What the features have admins take out and bring back as tables. */
  csvTables: ReadonlyMap<CsvKind, CsvTable>;
  dailyFigures: readonly DailyFigure[];
  /** What the tables of features and platform know of members. */
  personalData: readonly PersonalData[];
  departures: readonly Departure[];
  /** What the features have members search, in the order in which it is shown. */
  searched: readonly Searched[];
};

/** What a feature offers. Its `index.ts` says it once; `app.ts` walks the list of all features. */
export type Feature = {
  name: string;
  /** Opens its routes, the frames it takes from sockets, and what runs as long as the server. */
  open?: (server: FastifyInstance, kit: Kit) => void | Promise<void>;
  /** What it does in the transactions of others. */
  subscribers?: readonly Subscriber[];
  /** What it does again and again. */
  jobs?: (kit: Kit) => Job[];
  /** What it does once for each time that it was enqueued. */
  tasks?: (kit: Kit) => Task[];
  /** What members write for the community with it. */
  contributions?: readonly ContributionKind[];
  /** What else of it members can report, by the name it has in the contract. */
  reportable?: Readonly<Record<string, FindReported>>;
  /** And what moderators can do about that. */
  moderated?: Readonly<Record<string, Moderation>>;
  /** What admins take out as a table, change elsewhere and bring back. */
  csvTables?: readonly CsvTable[];
  /** What it counts of each day for those who look after the community. */
  dailyFigures?: readonly DailyFigure[];
  /** What members find by its words. */
  searched?: readonly Searched[];
  /** Decides the audience of uploaded pictures in its content. */
  pictureAudience?: PictureAudience;
  /** What ships with the application, in `content/`. */
  starterContent?: readonly StarterContent[];
  /** What it keeps that can be recounted. */
  checks?: readonly Check[];
  /** What its tables know of members. */
  personalData?: readonly PersonalData[];
  /** What it does in batches after a member left, beyond what `personalData` says. It may be done again. */
  departures?: readonly Departure[];
};

/** A member who left, and whether what they wrote for others goes with them or stays without their name. */
export type Departed = { memberId: string; content: 'remove' | 'anonymise' };
export type Departure = (kit: Kit, departed: Departed) => Promise<void>;

/** How all that the features offer for it is reported, by its name. */
export const reportableOf = (features: readonly Feature[]): Map<string, FindReported> =>
  new Map(
    features.flatMap(({ contributions = [], reportable = {} }) => [
      ...contributions.flatMap(({ name, report }) => (report === 'none' ? [] : [[name, report] as const])),
      ...Object.entries(reportable),
    ]),
  );

/** How moderators act upon all that the features offer for it, by its name. */
export const moderatedOf = (features: readonly Feature[]): Map<string, Moderation> =>
  new Map(
    features.flatMap(({ contributions = [], moderated = {} }) => [
      ...contributions.flatMap(({ name, moderation }) => (moderation === 'none' ? [] : [[name, moderation] as const])),
      ...Object.entries(moderated),
    ]),
  );

/** What all tables know of members. */
export const personalDataOf = (features: readonly Feature[]): PersonalData[] => [
  ...features.flatMap(({ personalData = [] }) => personalData),
  ...mediaData,
  ...idempotencyData,
];

/** What all of them, and the platform, keep that can be recounted. */
export const checksOf = (features: readonly Feature[]): Check[] => [
  ...features.flatMap(({ checks = [] }) => checks),
  ...searchedOf(features).map(documentsOf),
  filesThatAreMissing,
  filesThatNobodyKnows,
];

/** What members write, by its name. */
export const contributionKindsOf = (features: readonly Feature[]): Map<string, ContributionKind> =>
  new Map(features.flatMap(({ contributions = [] }) => contributions.map((kind) => [kind.name, kind] as const)));

/** Those tables by their names. */
export const csvTablesOf = (features: readonly Feature[]): Map<CsvKind, CsvTable> =>
  new Map(features.flatMap(({ csvTables = [] }) => csvTables.map((table) => [table.name, table] as const)));

/** What all of them have searched, in the order of the contract. */
export const searchedOf = (features: readonly Feature[]): Searched[] =>
  features
    .flatMap(({ searched = [] }) => searched)
    .toSorted((one, other) => searchTypes.indexOf(one.type) - searchTypes.indexOf(other.type));
