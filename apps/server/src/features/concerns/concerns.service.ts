import { createHash, randomBytes, randomInt } from 'node:crypto';
import { concernErrors, concernLimits } from '@commons/contract/concerns';
import type { Concern, ConcernInput, ConcernKind } from '@commons/contract/concerns/schemas';
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { limits, tryConsume } from '../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { answerMail, receiptMail } from './concerns.mails.ts';
import { concerns } from './concerns.tables.ts';

/** Emitted when a concern arrives, is confirmed or is answered. */
export const concernChanged = domainEvent<{ id: string }>('concerns.changed');

const concernError = errorsOf(concernErrors);

type Row = typeof concerns.$inferSelect;

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Hours within which a moderator should answer, by kind. */
const hoursByKind: Readonly<Record<ConcernKind, number>> = { danger: 1, illegal: 24, guidelines: 72, complaint: 168 };

/** Letters and digits that are hard to confuse, also on the phone. */
const receiptCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const newReceipt = (): string => {
  const characters = Array.from({ length: 10 }, () => receiptCharacters[randomInt(receiptCharacters.length)]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
};

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates the token of the confirmation link and mails it. The token exists only in the mail. */
const receiptTask = taskName<{ concernId: string }>('concern-receipt');

export const concernTasks = ({ db, mailer, consume, publicUrl, settings }: FeatureContext): Task[] => [
  task(receiptTask, async ({ concernId }) => {
    const [concern] = await db.select().from(concerns).where(eq(concerns.id, concernId));
    if (!concern || concern.email === null || concern.closedAt) return;
    // Anyone can enter any address.
    if (!(await tryConsume(consume, limits.concernMail, concern.email))) return;
    const token = randomBytes(32).toString('base64url');
    await db
      .update(concerns)
      .set({ confirmationDigest: digestOf(token) })
      .where(eq(concerns.id, concernId));
    const { email, receipt } = concern;
    await mailer.send(receiptMail({ email, receipt }, token, { productName: settings.current.productName, publicUrl }));
  }),
];

/** Stores a concern, notifies the moderators and mails a receipt. Returns the receipt's number. */
export async function reportConcern(work: UnitOfWork, input: ConcernInput): Promise<{ receipt: string }> {
  const receipt = newReceipt();
  // A program filled in the hidden field. It gets the usual response.
  if (input.website) return { receipt };
  const { kind, text, address = null, name = null, email = null } = input;
  const id = newId();
  const createdAt = databaseNow();
  const dueAt = new Date(createdAt.getTime() + hoursByKind[kind] * 3_600_000);
  await work.tx.insert(concerns).values({ id, receipt, kind, text, address, name, email, dueAt, createdAt });
  if (email !== null) await work.enqueue(receiptTask, { concernId: id });
  await work.emit(concernChanged, { id });
  return { receipt };
}

/** Confirms the email of a concern. The link can be used again until it expires. */
export async function confirmConcern(work: UnitOfWork, token: string): Promise<void> {
  const earliest = new Date(databaseNow().getTime() - concernLimits.confirmationDays * dayMilliseconds);
  const [confirmed] = await work.tx
    .update(concerns)
    .set({ emailConfirmedAt: sql`coalesce(${concerns.emailConfirmedAt}, now())` })
    .where(and(eq(concerns.confirmationDigest, digestOf(token)), gt(concerns.createdAt, earliest)))
    .returning({ id: concerns.id });
  if (!confirmed) throw concernError('concerns.link_invalid');
  await work.emit(concernChanged, { id: confirmed.id });
}

const toView = ({ dueAt, createdAt, emailConfirmedAt, ...concern }: Row): Concern => ({
  id: concern.id,
  receipt: concern.receipt,
  kind: concern.kind,
  text: concern.text,
  address: concern.address,
  name: concern.name,
  email: concern.email,
  isEmailConfirmed: emailConfirmedAt !== null,
  createdAt: createdAt.toISOString(),
  dueAt: dueAt.toISOString(),
});

export async function listConcerns(db: Database): Promise<Concern[]> {
  const rows = await db
    .select()
    .from(concerns)
    .where(isNull(concerns.closedAt))
    .orderBy(asc(concerns.dueAt), asc(concerns.id))
    .limit(concernLimits.listed);
  return rows.map(toView);
}

export async function getConcern(db: Database, id: string): Promise<Concern> {
  const [row] = await db.select().from(concerns).where(eq(concerns.id, id));
  if (!row) throw concernError('concerns.not_found');
  if (row.closedAt) throw concernError('concerns.already_answered');
  return toView(row);
}

type Answer = { id: string; answer: string };

/** Closes a concern with an answer, and mails the answer to the sender. */
export async function answerConcern(
  work: UnitOfWork,
  { publicUrl, settings }: Pick<FeatureContext, 'settings' | 'publicUrl'>,
  viewer: Viewer,
  { id, answer }: Answer,
): Promise<{ receipt: string }> {
  const [row] = await work.tx.select().from(concerns).where(eq(concerns.id, id)).for('update');
  if (!row) throw concernError('concerns.not_found');
  if (row.closedAt) throw concernError('concerns.already_answered');
  const { email, receipt } = row;
  await work.tx
    .update(concerns)
    .set({ answer, answeredById: viewer.id, closedAt: databaseNow(), confirmationDigest: null })
    .where(eq(concerns.id, id));
  await recordAudit(work, {
    actorId: viewer.id,
    action: 'concern.answered',
    subjectId: id,
    details: { kind: row.kind, isMailed: email !== null },
  });
  const { productName } = settings.current;
  if (email !== null) await work.enqueue(mailTask, answerMail({ email, receipt }, answer, { productName, publicUrl }));
  await work.emit(concernChanged, { id });
  return { receipt };
}

/** Deletes concerns a year after they were answered. Returns their number. */
export async function deleteOldConcerns(db: Database): Promise<number> {
  const latest = sql`now() - make_interval(days => ${concernLimits.keptDays})`;
  const { rowCount } = await db.delete(concerns).where(lt(concerns.closedAt, latest));
  return rowCount ?? 0;
}
