import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../test/commands.ts';
import { setUpCommunity } from '../../test/community.ts';
import { query } from '../../test/embedded-postgres.ts';
import { createFullMember } from '../../test/full-member.ts';
import { indexSearch } from '../../test/search.ts';

const community = setUpCommunity();

/** Runs the command on the community under test. */
const checkData = (...parameters: string[]) => {
  const { databaseUrl, dataDirectory } = community.current;
  const environment = { DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl };
  return runCommand('check-data', parameters, dataDirectory, environment);
};

const runSql = (statement: string) => query(community.current.databaseUrl, statement);

/** Repairable inconsistencies. Each has the name of the check that reports it and a function that causes it. */
const inconsistencies: [check: string, cause: () => Promise<unknown>][] = [
  ['post: likes', () => runSql('UPDATE posts SET likes_count = likes_count + 7')],
  ['post: comments', () => runSql('UPDATE posts SET comments_count = comments_count + 7')],
  ['poll: votes', () => runSql('UPDATE polls SET votes_count = votes_count + 7')],
  ['poll: votes for each option', () => runSql('UPDATE poll_options SET votes_count = votes_count + 7')],
  ['win: cheers', () => runSql('UPDATE wellness_wins SET likes_count = likes_count + 7')],
  ['recommendation: likes', () => runSql('UPDATE recommendations SET likes_count = likes_count + 7')],
  ['meditation: comments', () => runSql('UPDATE meditations SET comments_count = comments_count + 7')],
  ['event: waiting', () => runSql('UPDATE events SET waiting_count = waiting_count + 7')],
  ['conversation: messages', () => runSql('UPDATE conversations SET last_position = last_position + 7')],
  ['member: points, minutes and standings', () => runSql('UPDATE users SET mindfulness_score = mindfulness_score + 7')],
  ['search: documents of posts', () => runSql("DELETE FROM search_documents WHERE type = 'posts'")],
  [
    'files without a database row',
    () =>
      writeFile(
        path.join(community.current.dataDirectory, 'media', '00', `00${crypto.randomUUID().slice(2)}-full.webp`),
        '',
      ),
  ],
];

test('reports, repairs and records differences, and changes nothing else', async () => {
  await createFullMember(community.current, await community.current.member());
  await indexSearch(community.current);
  const consistent = await checkData();
  expect(consistent).toMatchObject({ code: 0, stderr: '' });
  await mkdir(path.join(community.current.dataDirectory, 'media', '00'), { recursive: true });

  for (const [, cause] of inconsistencies) await cause();
  const report = await checkData();
  expect(report).toMatchObject({ code: 1, stderr: expect.stringMatching(/differ/) });
  for (const [name] of inconsistencies) expect(report.stdout).toMatch(new RegExp(`^${name}: \\d+ differ$`, 'm'));
  expect(await runSql('SELECT action FROM audit_log WHERE action = $$data.mended$$')).toEqual([]);

  const repaired = await checkData('--repair');
  expect(repaired).toMatchObject({ code: 0, stderr: '' });
  expect(await checkData()).toEqual(consistent);
  const entries = await runSql('SELECT actor_id, details FROM audit_log WHERE action = $$data.mended$$');
  for (const [name] of inconsistencies)
    expect(entries).toContainEqual({ actor_id: null, details: { check: name, count: expect.any(Number) } });
}, 120_000);

test('reports differences that cannot be repaired and leaves them unchanged', async () => {
  const folder = path.join(community.current.dataDirectory, 'media');
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
  const outcome = await checkData('--repair');
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/differ/) });
  expect(outcome.stdout).toMatch(/^missing picture and audio files: \d+ differ$/m);
  expect(outcome.stdout).toContain('restore a backup');
}, 60_000);

test('prints its usage for invalid arguments', async () => {
  expect(await checkData('--all')).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run check-data') });
});
