import { randomUUID } from 'node:crypto';
import type { MeditationTheme } from '@commons/contract/meditations';
import * as contract from '@commons/contract/meditations/schemas';
import { block, mute } from '@commons/contract/profiles/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { search } from '@commons/contract/search/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { formBody } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { indexSearch } from '../../../test/search.ts';
import { aac, meditationForm } from '../../../test/sounds.ts';

const community = setUpCommunity();
let admin: Member;
let ana: Member;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin' });
  ana = await community.current.member();
});

const rain = {
  title: 'Rain on a tent',
  description: 'Lie down.\n\nListen.',
  audioUrl: 'https://sounds.test/rain.mp3',
  albumCoverUrl: 'https://sounds.test/rain.webp',
  duration: 600,
  teacher: 'Ida Sørensen',
  theme: 'sleep' as MeditationTheme | null,
};

const add = async (overrides: object = {}, by = admin) =>
  (await by.call(contract.createMeditation, { body: { ...rain, ...overrides } })).body;
const upload = async (fields: Record<string, string>) => {
  const form = await formBody(meditationForm(aac(61), fields));
  return admin.send('POST', contract.uploadMeditation.path, form);
};
const listIds = async (query: object) => (await ana.call(contract.listMeditations, { query })).body.map(({ id }) => id);
const readFilters = async () => (await ana.call(contract.listMeditationFilters, {})).body;
const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

describe('a meditation', () => {
  test('added by an admin is listed for every member, newest first, and only admins can change it', async () => {
    const [first, second] = [await add({ title: 'First' }), await add({ title: 'Second' })];
    expect(second).toMatchObject({
      ...rain,
      title: 'Second',
      commentsCount: 0,
      countsRevision: 0,
      can: { edit: true, delete: true },
    });
    const { body } = await ana.call(contract.listMeditations, { query: { limit: 2 } });
    const expectedMeditations = [second, first].map((meditation) => ({
      ...meditation,
      can: { edit: false, delete: false },
    }));
    expect(body).toEqual(expectedMeditations);
    expect((await ana.call(contract.getMeditation, { params: { id: first.id } })).body).toEqual(expectedMeditations[1]);
  });

  test('is visible to every member regardless of blocks, mutes and flags', async () => {
    const addingAdmin = await community.current.member({ role: 'admin', isFlagged: true });
    const { id } = await add({}, addingAdmin);
    const [blocker, blocked, muter, flagged] = [
      await community.current.member(),
      await community.current.member(),
      await community.current.member(),
      await community.current.member({ isFlagged: true }),
    ];
    await blocker.call(block, { params: { userId: addingAdmin.id } });
    await addingAdmin.call(block, { params: { userId: blocked.id } });
    await muter.call(mute, { params: { userId: addingAdmin.id } });
    for (const reader of [blocker, blocked, muter, flagged]) {
      const list = (await reader.call(contract.listMeditations, {})).body;
      expect(list.map((meditation) => meditation.id)).toContain(id);
      expect((await reader.call(contract.getMeditation, { params: { id } })).status).toBe(200);
      expect(
        (
          await reader.call(contract.trackListening, {
            params: { id },
            body: { secondsListened: 60, completed: false },
          })
        ).status,
      ).toBe(200);
    }
  });

  test('needs only a title and audio; the duration defaults to fifteen minutes', async () => {
    const { title, audioUrl } = rain;
    const emptyFields = { title, audioUrl, description: '', albumCoverUrl: null };
    for (const description of [undefined, null, '', ' \n ']) {
      const body = { title, audioUrl, ...(description !== undefined && { description }) };
      const { status, body: added } = await admin.call(contract.createMeditation, { body });
      expect(status).toBe(201);
      expect(added).toMatchObject({ ...emptyFields, duration: 900 });
      expect((await ana.call(contract.getMeditation, { params: { id: added.id } })).body).toMatchObject(emptyFields);
    }
    expect((await add({ albumCoverUrl: '' })).albumCoverUrl).toBeNull();
  });

  test('keeps its description unless a new one is given', async () => {
    const { id } = await add();
    for (const description of [undefined, null]) {
      const body = { title: 'Rain', description };
      expectProblem(await admin.send('PUT', `/api/meditations/${id}`, { body }), 400, 'request.invalid');
    }
  });

  test('earns the admin five points, which are reversed when it is deleted', async () => {
    const addingAdmin = await community.current.member({ role: 'admin' });
    const { id } = await add({}, addingAdmin);
    expect(await scoreOf(addingAdmin)).toBe(5);
    await admin.call(contract.deleteMeditation, { params: { id } });
    expect(await scoreOf(addingAdmin)).toBe(0);
  });

  test('can change its texts and cover; omitted fields stay', async () => {
    const { id } = await add();
    const change = (body: Partial<typeof rain> & { title: string; description: string }) =>
      admin.call(contract.updateMeditation, { params: { id }, body });
    const texts = { title: 'Rain on a roof', description: '' };
    expect((await change(texts)).body).toMatchObject({ ...rain, ...texts });
    const { body } = await admin.call(contract.updateMeditation, {
      params: { id },
      body: { ...texts, albumCoverUrl: null },
    });
    expect(body).toMatchObject({ ...texts, albumCoverUrl: null, audioUrl: rain.audioUrl });
    expect((await ana.call(contract.getMeditation, { params: { id } })).body).toMatchObject({
      ...texts,
      albumCoverUrl: null,
    });
    const audioUrl = 'https://elsewhere.test/rain.mp3';
    expect(
      (await admin.call(contract.updateMeditation, { params: { id }, body: { ...texts, audioUrl } })).body,
    ).toMatchObject({ ...texts, audioUrl, duration: rain.duration });
  });

  test.for<[name: string, invalidFields: object]>([
    ['no title', { title: ' ' }],
    ['a long title', { title: 'x'.repeat(101) }],
    ['a long description', { description: 'x'.repeat(5_001) }],
    ['a long name of a teacher', { teacher: 'x'.repeat(61) }],
    ['an unknown theme', { theme: 'running' }],
    ['audio without HTTPS', { audioUrl: 'http://sounds.test/rain.mp3' }],
    ['a script as address', { audioUrl: 'javascript:alert(1)' }],
    ['a password in its address', { audioUrl: 'https://me:secret@sounds.test/rain.mp3' }],
    ['the path of an unknown upload', { audioUrl: '/media/x' }],
    ['a cover without HTTPS', { albumCoverUrl: 'http://sounds.test/rain.webp' }],
    ['a data URL as cover', { albumCoverUrl: 'data:text/html,hello' }],
    ['59 seconds', { duration: 59 }],
    ['more than four hours', { duration: 14_401 }],
    ['half a second', { duration: 600.5 }],
  ])('with %s is rejected', async ([, invalidFields]) => {
    const before = (await ana.call(contract.listMeditations, {})).body[0]?.id;
    expectProblem(
      await admin.send('POST', '/api/meditations', { body: { ...rain, ...invalidFields } }),
      400,
      'request.invalid',
    );
    expect((await ana.call(contract.listMeditations, {})).body[0]?.id).toBe(before);
  });

  test('keeps its teacher and theme unless a change names them, and is found by its teacher', async () => {
    const { id } = await add({ teacher: ' Wilhelmina Quist ' });
    const change = async (fields: object) => {
      const body = { title: 'Rain', description: '', ...fields };
      return (await admin.call(contract.updateMeditation, { params: { id }, body })).body;
    };
    expect(await change({})).toMatchObject({ teacher: 'Wilhelmina Quist', theme: 'sleep' });
    await indexSearch(community.current);
    const { groups } = (await ana.call(search, { query: { q: 'wilhelmina quist', type: 'meditations' } })).body;
    expect(groups[0]?.results[0]).toMatchObject({ id });
    expect(await change({ teacher: '', theme: null })).toMatchObject({ teacher: null, theme: null });
    expectProblem(
      await admin.send('PUT', `/api/meditations/${id}`, { body: { title: 'R', description: '', theme: '' } }),
      400,
      'request.invalid',
    );
  });

  test('is uploaded with a teacher and a theme, or with empty ones', async () => {
    const named = await upload({ teacher: 'Ida Sørensen', theme: 'body' });
    expect(named.body).toMatchObject({ teacher: 'Ida Sørensen', theme: 'body' });
    expect((await upload({ teacher: '', theme: '' })).body).toMatchObject({ teacher: null, theme: null });
    expectProblem(await upload({ theme: 'running' }), 400, 'request.invalid');
  });

  test('that does not exist gets a 404 in every call', async () => {
    const params = { id: randomUUID() };
    const texts = { title: 'Rain', description: '' };
    for (const response of [
      await ana.call(contract.getMeditation, { params }),
      await admin.call(contract.updateMeditation, { params, body: texts }),
      await admin.call(contract.deleteMeditation, { params }),
      await ana.call(contract.listMeditationComments, { params }),
      await ana.call(contract.createMeditationComment, { params, body: { content: 'Hello' } }),
    ])
      expectProblem(response, 404, 'meditations.not_found');
  });

  test('is announced live to everyone, even to members who hide its author', async () => {
    const muter = await community.current.member();
    await muter.call(mute, { params: { userId: admin.id } });
    const live = await community.current.connect(muter);
    const { id } = await add();
    expect(await live.next('meditation.created')).toMatchObject({ meditationId: id });
    await admin.call(contract.updateMeditation, { params: { id }, body: { title: 'Rain', description: '' } });
    expect(await live.next('meditation.updated')).toMatchObject({ meditationId: id });
    await admin.call(contract.deleteMeditation, { params: { id } });
    expect(await live.next('meditation.deleted')).toMatchObject({ meditationId: id });
    live.close();
  });
});

describe('the list of meditations', () => {
  test('has those of a theme and a length, in pages', async () => {
    const [short, medium, long] = [
      await add({ theme: 'kindness', duration: 329 }),
      await add({ theme: 'kindness', duration: 330 }),
      await add({ theme: 'kindness', duration: 930 }),
    ].map(({ id }) => id);
    const other = await add({ theme: null, duration: 930 });
    expect(await listIds({ theme: 'kindness' })).toEqual([long, medium, short]);
    expect(await listIds({ theme: 'kindness', length: 'short' })).toEqual([short]);
    expect(await listIds({ theme: 'kindness', length: 'medium' })).toEqual([medium]);
    expect(await listIds({ theme: 'kindness', length: 'long' })).toEqual([long]);
    expect(await listIds({ length: 'long', limit: 2 })).toEqual([other.id, long]);
    const page = await ana.call(contract.listMeditations, { query: { theme: 'kindness', limit: 2 } });
    const cursor = /cursor=([^&>]+)/.exec(String(page.headers['link']))?.[1] ?? '';
    expect(await listIds({ theme: 'kindness', limit: 2, cursor: decodeURIComponent(cursor) })).toEqual([short]);
  });

  test('is empty if no meditation has the theme and length, and rejects unknown ones', async () => {
    await add({ theme: 'body', duration: 600 });
    expect(await listIds({ theme: 'body', length: 'long' })).toEqual([]);
    for (const query of ['theme=running', 'theme=', 'length=endless'])
      expectProblem(await ana.send('GET', `/api/meditations?${query}`), 400, 'request.invalid');
  });

  test('offers only the themes and lengths of existing meditations, in the order of the contract', async () => {
    expect((await readFilters()).themes).not.toContain('morning');
    const { id } = await add({ theme: 'morning', duration: 100 });
    const { themes, lengths } = await readFilters();
    expect([themes[0], lengths[0]]).toEqual(['morning', 'short']);
    await admin.call(contract.deleteMeditation, { params: { id } });
    expect((await readFilters()).themes).not.toContain('morning');
  });
});

const writeComment = async (member: Member, id: string, content = 'I slept') =>
  (await member.call(contract.createMeditationComment, { params: { id }, body: { content } })).body;
const textsFor = async (member: Member, id: string) =>
  (await member.call(contract.listMeditationComments, { params: { id } })).body.map(({ content }) => content);

describe('a comment on a meditation', () => {
  test('is counted, announced live, edited and deleted by its author, and earns a point', async () => {
    const { id } = await add();
    const ben = await community.current.member();
    const live = await community.current.connect(ana);
    const comment = await writeComment(ben, id);
    expect(comment).toMatchObject({ meditationId: id, content: 'I slept', can: { edit: true, delete: true } });
    expect(await live.next('meditation_comment.created')).toEqual({
      type: 'meditation_comment.created',
      meditationId: id,
      commentId: comment.id,
      commentsCount: 1,
      countsRevision: 1,
    });
    expect(await scoreOf(ben)).toBe(1);
    const params = { id, commentId: comment.id };
    expectProblem(
      await ana.call(contract.updateMeditationComment, { params, body: { content: 'No' } }),
      403,
      'meditations.not_your_comment',
    );
    expectProblem(
      await ana.call(contract.deleteMeditationComment, { params }),
      403,
      'meditations.cannot_delete_comment',
    );
    await ben.call(contract.updateMeditationComment, { params, body: { content: 'I slept well' } });
    expect(await live.next('meditation_comment.updated')).toMatchObject({ commentsCount: 1, countsRevision: 2 });
    expect(await textsFor(ana, id)).toEqual(['I slept well']);
    await ben.call(contract.deleteMeditationComment, { params });
    expect(await live.next('meditation_comment.deleted')).toMatchObject({ commentsCount: 0, countsRevision: 3 });
    expectProblem(await ben.call(contract.deleteMeditationComment, { params }), 404, 'meditations.comment_not_found');
    expect(await scoreOf(ben)).toBe(0);
    live.close();
  });

  test('is hidden by a block between its author and the reader only', async () => {
    const { id } = await add();
    const [ben, cleo] = [await community.current.member(), await community.current.member()];
    await writeComment(ben, id, 'from Ben');
    await writeComment(admin, id, 'from the admin');
    await cleo.call(block, { params: { userId: ben.id } });
    expect(await textsFor(cleo, id)).toEqual(['from the admin']);
    await cleo.call(block, { params: { userId: admin.id } });
    const live = await community.current.connect(cleo);
    await writeComment(ana, id, 'from Ana');
    expect(await textsFor(cleo, id)).toEqual(['from Ana']);
    expect(await live.next('meditation_comment.created')).toMatchObject({ meditationId: id });
    live.close();
  });

  test('can be reported, but the meditation itself cannot', async () => {
    const { id } = await add();
    const ben = await community.current.member();
    const { id: subjectId } = await writeComment(ben, id);
    const report = (subjectType: string) =>
      ana.send('POST', createReport.path, { body: { subjectType, subjectId, reason: 'spam' } });
    expect((await report('meditation_comment')).status).toBe(201);
    expect((await report('meditation')).status).toBe(400);
  });

  test('is deleted with its meditation, and its point is reversed', async () => {
    const { id } = await add();
    const ben = await community.current.member();
    await writeComment(ben, id);
    await admin.call(contract.deleteMeditation, { params: { id } });
    expect(await scoreOf(ben)).toBe(0);
    expectProblem(await ben.call(contract.listMeditationComments, { params: { id } }), 404, 'meditations.not_found');
  });
});
