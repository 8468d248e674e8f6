import type { HealthFigureName } from '@commons/contract/admin/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { searchTypes } from '@commons/contract/search';
import type { SearchType } from '@commons/contract/search/schemas';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Configuration } from '../platform/configuration.ts';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';
import type { Subscriber } from '../platform/database/domain-events.ts';
import type { Transact, UnitOfWork } from '../platform/database/unit-of-work.ts';
import type { Job, Task } from '../platform/jobs/jobs.ts';
import type { MailTemplate } from '../platform/mail/mail-template.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { PictureAudience } from '../platform/media/media-access.ts';
import type { Media } from '../platform/media/media.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import type { Pusher } from '../platform/push/pusher.ts';
import type { Attempt } from '../platform/rate-limits/attempts.ts';
import type { Consume } from '../platform/rate-limits/rate-limits.ts';
import type { Bus } from '../platform/realtime/bus.ts';
import type { Sockets } from '../platform/realtime/sockets.ts';
import type { SessionSecrets } from '../platform/secrets.ts';
import type { Viewer } from '../platform/sessions/viewer.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { SendWebhook } from '../platform/webhooks/sender.ts';
import type { Check } from './checks/checks.ts';
import { missingFiles, unknownFiles } from './checks/media.checks.ts';
import type { CsvTable } from './csv/csv-table.ts';
import type { PersonalData } from './personal-data.ts';
import { platformPersonalData } from './platform-personal-data.ts';
import { documentsOf } from './search-documents/documents.ts';
import type { SearchSource } from './search-documents/search-source.ts';
import type { StarterContent } from './starter-content/starter-content.ts';
import type { Texts } from './texts/index.ts';

/** A snapshot of reported content: its author, and the evidence that moderators read. */
export type ReportSnapshot = { id: string; authorId: string; evidence: Record<string, unknown>; photoIds: string[] };

/** Builds the report snapshot of text content. */
export const toReportSnapshot = (row: {
  id: string;
  authorId: string;
  content: string;
  createdAt: string;
}): ReportSnapshot => ({
  id: row.id,
  authorId: row.authorId,
  evidence: { content: row.content, createdAt: row.createdAt },
  photoIds: [],
});

/** Finds reportable items by id. Omits items that do not exist or that the viewer may not see. */
export type FindReported = (tx: Transaction, viewer: Viewer, ids: string[]) => Promise<ReportSnapshot[]>;

/** Text and attachments, as moderators see them. */
export type QuotedContent = {
  title?: string | null;
  content: string;
  link?: string | null;
  photoId?: string | null;
  photoUrl?: string | null;
  /** Pictures with a public URL. */
  photos?: { url: string; alt: string | null }[];
  /** The choices of a poll. */
  options?: string[];
};
/** An item of the surrounding conversation. `isSubject` marks the reported item. */
export type ConversationItem = QuotedContent & { author: MemberSummary | null; createdAt: string; isSubject: boolean };

/** Returns the authors of the preceding comments. Omits authors that other members cannot see. */
export type FindThread = (db: Queryable, ids: string[]) => Promise<{ id: string; memberIds: string[] }[]>;

/** An item that moderators can act on. */
export type ModeratedItem = {
  authorId: string;
  isAwaitingReview: boolean;
  /** Hidden from everyone until it is restored or erased. */
  isRemoved: boolean;
  quote: QuotedContent;
};

/**
 * Moderation actions for one kind of item. Each action is idempotent: false means that there was nothing to do. Blocks
 * between the moderator and the author do not apply.
 */
export type Moderation = {
  /** Returns the item. With `forUpdate`, locks its row until the end of the transaction. */
  find: (db: Queryable, id: string, forUpdate: boolean) => Promise<ModeratedItem | undefined>;
  /** Returns the item and its neighbors in reading order. */
  listContext: (db: Queryable, id: string) => Promise<ConversationItem[]>;
  /** Publishes an item that is held for review. */
  publish: (work: UnitOfWork, id: string) => Promise<boolean>;
  /** Hides the item from everyone and keeps its data. */
  remove: (work: UnitOfWork, id: string) => Promise<boolean>;
  /** Restores a removed item with its original content. */
  restore: (work: UnitOfWork, id: string, original: QuotedContent) => Promise<boolean>;
  /** Deletes a removed item permanently. */
  erase: (work: UnitOfWork, id: string) => Promise<void>;
};

/**
 * A kind of contribution, for example a post or a comment. It declares its behavior to the features that handle all
 * kinds, so that a new kind needs no change in those features. `'none'` opts out explicitly.
 */
export type ContributionKind = {
  /** Also used in the contract, in reports and in the points ledger. */
  name: string;
  /** Points that the author earns on publication; 0 for none. */
  points: number;
  /** Whether it counts as support given to another member. */
  isSupport: boolean;
  report: FindReported | 'none';
  /** For comments: finds the authors of preceding comments, so that they can be notified. */
  thread: FindThread | 'none';
  /** How moderators publish, remove and restore items. */
  moderation: Moderation | 'none';
  /** The table that stores the items, with an author column. */
  table: (PgTable & Record<'id' | 'authorId', AnyPgColumn>) | 'none';
  /** Type of its search results. Set if contribution events update the search index. */
  searchType?: SearchType;
};

/** A day in UTC. `from` is inclusive, `to` is exclusive. */
export type Day = { from: Date; to: Date };

/**
 * A community health figure for one day. It is recomputed on that day and for a week afterwards. Null means no value.
 */
export type HealthFigure = { name: HealthFigureName; count: (db: Queryable, day: Day) => Promise<number | null> };

/** Invitations to open an account. The waitlist provides them, and sign-up redeems them. */
export type Invitations = {
  /** Returns the recipient of an invitation, or undefined for an expired or unknown token. */
  find: (db: Queryable, token: string) => Promise<InvitedPerson | undefined>;
  /** Redeems an invitation in the transaction that creates the account. Returns false if it is not for this email. */
  consume: (tx: Queryable, token: string, email: string) => Promise<boolean>;
};
type InvitedPerson = { firstName: string; lastName: string; email: string; joinedAt: Date | null };

/** Dependencies passed to every feature. Built once in `app.ts`. */
export type FeatureContext = {
  configuration: Configuration;
  settings: Settings;
  texts: Texts;
  sessionSecrets: SessionSecrets;
  /** The base URL that members use, without a trailing slash. */
  publicUrl: string;
  log: FastifyBaseLogger;
  db: Database;
  /** Connection string for features that open their own connections. */
  databaseUrl: string;
  transact: Transact;
  consume: Consume;
  attempt: Attempt;
  bus: Bus;
  sockets: Sockets;
  metrics: Metrics;
  /** Whether an optional dependency (such as Redis) is unavailable. */
  isDegraded: () => boolean;
  media: Media;
  /** The directory of the content that ships with the application. */
  contentDirectory: string;
  mailer: Mailer;
  pusher: Pusher;
  sendWebhook: SendWebhook;
  invitations: Invitations;
  /** All features, with their declarations. */
  features: readonly Feature[];
};

/**
 * Handlers that run inside the transactions of other features. An event calls the features in their lock order, so that
 * no two transactions wait for each other.
 */
type Subscriptions =
  | { subscribers: readonly Subscriber[]; lockOrder: number }
  | { subscribers?: never; lockOrder?: never };

/** Everything that a feature provides. Declared in the feature's `index.ts` and collected by `app.ts`. */
export type Feature = Subscriptions & {
  name: string;
  /** Registers routes, WebSocket frame handlers and background services. */
  registerRoutes?: (server: FastifyInstance, context: FeatureContext) => void | Promise<void>;
  /** Scheduled jobs. */
  jobs?: (context: FeatureContext) => Job[];
  /** Handlers of queued tasks. */
  tasks?: (context: FeatureContext) => Task[];
  /** Kinds of mails that it sends, for the preview. */
  mails?: readonly MailTemplate[];
  /** Kinds of content that members write. */
  contributions?: readonly ContributionKind[];
  /** Other reportable items, by their name in the contract. */
  reportable?: Readonly<Record<string, FindReported>>;
  /** Moderation actions for the items in `reportable`. */
  moderated?: Readonly<Record<string, Moderation>>;
  /** Tables that admins can export, edit and import again. */
  csvTables?: readonly CsvTable[];
  /** Daily community health figures. */
  healthFigures?: readonly HealthFigure[];
  /** Content that members can search. */
  searchSources?: readonly SearchSource[];
  /** Decides who may see uploaded pictures in the feature's content. */
  pictureAudience?: PictureAudience;
  /** Content that ships with the application, in `content/`. */
  starterContent?: readonly StarterContent[];
  /** Consistency checks that recount stored values. */
  checks?: readonly Check[];
  /** Personal data in the feature's tables. */
  personalData?: readonly PersonalData[];
  /** Extra cleanup in batches after a member left, beyond `personalData`. Must be idempotent. */
  departures?: readonly DepartureStep[];
};

/** A member who left, and their choice: remove their content, or keep it without their name. */
export type DepartedMember = { memberId: string; content: 'remove' | 'anonymise' };
/** Cleanup after a member left. May run more than once. */
export type DepartureStep = (context: DepartureContext, departed: DepartedMember) => Promise<void>;
type DepartureContext = Pick<FeatureContext, 'db' | 'transact'>;

/** Collects the subscribers of all features, in the order in which they run. */
export const subscribersOf = (features: readonly Feature[]): (Subscriber & { feature: string; lockOrder: number })[] =>
  features
    .flatMap(({ name: feature, subscribers = [], lockOrder = 0 }) =>
      subscribers.map((subscriber) => ({ ...subscriber, feature, lockOrder })),
    )
    .toSorted((one, other) => one.lockOrder - other.lockOrder);

/** Collects the report finders of all features, by name. */
export const reportableOf = (features: readonly Feature[]): Map<string, FindReported> =>
  new Map(
    features.flatMap(({ contributions = [], reportable = {} }) => [
      ...contributions.flatMap(({ name, report }) => (report === 'none' ? [] : [[name, report] as const])),
      ...Object.entries(reportable),
    ]),
  );

/** Collects the moderation actions of all features, by name. */
export const moderatedOf = (features: readonly Feature[]): Map<string, Moderation> =>
  new Map(
    features.flatMap(({ contributions = [], moderated = {} }) => [
      ...contributions.flatMap(({ name, moderation }) => (moderation === 'none' ? [] : [[name, moderation] as const])),
      ...Object.entries(moderated),
    ]),
  );

/** Collects the personal data of all features and the platform. */
export const personalDataOf = (features: readonly Feature[]): PersonalData[] => [
  ...features.flatMap(({ personalData = [] }) => personalData),
  ...platformPersonalData,
];

/** Collects the consistency checks of all features and the platform. */
export const checksOf = (features: readonly Feature[]): Check[] => [
  ...features.flatMap(({ checks = [] }) => checks),
  ...searchSourcesOf(features).map(documentsOf),
  missingFiles,
  unknownFiles,
];

/** Collects all kinds of contributions. */
export const contributionKindsOf = (features: readonly Feature[]): ContributionKind[] =>
  features.flatMap(({ contributions = [] }) => contributions);

/** Collects the searchable content of all features, in the order of the contract. */
export const searchSourcesOf = (features: readonly Feature[]): SearchSource[] =>
  features
    .flatMap(({ searchSources = [] }) => searchSources)
    .toSorted((one, other) => searchTypes.indexOf(one.type) - searchTypes.indexOf(other.type));
