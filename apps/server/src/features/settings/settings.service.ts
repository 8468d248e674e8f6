import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type BrandPicture, settingOf, settingsErrors } from '@commons/contract/settings';
import type { SettingChanges } from '@commons/contract/settings/schemas';
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { filesToMoveJob, probeBucket } from '../../platform/media/followed-storage.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import type { StoredFile } from '../../platform/media/media.ts';
import type { CurrentSettings } from '../../platform/settings/current.ts';
import type { SettingChange } from '../../platform/settings/settings.ts';

const settingsError = errorsOf(settingsErrors);

export type SettingsContext = Pick<FeatureContext, 'configuration' | 'db' | 'media' | 'settings'>;

/** Changes settings, all or none, and records each change in the audit log. */
export async function changeSettings(
  work: UnitOfWork,
  { settings }: SettingsContext,
  actorId: string,
  request: { revision: number; changes: SettingChanges },
): Promise<void> {
  const changes = await settings.change(work, request, async (before, after) => {
    if (before.adminTwoFactor !== 'required' && after.adminTwoFactor === 'required')
      await assertHasTwoFactor(work.tx, actorId);
    await assertUsableStorage(work.tx, before, after);
  });
  for (const change of changes)
    await recordAudit(work, { actorId, action: 'setting.changed', subjectId: change.name, details: detailsOf(change) });
  if (changes.some(({ name }) => settingOf(name).group === 'storage')) work.runSoon(filesToMoveJob);
}

/** An admin who requires a second factor without having one would lose the rights to undo it. */
async function assertHasTwoFactor(tx: Queryable, memberId: string): Promise<void> {
  const hasTwoFactor = and(eq(users.id, memberId), eq(users.twoFactorEnabled, true));
  if ((await tx.$count(users, hasTwoFactor)) === 0) throw settingsError('settings.two_factor_first');
}

/** Names of people and secrets stay out of the audit log, because its entries cannot be changed. */
function detailsOf({ name, before, after }: SettingChange) {
  const { isSecret, group } = settingOf(name);
  const setting = { setting: name };
  return isSecret || group === 'operator' ? setting : { ...setting, before: toDetail(before), after: toDetail(after) };
}

const toDetail = (value: unknown): string | number | boolean | null =>
  Array.isArray(value) ? value.join(', ') : ((value as string | number | boolean | undefined) ?? null);

const isSamePlace = (one: CurrentSettings['s3'], other: CurrentSettings['s3']): boolean =>
  one?.bucket === other?.bucket && one?.endpoint === other?.endpoint;

/** A bucket that does not answer must not hold the transaction for long. */
const probeMilliseconds = 8_000;

/**
 * Tests a new bucket. Files move from the data directory to a bucket by themselves, but not out of a bucket: a change of
 * the bucket would hide them.
 */
async function assertUsableStorage(tx: Queryable, before: CurrentSettings, after: CurrentSettings): Promise<void> {
  const { s3 } = after;
  if (isDeepStrictEqual(before.s3, s3)) return;
  if (before.s3 && !isSamePlace(before.s3, s3) && (await tx.$count(mediaFiles)) > 0)
    throw settingsError('settings.storage_in_use');
  if (!s3) return;
  try {
    const timeout = wait(probeMilliseconds, undefined, { ref: false }).then(() => {
      throw new Error('no answer');
    });
    await Promise.race([probeBucket(s3, `probe-${randomUUID()}.txt`), timeout]);
  } catch (error) {
    throw settingsError('settings.storage_unusable', {
      cause: error,
      detail: `${settingsErrors['settings.storage_unusable'].detail} The service answered: ${nameOf(error)}.`,
    });
  }
}

/** Returns the name of a storage error, such as NoSuchBucket or ECONNREFUSED. */
function nameOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, name, message } = cause as { code?: string; name?: string; message?: string };
  return code ?? (name === undefined || name === 'Error' ? (message ?? 'nothing') : name);
}

/** Replaces or removes the logo or the icon. The address of a picture changes with the picture. */
export async function changePicture(
  work: UnitOfWork,
  { settings, media }: SettingsContext,
  actorId: string,
  picture: BrandPicture,
  file: StoredFile | undefined,
): Promise<void> {
  const previous = await settings.setPicture(work, picture, file?.url ?? null);
  if (file) await media.attach(work.tx, file);
  if (previous !== undefined) await media.detach(work.tx, previous);
  const details = { setting: picture, is_set: file !== undefined };
  await recordAudit(work, { actorId, action: 'setting.changed', subjectId: picture, details });
}
