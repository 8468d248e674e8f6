import { isDeepStrictEqual } from 'node:util';
import {
  type BrandPicture,
  type SettingName,
  settingNames,
  settingOf,
  settingsErrors,
} from '@commons/contract/settings';
import type { SettingChanges, SettingState } from '@commons/contract/settings/schemas';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { acquireLock } from '../database/advisory-locks.ts';
import { databaseNow } from '../database/clock.ts';
import { type Database, databaseErrorCode, type Queryable } from '../database/database.ts';
import { followRevision } from '../database/followed-revision.ts';
import { namedStatement } from '../database/named-statements.ts';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import { errorsOf } from '../errors.ts';
import { type ConfiguredSecrets, findSessionSecrets, type SessionSecrets } from '../secrets.ts';
import { type CurrentSettings, toCurrentSettings } from './current.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import { type EnvironmentSettings, isLockedBy, type ResolvedSettings, resolveSettings } from './resolve.ts';
import { storedSettings, type StoredSetting } from './settings.tables.ts';

const settingsError = errorsOf(settingsErrors);

/** The part of the configuration that decides about settings. */
type SettingsConfiguration = { settings: EnvironmentSettings; hasPanelSettings: boolean };

/** A changed setting with its values before and after. */
export type SettingChange = { name: SettingName; before: unknown; after: unknown };

export type Settings = {
  /** The settings in use. Read them when they are needed: copies become stale. */
  readonly current: CurrentSettings;
  readonly states: Record<SettingName, SettingState>;
  isLocked: (name: SettingName) => boolean;
  /**
   * Validates and stores changes: all or none. `check` sees the settings before and after.
   * @throws AppError if the settings have another revision, are locked or do not fit together.
   */
  change: (
    work: UnitOfWork,
    request: { revision: number; changes: SettingChanges },
    check?: (before: CurrentSettings, after: CurrentSettings) => Promise<void>,
  ) => Promise<SettingChange[]>;
  /** Stores the address of a picture, or none. Returns the previous address. */
  setPicture: (work: UnitOfWork, picture: BrandPicture, url: string | null) => Promise<string | undefined>;
  /** Reads the latest settings. After it, this process uses everything that was committed before the call. */
  refresh: () => Promise<void>;
  /** Calls the listener after each change, in each process. Returns a function that removes it. */
  onChange: (listener: (current: CurrentSettings) => void | Promise<void>) => () => void;
  close: () => void;
};

const latestRevision = namedStatement(
  'settings_revision',
  sql`SELECT coalesce(max(${storedSettings.revision}), 0) AS revision FROM ${storedSettings}`,
  { columns: { revision: 'integer' } },
);

/** Opens the settings of this process: defaults, replaced by stored values, replaced by the environment. */
export async function openSettings(options: {
  db: Database;
  configuration: SettingsConfiguration;
  sessionSecrets: SessionSecrets;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}): Promise<Settings> {
  const { db, configuration, sessionSecrets, log } = options;
  const { settings: environment, hasPanelSettings } = configuration;
  const encryption = createEncryption(sessionSecrets, 'settings');
  const resolve = (rows: readonly StoredSetting[]) =>
    resolveSettings(environment, hasPanelSettings ? rows : [], encryption);
  const isLocked = (name: SettingName) => !hasPanelSettings || isLockedBy(environment, name);
  const listeners = new Set<(current: CurrentSettings) => void | Promise<void>>();

  await encryptWithCurrentSecret(db, encryption);
  let resolved = resolve(await readRows(db));
  let current = toCurrentSettings(resolved);
  reportProblems(resolved);

  function reportProblems({ states }: ResolvedSettings) {
    for (const name of settingNames)
      if (states[name].problem) log.warn({ setting: name, problem: states[name].problem }, 'a setting is ignored');
  }

  async function readLatest(): Promise<void> {
    if (!hasPanelSettings) return;
    const [row] = await latestRevision(db, {});
    if (row?.revision === resolved.revision) return;
    resolved = resolve(await readRows(db));
    current = toCurrentSettings(resolved);
    reportProblems(resolved);
    for (const listener of listeners)
      await Promise.resolve(current)
        .then(listener)
        .catch((error: unknown) => log.error({ err: error }, 'a changed setting could not be applied'));
  }

  const { refresh, close } = followRevision(readLatest);

  /** Waits for other changes and returns the settings that the transaction is based on. */
  async function lock(work: UnitOfWork): Promise<{ rows: StoredSetting[]; before: ResolvedSettings }> {
    if (!hasPanelSettings) throw settingsError('settings.locked');
    await acquireLock(work.tx, 'settings');
    const rows = await readRows(work.tx);
    work.afterCommit(refresh);
    return { rows, before: resolve(rows) };
  }

  return {
    get current() {
      return current;
    },
    get states() {
      return resolved.states;
    },
    isLocked,

    async change(work, { revision, changes: requested }, check) {
      const { rows, before } = await lock(work);
      if (before.revision !== revision) throw settingsError('settings.changed_meanwhile');
      const changes = withoutOrphanedSecrets(requested, rows);
      const names = settingNames.filter((name) => changes[name] !== undefined);
      const lockedNames = names.filter(isLocked);
      if (lockedNames.length > 0)
        throw settingsError('settings.locked', { errors: fieldErrors(lockedNames, 'The server sets this value') });
      assertSecretsIncluded(changes, before);

      const next = { revision: revision + 1, changedAt: databaseNow() };
      const changedRows = names.flatMap((name): StoredSetting[] => {
        const value = changes[name] ?? null;
        const { isSecret } = settingOf(name);
        const stored = rows.find((row) => row.name === name);
        const isUnchanged = isSecret
          ? value === null && !stored?.encrypted
          : isDeepStrictEqual(value, stored?.value ?? null);
        if (isUnchanged) return [];
        return isSecret && value !== null
          ? [{ name, value: null, encrypted: encryption.encrypt(name, String(value)), ...next }]
          : [{ name, value, encrypted: null, ...next }];
      });
      const changedNames = new Set(changedRows.map((row) => row.name));
      const after = resolve([...rows.filter((row) => !changedNames.has(row.name)), ...changedRows]);
      assertNoConflict(names, before, after);
      await check?.(toCurrentSettings(before), toCurrentSettings(after));
      for (const row of changedRows) await store(work.tx, row);
      return changedRows.map((row) => {
        const name = row.name as SettingName;
        return { name, before: before.values[name], after: after.values[name] };
      });
    },

    async setPicture(work, picture, url) {
      const { before } = await lock(work);
      const revision = before.revision + 1;
      await store(work.tx, { name: picture, value: url, encrypted: null, revision, changedAt: databaseNow() });
      return before.pictures[picture];
    },

    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close,
  };
}

/** Reads the settings once, for a command. A database of an older version has no settings yet. */
export async function readSettings(
  db: Database,
  configuration: SettingsConfiguration & ConfiguredSecrets & { dataDirectory: string },
): Promise<CurrentSettings> {
  const sessionSecrets = findSessionSecrets(configuration.dataDirectory, configuration);
  const { settings: environment, hasPanelSettings } = configuration;
  const rows = await readRows(db).catch((error: unknown) => {
    if (databaseErrorCode(error) === undefinedTable) return [];
    throw error;
  });
  return toCurrentSettings(
    resolveSettings(environment, hasPanelSettings ? rows : [], createEncryption(sessionSecrets, 'settings')),
  );
}

/** SQLSTATE of a missing table. */
const undefinedTable = '42P01';

const readRows = (db: Queryable): Promise<StoredSetting[]> => db.select().from(storedSettings);

const store = (tx: Queryable, row: StoredSetting) =>
  tx.insert(storedSettings).values(row).onConflictDoUpdate({ target: storedSettings.name, set: row });

/** Encrypts the stored secrets again that a previous session secret encrypted. */
async function encryptWithCurrentSecret(db: Database, encryption: Encryption): Promise<void> {
  for (const { name, encrypted } of await readRows(db)) {
    const secret = encrypted && encryption.decrypt(name, encrypted);
    if (!encrypted || !secret?.isOutdated) continue;
    // Another process may have changed the value in the meantime.
    const isUnchanged = and(eq(storedSettings.name, name), eq(storedSettings.encrypted, encrypted));
    await db
      .update(storedSettings)
      .set({ encrypted: encryption.encrypt(name, secret.text) })
      .where(isUnchanged);
  }
}

const fieldErrors = (names: readonly SettingName[], message: string) =>
  names.map((name) => ({ path: `changes.${name}`, message }));

/** Also removes a secret if the setting with its server is reset. */
function withoutOrphanedSecrets(changes: SettingChanges, rows: readonly StoredSetting[]): SettingChanges {
  const orphans = settingNames.filter((name) => {
    const { isSecret, sentTo } = settingOf(name);
    const isStored = rows.some((row) => row.name === name && row.encrypted);
    return isSecret && sentTo && changes[sentTo as SettingName] === null && changes[name] === undefined && isStored;
  });
  return { ...changes, ...Object.fromEntries(orphans.map((name) => [name, null])) };
}

/**
 * Requires a secret again if its server changes. Otherwise an admin could send a stored secret to a server of their
 * choice. For the same reason the address of a mail server contains no password: addresses are readable.
 */
function assertSecretsIncluded(changes: SettingChanges, { values, states }: ResolvedSettings): void {
  if (changes.mailServer && !/^smtps?:\/\/(?:[^/?#:@]*@)?[^/?#@]*(?:[/?#][^@]*)?$/.test(changes.mailServer))
    throw settingsError('settings.conflict', {
      errors: fieldErrors(['mailServer'], 'Please enter the password in its own field'),
    });
  for (const name of settingNames) {
    const sentTo = settingOf(name).sentTo as SettingName | undefined;
    if (sentTo === undefined || changes[sentTo] === undefined || changes[sentTo] === values[sentTo]) continue;
    if (changes[name] === undefined && states[name].source !== 'default')
      throw settingsError('settings.conflict', {
        errors: fieldErrors([name], 'Please enter this again, because the server that receives it changes'),
      });
  }
}

/** Rejects changes that break a rule. A conflict that existed before does not prevent other changes. */
function assertNoConflict(names: readonly SettingName[], before: ResolvedSettings, after: ResolvedSettings): void {
  for (const [message, involved] of after.conflicts) {
    const changed = involved.filter((name) => names.includes(name));
    if (before.conflicts.has(message) && changed.length === 0) continue;
    throw settingsError('settings.conflict', {
      errors: fieldErrors(changed.length > 0 ? changed : involved, message),
    });
  }
}
