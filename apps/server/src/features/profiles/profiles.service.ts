import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { profileInput, Settings, settingsView } from '@commons/contract/profiles/schemas';
import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { availabilityChanged, isAvailable } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, pipelined } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Media, StoredFile } from '../../platform/media/media.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { getCurrentUser, getSettings } from './profiles.queries.ts';

/** Undefined fields keep their values. */
type ProfileChanges = z.output<typeof profileInput>;
type SettingChanges = { [Name in keyof z.output<typeof settingsView>]?: Settings[Name] | undefined };

/** Changes fields of the member's own profile. */
export async function editProfile(work: UnitOfWork, viewer: Viewer, changes: ProfileChanges): Promise<CurrentUser> {
  await work.tx
    .update(users)
    .set({ ...changes, updatedAt: databaseNow() })
    .where(eq(users.id, viewer.id));
  await enqueueReindex(work, 'people', [viewer.id]);
  return getCurrentUser(work.tx, viewer);
}

/**
 * Emitted when a member changes their settings or starts or ends a break. `presence` is whether others can now see
 * their online state.
 */
export const settingsChanged = domainEvent<{ memberId: string; presence: 'shown' | 'hidden' | 'unchanged' }>(
  'profiles.settings_changed',
);

/**
 * Whether a member's presence is visible. `isVisibleNow` changes as soon as the break has ended. `isVisibleToTabs`
 * changes only after the job has cleared the break and notified open tabs.
 */
const presenceColumns = {
  isVisibleNow: sql<boolean>`${users.showsPresence} AND ${isAvailable(users)}`,
  isVisibleToTabs: sql<boolean>`${users.showsPresence} AND ${users.breakUntil} IS NULL`,
};

async function updateUser(
  work: UnitOfWork,
  memberId: string,
  changes: Partial<typeof users.$inferInsert>,
  condition?: SQL,
): Promise<void> {
  const isMember = and(eq(users.id, memberId), condition);
  const [[before], [after]] = await pipelined(
    work.tx.select(presenceColumns).from(users).where(isMember).for('no key update'),
    work.tx.update(users).set(changes).where(isMember).returning(presenceColumns),
  );
  if (!before || !after) return;
  const isHidden = before.isVisibleNow && !after.isVisibleNow;
  const isShown = after.isVisibleToTabs && !before.isVisibleToTabs;
  await work.emit(settingsChanged, { memberId, presence: isHidden ? 'hidden' : isShown ? 'shown' : 'unchanged' });
}

export async function changeSettings(work: UnitOfWork, memberId: string, changes: SettingChanges): Promise<Settings> {
  await updateUser(work, memberId, { ...changes, updatedAt: databaseNow() });
  return getSettings(work.tx, memberId);
}

/** Starts or ends a break, if the row matches the condition. */
export async function setBreak(
  work: UnitOfWork,
  memberId: string,
  breakUntil: Date | null,
  condition?: SQL,
): Promise<void> {
  await updateUser(work, memberId, { breakUntil }, condition);
  await work.emit(availabilityChanged, { memberId });
}

/** Ends expired breaks. Returns their number. */
export async function endBreaks(db: Database, transact: Transact): Promise<number> {
  const isOver = lte(users.breakUntil, sql`now()`);
  const ended = await db.select({ id: users.id }).from(users).where(isOver).limit(1_000);
  for (const { id } of ended)
    // The condition protects a new break that started after the query.
    await transact((work) => setBreak(work, id, null, isOver));
  return ended.length;
}

/** Replaces or removes the member's profile photo and deletes the previous one. */
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
