import type { CurrentUser } from '@commons/contract/auth';
import type { profileInput, Settings, settingsView } from '@commons/contract/profiles';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Media, StoredFile } from '../../platform/media/media.ts';
import { users } from '../members/users.tables.ts';
import { getCurrentUser, getSettings } from './profiles.queries.ts';

/** Fields that a call leaves out are undefined, and an UPDATE leaves those as they are. */
type ProfileChanges = z.output<typeof profileInput>;
type SettingChanges = { [Name in keyof z.output<typeof settingsView>]?: Settings[Name] | undefined };

/** Replaces the given fields of the member's own profile. */
export async function editProfile(work: UnitOfWork, memberId: string, changes: ProfileChanges): Promise<CurrentUser> {
  await work.tx
    .update(users)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(users.id, memberId));
  return getCurrentUser(work.tx, memberId);
}

/** A member changed their settings. What is kept of a setting elsewhere follows in the same transaction. */
export const settingsChanged = domainEvent<{ memberId: string; settings: Settings }>('profiles.settings_changed');

export async function changeSettings(work: UnitOfWork, memberId: string, changes: SettingChanges): Promise<Settings> {
  await work.tx
    .update(users)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(users.id, memberId));
  const settings = await getSettings(work.tx, memberId);
  await work.emit(settingsChanged, { memberId, settings });
  return settings;
}

/** Puts a stored picture, or none, in the place of the member's profile photo; the one before is thrown away. */
export async function changePhoto(
  work: UnitOfWork,
  media: Media,
  memberId: string,
  photo: StoredFile | undefined,
): Promise<CurrentUser> {
  const [before] = await work.tx
    .select({ url: users.profileImageUrl })
    .from(users)
    .where(eq(users.id, memberId))
    .for('update');
  if (photo) await media.attach(work.tx, photo);
  await work.tx
    .update(users)
    .set({ profileImageUrl: photo?.url ?? null, updatedAt: new Date() })
    .where(eq(users.id, memberId));
  if (before?.url) await media.detach(work.tx, before.url);
  return getCurrentUser(work.tx, memberId);
}
