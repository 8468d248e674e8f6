import { foldText } from '@commons/contract/fold';
import type { MutedWords } from '@commons/contract/profiles/schemas';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { mutedWords } from './muted-words.tables.ts';
import { users } from './users.tables.ts';

/** SQL of a member's muted words, for queries of `users`. The id includes its table, to be unique in subqueries. */
export const mutedWordsOfMember: SQL<string[]> = sql<
  string[]
>`coalesce((SELECT ${mutedWords.words} FROM ${mutedWords} WHERE ${mutedWords.memberId} = ${users}.${sql.identifier(users.id.name)}), '{}')`;

export async function getMutedWords(db: Queryable, memberId: string): Promise<MutedWords> {
  const [row] = await db.select({ words: mutedWords.words }).from(mutedWords).where(eq(mutedWords.memberId, memberId));
  return row ?? { words: [] };
}

export async function changeMutedWords(work: UnitOfWork, memberId: string, input: MutedWords): Promise<MutedWords> {
  const folded = input.words.map(foldText);
  const words = input.words.filter((_, position) => folded.indexOf(folded[position] ?? '') === position);
  await work.tx
    .insert(mutedWords)
    .values({ memberId, words })
    .onConflictDoUpdate({ target: mutedWords.memberId, set: { words } });
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'muted_words.changed' } });
  return { words };
}
