import type { CurrentUser } from '@commons/contract/auth';
import type { profileInput, Settings, settingsView } from '@commons/contract/profiles';
import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, together } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Media, StoredFile } from '../../platform/media/media.ts';
import { enqueueReindex } from '../../platform/search/searched.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { availabilityChanged, isHere } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { getCurrentUser, getSettings } from './profiles.queries.ts';

/** Fields that a call leaves out are undefined, and an UPDATE leaves those as they are. */
type ProfileChanges = z.output<typeof profileInput>;
type SettingChanges = { [Name in keyof z.output<typeof settingsView>]?: Settings[Name] | undefined };

/** Replaces the given fields of the member's own profile. */
export async function editProfile(work: UnitOfWork, viewer: Viewer, changes: ProfileChanges): Promise<CurrentUser> {
  await work.tx
    .update(users)
    .set({ ...changes, updatedAt: databaseNow() })
    .where(eq(users.id, viewer.id));
  await enqueueReindex(work, 'people', [viewer.id]);
  return getCurrentUser(work.tx, viewer);
}

/**
 * A member changed their settings, or whether they are here. What is kept of it elsewhere follows in the same transaction.
 * Others may see from then on whether they are online, or may not any more.
 */
export const settingsChanged = domainEvent<{ memberId: string; presence: 'shown' | 'hidden' | 'unchanged' }>(
  'profiles.settings_changed',
);

/** Once a break is over by the clock, who loads a list or a tab sees them; the others are told when it is ended. */
const seen = {
  byClock: sql<boolean>`${users.showsPresence} AND ${isHere(users)}`,
  byAll: sql<boolean>`${users.showsPresence} AND ${users.breakUntil} IS NULL`,
};

async function change(
  work: UnitOfWork,
  memberId: string,
  changes: Partial<typeof users.$inferInsert>,
  condition?: SQL,
): Promise<void> {
  const isTheirs = and(eq(users.id, memberId), condition);
  const [[before], [after]] = await together(
    work.tx.select(seen).from(users).where(isTheirs).for('no key update'),
    work.tx.update(users).set(changes).where(isTheirs).returning(seen),
  );
  if (!before || !after) return;
  const isHidden = before.byClock && !after.byClock;
  const isShown = after.byAll && !before.byAll;
  await work.emit(settingsChanged, { memberId, presence: isHidden ? 'hidden' : isShown ? 'shown' : 'unchanged' });
}

export async function changeSettings(work: UnitOfWork, memberId: string, changes: SettingChanges): Promise<Settings> {
  await change(work, memberId, { ...changes, updatedAt: databaseNow() });
  return getSettings(work.tx, memberId);
}

/** Begins a break, or ends it. */
export async function setBreak(
  work: UnitOfWork,
  memberId: string,
  breakUntil: Date | null,
  condition?: SQL,
): Promise<void> {
  await change(work, memberId, { breakUntil }, condition);
  await work.emit(availabilityChanged, { memberId });
}

/** Ends the breaks whose time is over. Returns how many. */
export async function endBreaks(db: Database, transact: Transact): Promise<number> {
  const isOver = lte(users.breakUntil, sql`now()`);
  const ended = await db.select({ id: users.id }).from(users).where(isOver).limit(1_000);
  for (const { id } of ended)
    // Whoever began another break meanwhile is on it.
    await transact((work) => setBreak(work, id, null, isOver));
  return ended.length;
}

/** Notes when a member first said that they are 18 or over and will keep to the guidelines. */
export async function acceptGuidelines(work: UnitOfWork, viewer: Viewer): Promise<CurrentUser> {
  await work.tx
    .update(users)
    .set({ guidelinesAcceptedAt: databaseNow() })
    .where(and(eq(users.id, viewer.id), isNull(users.guidelinesAcceptedAt)));
  return getCurrentUser(work.tx, viewer);
}

/** Puts a stored picture, or none, in the place of the member's profile photo; the one before is thrown away. */
export async function changePhoto(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  photo: StoredFile | undefined,
): Promise<CurrentUser> {
  const [before] = await work.tx
    .select({ url: users.profileImageUrl })
    .from(users)
    .where(eq(users.id, viewer.id))
    .for('update');
  if (photo) await media.attach(work.tx, photo);
  await work.tx
    .update(users)
    .set({ profileImageUrl: photo?.url ?? null, updatedAt: databaseNow() })
    .where(eq(users.id, viewer.id));
  if (before?.url) await media.detach(work.tx, before.url);
  return getCurrentUser(work.tx, viewer);
}
