import { readFile } from 'node:fs/promises';
import * as contract from '@commons/contract/meditations/schemas';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Community } from '../../../test/community.ts';
import { addStarterContent, countPendingStarterTasks, setUpStarterContent } from '../../../test/content-directory.ts';
import { noise } from '../../../test/pictures.ts';
import { aac } from '../../../test/sounds.ts';
import { createMinimalWebBuild } from '../../../test/web-build.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { pointsLedger } from '../points/points.tables.ts';

const { write, start, startServer, startWithShippedContent } = setUpStarterContent();

/** Writes the starter content of an application version with these meditations. */
const writeStarterContent = (...slugs: string[]) =>
  write(
    'meditations/meditations.json',
    slugs.map((slug) => ({
      slug,
      title: slug,
      description: `How to listen to ${slug}.`,
      theme: 'calm',
      audio: 'sound.aac',
      cover: 'cover.webp',
      durationSeconds: 60,
    })),
  );

beforeEach(async () => {
  await write('meditations/sound.aac', aac(60));
  await write('meditations/cover.webp', await noise(64, 64).webp().toBuffer());
  await writeStarterContent('bowls', 'rain');
});

/** Returns the titles after the background tasks have run. */
async function titlesIn(community: Community): Promise<string[]> {
  await community.runTasks();
  const reader = await community.member();
  return (await reader.call(contract.listMeditations, {})).body.map(({ title }) => title);
}

test('a new community has the starter meditations in order, without an author and without points', async () => {
  const community = await startServer();
  await expect.poll(() => countPendingStarterTasks(community)).toBe(1);
  expect(await titlesIn(community)).toEqual(['bowls', 'rain']);
  const [bowls] = (await (await community.member()).call(contract.listMeditations, {})).body;
  expect(bowls).toMatchObject({ description: 'How to listen to bowls.', theme: 'calm', duration: 60 });
  const fetched = await community.server.inject({ method: 'GET', url: bowls!.audioUrl });
  expect(fetched.rawPayload.equals(aac(60))).toBe(true);
  const cover = await community.server.inject({ method: 'GET', url: bowls!.albumCoverUrl! });
  expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(await community.db.select().from(pointsLedger)).toEqual([]);
});

test('members can comment on a starter meditation', async () => {
  const community = await startServer();
  await expect.poll(() => countPendingStarterTasks(community)).toBe(1);
  await titlesIn(community);
  const ana = await community.member();
  const { id } = (await ana.call(contract.listMeditations, {})).body[0]!;
  const live = await community.connect(ana);
  const commentResponse = await ana.call(contract.createMeditationComment, {
    params: { id },
    body: { content: 'Calm' },
  });
  expect(commentResponse.status).toBe(201);
  expect(await live.next('meditation_comment.created')).toMatchObject({ meditationId: id, commentsCount: 1 });
  live.close();
});

test('a deleted starter meditation never returns, and those of a later version are added', async () => {
  const community = await startServer();
  await expect.poll(() => countPendingStarterTasks(community)).toBe(1);
  await titlesIn(community);
  const admin = await community.member({ role: 'admin' });
  const { id } = (await admin.call(contract.listMeditations, {})).body[0]!;
  await admin.call(contract.deleteMeditation, { params: { id } });

  const restarted = await startServer(community);
  await restarted.server.close();
  expect(await countPendingStarterTasks(restarted)).toBe(0);
  await writeStarterContent('bowls', 'rain', 'wind');
  const laterVersion = await startServer(community);
  await expect.poll(() => countPendingStarterTasks(laterVersion)).toBe(1);
  expect(await titlesIn(laterVersion)).toEqual(['wind', 'rain']);
  expect(restarted.dataDirectory).not.toBe(laterVersion.dataDirectory);
});

test('three servers starting at once add each meditation once and leave no unused files', async () => {
  const community = await startServer();
  const others = [await startServer(community), await startServer(community)];
  await expect.poll(() => countPendingStarterTasks(community)).toBe(3);
  await Promise.all([community, ...others].map((one) => addStarterContent(one)));
  expect((await titlesIn(community)).toSorted()).toEqual(['bowls', 'rain']);
  const files = await community.db.select().from(mediaFiles);
  expect([files.length, files.filter(({ attachedAt }) => attachedAt === null)]).toEqual([4, []]);
});

test('a server that shuts down stops adding without an error, and the next server adds the rest', async () => {
  const logLines: string[] = [];
  const web = await createMinimalWebBuild();
  onTestFinished(() => web.remove());
  const community = await start({
    webDirectory: web.directory,
    logTo: { write: (line) => void logLines.push(line) },
  });
  await expect.poll(() => countPendingStarterTasks(community)).toBe(1);
  const stopping = AbortSignal.abort();
  await expect(addStarterContent(community, stopping)).rejects.toBe(stopping.reason);
  expect(await community.db.select().from(mediaFiles)).toEqual([]);
  expect(logLines.filter((line) => /"level":(?:40|50|60)/.test(line))).toEqual([]);
  expect(await titlesIn(community)).toEqual(['bowls', 'rain']);
});

test('every shipped meditation plays its own audio with the stated duration', async () => {
  const community = await startWithShippedContent();
  await expect.poll(() => countPendingStarterTasks(community)).toBe(1);
  await titlesIn(community);
  const listed = (await (await community.member()).call(contract.listMeditations, { query: { limit: 100 } })).body;
  const file = new URL('../../../../../content/meditations/meditations.json', import.meta.url);
  const meditations = JSON.parse(await readFile(file, 'utf8')) as { title: string; durationSeconds: number }[];
  const shipped = listed.map(({ title, duration }) => ({ title, durationSeconds: duration }));
  expect(shipped).toEqual(meditations.map(({ title, durationSeconds }) => ({ title, durationSeconds })));
  const sounds = await Promise.all(
    listed.map(({ audioUrl }) => community.server.inject({ method: 'GET', url: audioUrl })),
  );
  expect(new Set(sounds.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(listed.length);
  expect(new Set(sounds.map(({ headers }) => headers['content-type']))).toEqual(new Set(['audio/mpeg']));
});

test('no starter content is added if it is turned off or none ships', async () => {
  const off = await startServer(undefined, 'off');
  await writeStarterContent();
  for (const community of [off, await startServer()]) {
    await community.server.close();
    expect(await countPendingStarterTasks(community)).toBe(0);
  }
});
