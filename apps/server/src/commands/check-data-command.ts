import { features } from '../app.ts';
import { recordAudit } from '../community/audit/index.ts';
import type { Check, Difference, CheckStores } from '../community/checks/checks.ts';
import { checksOf } from '../community/feature.ts';
import { loadEnvironmentFile, readConfiguration } from '../platform/configuration.ts';
import { inTransaction, openDatabase } from '../platform/database/database.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { followStorage } from '../platform/media/followed-storage.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { readSettings } from '../platform/settings/settings.ts';
import { connectToDatabase, runCommand, UsageError, parseArguments } from './command-line.ts';

const usage = `Recounts stored values of a community, with or without a running server:

  npm run check-data               reports differences and exits with 1 if there are any
  npm run check-data -- --repair     repairs differences where possible and records it in the audit log`;

async function run(parameters: readonly string[]): Promise<string> {
  const { values, file } = parseArguments(parameters, { repair: { type: 'boolean' } }, usage);
  if (file !== undefined) throw new UsageError(usage);
  loadEnvironmentFile();
  const configuration = readConfiguration(process.env);
  const database = await connectToDatabase(configuration, migrateDatabase);
  const db = openDatabase(database.url, 2, { warn: () => undefined });
  // A full recount can take minutes.
  db.$client.on('connect', (client) => void client.query('SET statement_timeout = 0'));
  try {
    const settings = await readSettings(db, configuration);
    const stores = { db, storage: followStorage({ current: settings }, configuration.dataDirectory) };
    let remainingCount = 0;
    for (const check of checksOf(features)) remainingCount += await runCheck(check, stores, values.repair ?? false);
    if (remainingCount > 0)
      throw new OperatorError(`${remainingCount} ${remainingCount === 1 ? 'value differs' : 'values differ'}.`);
    return 'Everything is correct.';
  } finally {
    await db.$client.end();
    await database.stop();
  }
}

/** Maximum number of differences to print per check. */
const maxPrinted = 20;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs one check and prints its result. Returns the number of remaining differences. */
async function runCheck(check: Check, stores: CheckStores, isRepairRequested: boolean): Promise<number> {
  const differences = await check.find(stores);
  if (differences.length === 0) {
    print(`${check.name}: correct`);
    return 0;
  }
  print(`${check.name}: ${differences.length} differ`);
  for (const { key, actual, expected } of differences.slice(0, maxPrinted))
    print(`  ${key.join(' ')}: ${actual}, should be ${expected}`);
  if (differences.length > maxPrinted) print('  …');
  if (!isRepairRequested || !check.repair) {
    if (isRepairRequested) print('  this cannot be repaired automatically: check it manually, or restore a backup');
    return differences.length;
  }
  await repairAll(check, check.repair, differences, stores);
  const remaining = await check.find(stores);
  print(`  repaired: ${differences.length - remaining.length}`);
  return remaining.length;
}

/** Number of repairs per transaction, small enough not to hold row locks for long. */
const repairsPerTransaction = 100;

/** Repairs differences in batches, each with its audit log entry in one transaction. */
async function repairAll(
  { name }: Check,
  repair: NonNullable<Check['repair']>,
  differences: Difference[],
  stores: CheckStores,
) {
  for (let from = 0; from < differences.length; from += repairsPerTransaction) {
    const batch = differences.slice(from, from + repairsPerTransaction);
    await inTransaction(stores.db, async (tx) => {
      for (const difference of batch) await repair(tx, difference, stores);
      const details = { check: name, count: batch.length };
      await recordAudit({ tx }, { actorId: null, action: 'data.mended', subjectId: null, details });
    });
  }
}

export const runCheckDataCommand = (parameters: readonly string[]): Promise<void> => runCommand(() => run(parameters));
