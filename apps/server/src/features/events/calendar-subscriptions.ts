import { createHmac, randomBytes } from 'node:crypto';
import { calendarFeedPath } from '@commons/contract/events';
import type { CalendarSubscription } from '@commons/contract/events/schemas';
import * as contract from '@commons/contract/events/schemas';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { FeatureContext } from '../../community/feature.ts';
import { isMemberVisible, visibilityParameters } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { onlyRow, type Queryable } from '../../platform/database/database.ts';
import { isoText, prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { platformError } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { isOneOfSecrets, type SessionSecrets } from '../../platform/secrets.ts';
import { type CalendarEvent, calendarFileOf } from './calendar-file.ts';
import { calendarCancellations, calendarSubscriptions, eventAttendances, events } from './events.tables.ts';

/** Calendars show past events for this time. Cancelled events stay for as long. */
const shownDays = 90;
const maxEvents = 500;
const refreshSeconds = 60 * 60;

const signatureOf = (nonce: string, sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update(`calendar ${nonce}`).digest('base64url');

/**
 * The secret of an address is a random value and its signature, so that members can see their address again, while the
 * database alone does not reveal it.
 */
const toSubscriptionView = (
  { nonce, createdAt }: typeof calendarSubscriptions.$inferSelect,
  { publicUrl, sessionSecrets }: Pick<FeatureContext, 'publicUrl' | 'sessionSecrets'>,
): CalendarSubscription => ({
  url: publicUrl + calendarFeedPath(`${nonce}.${signatureOf(nonce, sessionSecrets[0])}`),
  createdAt: createdAt.toISOString(),
});

/** Returns the random value of an address; undefined without a valid signature. */
function readNonce(file: string, sessionSecrets: SessionSecrets): string | undefined {
  const [, nonce = '', signature = ''] = /^([\w-]{22})\.([\w-]{43})\.ics$/.exec(file) ?? [];
  const signatures = sessionSecrets.map((secret) => signatureOf(nonce, secret));
  return isOneOfSecrets(signature, signatures) ? nonce : undefined;
}

const viewerId = sql.placeholder('viewerId');

const eventsOfMember = prepareOnce((db) =>
  db
    .select({
      id: events.id,
      title: events.title,
      description: events.description,
      eventDate: isoText(events.eventDate),
      timeZone: events.timeZone,
      location: events.location,
      createdAt: isoText(events.createdAt),
      updatedAt: isoText(events.updatedAt),
      calendarSequence: events.calendarSequence,
      isGoing: eventAttendances.isGoing,
    })
    .from(events)
    .leftJoin(eventAttendances, and(eq(eventAttendances.eventId, events.id), eq(eventAttendances.memberId, viewerId)))
    .where(
      and(
        gt(events.eventDate, sql`now() - make_interval(days => ${sql.raw(String(shownDays))})`),
        or(eq(events.creatorId, viewerId), eq(eventAttendances.memberId, viewerId)),
        isMemberVisible(events.creatorId),
      ),
    )
    .orderBy(events.eventDate, events.id)
    .limit(maxEvents)
    .prepare('calendar_events_of_member'),
);

/** Lists the member's own events: attended, waited for, hosted and cancelled ones. */
async function listCalendarEvents(db: Queryable, memberId: string): Promise<CalendarEvent[]> {
  const parameters = { ...visibilityParameters(undefined), viewerId: memberId };
  const current = await eventsOfMember(db).execute(parameters);
  const cancelled = await db
    .select()
    .from(calendarCancellations)
    .where(eq(calendarCancellations.memberId, memberId))
    .orderBy(calendarCancellations.eventDate, calendarCancellations.eventId);
  return [
    ...current.map(({ isGoing, ...event }) => ({
      ...event,
      status: isGoing === false ? ('tentative' as const) : ('confirmed' as const),
    })),
    ...cancelled.map(({ eventId, title, eventDate, timeZone, sequence, cancelledAt }) => ({
      id: eventId,
      title,
      description: null,
      eventDate: eventDate.toISOString(),
      timeZone,
      location: null,
      createdAt: cancelledAt.toISOString(),
      updatedAt: cancelledAt.toISOString(),
      calendarSequence: sequence,
      status: 'cancelled' as const,
    })),
  ];
}

/** Marks an event as cancelled in the calendars that show it. The event itself is deleted in the same transaction. */
export async function markCancelled({ tx }: Pick<UnitOfWork, 'tx'>, eventId: string): Promise<void> {
  const { memberId } = calendarSubscriptions;
  await tx.execute(sql`
    INSERT INTO ${calendarCancellations} (member_id, event_id, title, event_date, time_zone, sequence, cancelled_at)
    SELECT ${memberId}, ${events.id}, ${events.title}, ${events.eventDate}, ${events.timeZone},
      ${events.calendarSequence} + 1, ${databaseNow().toISOString()}
    FROM ${calendarSubscriptions} JOIN ${events} ON ${events.id} = ${eventId}
    WHERE ${memberId} = ${events.creatorId} OR EXISTS (SELECT 1 FROM ${eventAttendances}
      WHERE ${eventAttendances.eventId} = ${events.id} AND ${eventAttendances.memberId} = ${memberId})`);
}

/** Deletes cancellations of events that calendars would no longer show. */
export async function deleteOldCancellations(db: Queryable): Promise<void> {
  const isOld = lte(calendarCancellations.eventDate, sql`now() - make_interval(days => ${shownDays})`);
  await db.delete(calendarCancellations).where(isOld);
}

/** Returns the member of an address, unless they have left or are suspended. */
async function findSubscriber(db: Queryable, nonce: string): Promise<string | undefined> {
  const mayRead = and(isNull(users.leftAt), sql`coalesce(${users.suspendedUntil}, now()) <= now()`);
  const [subscriber] = await db
    .select({ memberId: calendarSubscriptions.memberId })
    .from(calendarSubscriptions)
    .innerJoin(users, and(eq(users.id, calendarSubscriptions.memberId), mayRead))
    .where(eq(calendarSubscriptions.nonce, nonce));
  return subscriber?.memberId;
}

const isOwn = (memberId: string) => eq(calendarSubscriptions.memberId, memberId);

export function calendarRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { db, transact, consume, publicUrl, sessionSecrets, settings } = context;
  const change = { access: 'member', limits: [limits.integrating] } as const;

  route(app, contract.getCalendarSubscription, { access: 'member' }, async ({ viewer }) => {
    const [row] = await db.select().from(calendarSubscriptions).where(isOwn(viewer.id));
    return row ? toSubscriptionView(row, context) : null;
  });

  route(app, contract.renewCalendarSubscription, change, ({ viewer }) =>
    transact(async ({ tx }) => {
      const values = { nonce: randomBytes(16).toString('base64url'), createdAt: databaseNow() };
      const rows = await tx
        .insert(calendarSubscriptions)
        .values({ memberId: viewer.id, ...values })
        .onConflictDoUpdate({ target: calendarSubscriptions.memberId, set: values })
        .returning();
      return toSubscriptionView(onlyRow(rows), context);
    }),
  );

  route(app, contract.endCalendarSubscription, change, ({ viewer }) =>
    transact(async ({ tx }) => {
      await tx.delete(calendarSubscriptions).where(isOwn(viewer.id));
      await tx.delete(calendarCancellations).where(eq(calendarCancellations.memberId, viewer.id));
    }),
  );

  app.get<{ Params: { file: string } }>(
    '/calendar/:file',
    { config: { access: 'public', limits: [] }, schema: { hide: true } },
    async ({ params }, reply) => {
      const nonce = readNonce(params.file, sessionSecrets);
      const memberId = nonce === undefined ? undefined : await findSubscriber(db, nonce);
      if (memberId === undefined) throw platformError('request.not_found');
      await consume(limits.calendarFeed, memberId);
      const { productName } = settings.current;
      return reply
        .type('text/calendar; charset=utf-8')
        .send(calendarFileOf(await listCalendarEvents(db, memberId), { publicUrl, productName, refreshSeconds }));
    },
  );
}
