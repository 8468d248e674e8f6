import { grantAdmin } from '../features/auth/first-admin.ts';
import { loadEnvironmentFile, readConfiguration } from '../platform/configuration.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { AppError } from '../platform/errors.ts';
// Imports the modules directly: the features' index files would load the whole account library (better-auth).
import { OperatorError } from '../platform/operator-error.ts';
import { connectToDatabase, runCommand, UsageError } from './command-line.ts';

const usage = `Administers a community, with or without a running server:

  npm run admin -- grant EMAIL     makes a member an administrator`;

async function grant(db: Database, email: string): Promise<string> {
  const isGranted = await grantAdmin(db, email).catch((error: unknown) => {
    throw error instanceof AppError
      ? new OperatorError(`${error.definition.title}. ${error.definition.detail}`)
      : error;
  });
  if (isGranted) return `${email} is an administrator now.`;
  throw new OperatorError(`There is no member with the email ${email}. Ask them to sign up first.`);
}

async function run([command, email, ...rest]: readonly string[]): Promise<string> {
  if (command !== 'grant' || email === undefined || rest.length > 0) throw new UsageError(usage);
  loadEnvironmentFile();
  const database = await connectToDatabase(readConfiguration(process.env), migrateDatabase);
  const db = openDatabase(database.url, 2, { warn: () => undefined });
  try {
    return await grant(db, email);
  } finally {
    await db.$client.end();
    await database.stop();
  }
}

export const runAdminCommand = (parameters: readonly string[]): Promise<void> => runCommand(() => run(parameters));
