import { grantAdmin } from '../features/auth/first-admin.ts';
import { findLedgerMismatches } from '../features/points/points.recount.ts';
import { loadEnvironmentFile, readConfiguration } from '../platform/configuration.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { AppError } from '../platform/errors.ts';
// Imports the modules directly: the features' index files would load the whole account library (better-auth).
import { CommandError, connectToDatabase, runCommand } from './command-line.ts';

const usage = `Administers a community, with or without a running server:

  npm run admin -- grant EMAIL     makes a member an administrator
  npm run admin -- check-points    compares the points and minutes of all members with the ledger`;

type Command = { parameterCount: number; run: (db: Database, ...parameters: string[]) => Promise<string> };

const commands: Record<string, Command> = {
  grant: { parameterCount: 1, run: grant },
  'check-points': { parameterCount: 0, run: checkPoints },
};

async function grant(db: Database, email: string): Promise<string> {
  const isGranted = await grantAdmin(db, email).catch((error: unknown) => {
    throw error instanceof AppError ? new CommandError(`${error.definition.title}. ${error.definition.detail}`) : error;
  });
  if (isGranted) return `${email} is an administrator now.`;
  throw new CommandError(`There is no member with the email ${email}. Ask them to sign up first.`);
}

/** Maximum number of differences to print. */
const maxDifferences = 50;

async function checkPoints(db: Database): Promise<string> {
  const differences = await findLedgerMismatches(db);
  if (differences.length === 0) return 'All points and minutes match the ledger.';
  const lines = differences
    .slice(0, maxDifferences)
    .map(({ memberId, figure, actual, expected }) => `  member ${memberId}: ${figure} ${actual}, ledger ${expected}`);
  if (differences.length > maxDifferences) lines.push('  …');
  throw new CommandError(`Values that differ from the ledger: ${differences.length}\n${lines.join('\n')}`);
}

async function run([name = '', ...parameters]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command?.parameterCount !== parameters.length) throw new CommandError(usage, 2);
  loadEnvironmentFile();
  const database = await connectToDatabase(readConfiguration(process.env), migrateDatabase);
  const db = openDatabase(database.url, 2, { warn: () => undefined });
  try {
    return await command.run(db, ...parameters);
  } finally {
    await db.$client.end();
    await database.stop();
  }
}

export const runAdminCommand = (parameters: readonly string[]): Promise<void> => runCommand(() => run(parameters));
