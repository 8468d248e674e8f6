import { isDeepStrictEqual } from 'node:util';
import { type EditedName, type TextName, textsErrors } from '@commons/contract/texts';
import type { CrisisChange } from '@commons/contract/texts/schemas';
import { desc, eq, max } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import { announceGuidelines } from '../../community/consent/index.ts';
import {
  assertRenderable,
  haveEmergencyNumbers,
  readShippedText,
  renderMarkdown,
  type Texts,
  withoutShipped,
} from '../../community/texts/index.ts';
import { textVersions } from '../../community/texts/texts.tables.ts';
import { acquireLock } from '../../platform/database/advisory-locks.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';

const textsError = errorsOf(textsErrors);

type NewVersion = {
  name: EditedName;
  actorId: string;
  /** The version that the new one is based on; null for the shipped text. */
  revision: number | null;
  /** Null restores the shipped text. */
  content: string | CrisisChange[] | null;
  asksMembers?: boolean;
};

/** Publishes a text. A text that equals the shipped one is stored as such, so that it follows later releases. */
export async function publishText(
  work: UnitOfWork,
  texts: Texts,
  {
    name,
    content,
    asksMembers,
    ...version
  }: Omit<NewVersion, 'name' | 'content'> & { name: TextName; content: string | null },
): Promise<void> {
  if (content !== null) {
    assertRenderable(content);
    // Nothing that fails to render is ever stored.
    renderMarkdown(content, { product: '' });
  }
  const isShipped = content !== null && content === (await readShippedText(name));
  await publish(work, texts, {
    ...version,
    name,
    content: isShipped ? null : content,
    asksMembers: name === 'guidelines' && asksMembers === true,
  });
}

export async function publishCrisisLines(
  work: UnitOfWork,
  texts: Texts,
  version: Omit<NewVersion, 'name' | 'content' | 'asksMembers'> & { content: CrisisChange[] | null },
): Promise<void> {
  const { shippedCountries } = texts.current;
  const content = withoutShipped(shippedCountries, version.content ?? []);
  if (!haveEmergencyNumbers(shippedCountries, content)) throw textsError('texts.emergency_number_missing');
  await publish(work, texts, { ...version, name: 'crisis-lines', content: content.length > 0 ? content : null });
}

async function publish(
  work: UnitOfWork,
  texts: Texts,
  { name, actorId, revision, content, asksMembers = false }: NewVersion,
): Promise<void> {
  await acquireLock(work.tx, 'texts');
  work.afterCommit(texts.refresh);
  const [latest] = await work.tx
    .select()
    .from(textVersions)
    .where(eq(textVersions.name, name))
    .orderBy(desc(textVersions.revision))
    .limit(1);
  // A repeated request, or a text without a change.
  if (!asksMembers && isDeepStrictEqual(latest?.content ?? null, content)) return;
  if ((latest?.revision ?? null) !== revision) throw textsError('texts.changed_meanwhile');
  const [newest] = await work.tx.select({ revision: max(textVersions.revision) }).from(textVersions);
  await work.tx.insert(textVersions).values({
    revision: (newest?.revision ?? 0) + 1,
    name,
    content,
    publishedAt: databaseNow(),
    publishedById: actorId,
    guidelinesVersion: asksMembers ? await announceGuidelines(work, actorId) : null,
  });
  const details = { is_shipped: content === null, ...(name === 'guidelines' && { asks_members: asksMembers }) };
  await recordAudit(work, { actorId, action: 'text.published', subjectId: name, details: { text: name, ...details } });
}
