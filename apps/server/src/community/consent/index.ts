import {
  consentErrors,
  consentFieldErrors,
  type consentKinds,
  type consentStates,
  shippedGuidelinesVersion,
} from '@commons/contract/consent';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { onlyRow, type Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf, platformError } from '../../platform/errors.ts';
import { recordAudit } from '../audit/index.ts';
import { users } from '../members/users.tables.ts';
import { consents, guidelinesVersions } from './consent.tables.ts';

const consentError = errorsOf(consentErrors);

type ConsentKind = (typeof consentKinds)[number];

/**
 * The current version of the guidelines: the shipped one, or a newer one of this community. Each statement reads it from
 * the database, so that every process asks members from the same moment on.
 */
export const currentGuidelinesVersion: SQL<number> = sql<number>`greatest(${sql.raw(String(shippedGuidelinesVersion))}, (SELECT max(${guidelinesVersions.version}) FROM ${guidelinesVersions}))`;

/** Whether the member in `users` has consented and accepted the current guidelines. */
export const hasConsented: SQL<boolean> = sql<boolean>`coalesce(${users.guidelinesVersion} >= ${currentGuidelinesVersion}, false)`;

/** Stored as the accepted version after a withdrawal, so that no version counts as accepted. */
const withdrawnVersion = 0;

/** Returns the state of a member's consent. `accepted` is null if it was never given. */
export function consentStateOf(version: { accepted: number | null; current: number }): (typeof consentStates)[number] {
  if (version.accepted === null) return 'missing';
  if (version.accepted === withdrawnVersion) return 'withdrawn';
  return version.accepted >= version.current ? 'given' : 'outdated';
}

/** Adds consents to a member's history. They then count as given for the current guidelines. */
export async function recordConsent(tx: Queryable, memberId: string, kinds: readonly ConsentKind[]): Promise<void> {
  await tx
    .update(users)
    .set({ guidelinesVersion: currentGuidelinesVersion, guidelinesAcceptedAt: sql`now()` })
    .where(eq(users.id, memberId));
  await tx
    .insert(consents)
    .values(
      kinds.map((kind) => ({ userId: memberId, kind, isGiven: true, guidelinesVersion: currentGuidelinesVersion })),
    );
}

/** Locks the member's row, so that repeated calls add each consent once. */
async function lockConsent({ tx }: UnitOfWork, memberId: string) {
  const { guidelinesVersion, guidelinesAcceptedAt } = users;
  const [member] = await tx
    .select({ accepted: guidelinesVersion, acceptedAt: guidelinesAcceptedAt, current: currentGuidelinesVersion })
    .from(users)
    .where(and(eq(users.id, memberId), isNull(users.leftAt)))
    .for('update');
  if (!member) throw platformError('request.unauthenticated');
  return { ...member, state: consentStateOf(member) };
}

type GivenConsent = {
  guidelinesVersion: number;
  isAdult?: boolean | undefined;
  agreesToHealthData?: boolean | undefined;
};

/** Gives the consents that are still missing. */
export async function giveConsent(work: UnitOfWork, memberId: string, given: GivenConsent): Promise<void> {
  const { state, acceptedAt, current } = await lockConsent(work, memberId);
  if (given.guidelinesVersion !== current) throw consentError('consent.newer_guidelines');
  if (state === 'given') return;
  const needsAge = acceptedAt === null;
  const needsHealthData = state !== 'outdated';
  const missingFields: (keyof typeof consentFieldErrors)[] = [];
  if (needsAge && !given.isAdult) missingFields.push('isAdult');
  if (needsHealthData && !given.agreesToHealthData) missingFields.push('agreesToHealthData');
  const errors = missingFields.map((path) => ({ path, message: consentFieldErrors[path] }));
  if (errors.length > 0) throw platformError('request.invalid', { errors });
  const kinds: ConsentKind[] = ['guidelines'];
  if (needsHealthData) kinds.push('health-data');
  if (needsAge) kinds.push('adult');
  await recordConsent(work.tx, memberId, kinds);
}

/** Withdraws a member's consent to process data about their health. Nothing is deleted until they leave. */
export async function withdrawConsent(work: UnitOfWork, memberId: string): Promise<void> {
  const { state } = await lockConsent(work, memberId);
  if (state === 'missing' || state === 'withdrawn') return;
  await work.tx.update(users).set({ guidelinesVersion: withdrawnVersion }).where(eq(users.id, memberId));
  await work.tx.insert(consents).values({
    userId: memberId,
    kind: 'health-data',
    isGiven: false,
    guidelinesVersion: currentGuidelinesVersion,
  });
}

/** Asks every member to accept the guidelines again, from their next request on. Returns the new version. */
export async function announceGuidelines(work: UnitOfWork, actorId: string): Promise<number> {
  const { version } = onlyRow(
    await work.tx
      .insert(guidelinesVersions)
      .values({ version: sql`${currentGuidelinesVersion} + 1` })
      .returning({ version: guidelinesVersions.version }),
  );
  await recordAudit(work, { actorId, action: 'guidelines.announced', subjectId: String(version) });
  return version;
}
