import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../members/users.tables.ts';

/** Makes the member with this email an administrator; whether there is one. */
export async function grantAdmin(db: Database, email: string): Promise<boolean> {
  const granted = await db
    .update(users)
    .set({ role: 'admin' })
    .where(eq(users.email, email.trim().toLowerCase()))
    .returning({ id: users.id });
  return granted.length > 0;
}
