import { editedNames, type EditedName, type TextName } from '@commons/contract/texts';
import type { EditedCrisisLines, EditedText, TextSummary, TextVersion } from '@commons/contract/texts/schemas';
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { memberColumns, toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { readShippedText, type Texts } from '../../community/texts/index.ts';
import { textVersions } from '../../community/texts/texts.tables.ts';
import type { Database } from '../../platform/database/database.ts';

export async function listTexts(db: Database, { current: { versions } }: Texts): Promise<TextSummary[]> {
  const ids = [...versions.values()].flatMap(({ publishedById }) => publishedById ?? []);
  const publishers = await db.select(memberColumns).from(users).where(inArray(users.id, ids));
  const summaries = new Map(publishers.map((row) => [row.id, toMemberSummary(row)]));
  return editedNames.map((name) => {
    const version = versions.get(name);
    return {
      name,
      isShipped: (version?.content ?? null) === null,
      publishedAt: version?.publishedAt.toISOString() ?? null,
      publishedBy: summaries.get(version?.publishedById ?? '') ?? null,
    };
  });
}

export async function getEditedText({ current }: Texts, name: TextName): Promise<EditedText> {
  const shipped = await readShippedText(name);
  const markdown = current.markdownOf(name);
  return {
    name,
    content: markdown ?? shipped,
    shipped,
    isShipped: markdown === undefined,
    revision: current.versions.get(name)?.revision ?? null,
  };
}

export const toEditedCrisisLines = ({ current }: Texts): EditedCrisisLines => ({
  revision: current.versions.get('crisis-lines')?.revision ?? null,
  countries: [...current.editedCountries],
});

/** Lists the versions before a revision, latest first. */
export async function listTextVersions(
  db: Database,
  name: EditedName,
  { before, rowCount }: { before: number | undefined; rowCount: number },
): Promise<TextVersion[]> {
  const { revision, publishedAt, content, guidelinesVersion } = textVersions;
  const rows = await db
    .select({ revision, publishedAt, content, guidelinesVersion, publisher: memberColumns })
    .from(textVersions)
    .leftJoin(users, eq(users.id, textVersions.publishedById))
    .where(and(eq(textVersions.name, name), before === undefined ? undefined : lt(revision, before)))
    .orderBy(desc(revision))
    .limit(rowCount);
  return rows.map(({ publisher, ...row }) => ({
    revision: row.revision,
    publishedAt: row.publishedAt.toISOString(),
    publishedBy: publisher && toMemberSummary(publisher),
    isShipped: row.content === null,
    guidelinesVersion: row.guidelinesVersion,
  }));
}

/** Returns the content of a version. The result is undefined if the text has no such version. */
export async function findTextVersion(db: Database, name: EditedName, revision: number) {
  const [version] = await db
    .select({ content: textVersions.content })
    .from(textVersions)
    .where(and(eq(textVersions.name, name), eq(textVersions.revision, revision)));
  return version;
}
