import { sql } from 'drizzle-orm';
import { onlyRow, type Queryable } from '../../platform/database/database.ts';
import { textVersions } from './texts.tables.ts';

/** The guidelines that ship with the product. */
const shippedVersion = 1;

/** Returns the version of the guidelines that members must have accepted. */
export async function guidelinesVersion(db: Queryable): Promise<number> {
  const version = sql<number>`coalesce(max(${textVersions.guidelinesVersion}), ${shippedVersion})::integer`;
  return onlyRow(await db.select({ version }).from(textVersions)).version;
}

/** Returns the version that members are asked to accept next. The caller stores it with the published text. */
export const raiseGuidelinesVersion = async (tx: Queryable): Promise<number> => (await guidelinesVersion(tx)) + 1;
