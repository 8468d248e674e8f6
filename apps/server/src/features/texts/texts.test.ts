import { listAuditLog } from '@commons/contract/admin/schemas';
import { giveConsent } from '@commons/contract/consent/schemas';
import type { CrisisChange } from '@commons/contract/texts/schemas';
import {
  getEditedCrisisLines,
  getEditedText,
  getText,
  getTextVersion,
  listCrisisLines,
  listTexts,
  listTextVersions,
  previewText,
  publishCrisisLines,
  publishText,
} from '@commons/contract/texts/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { createMinimalWebBuild } from '../../../test/web-build.ts';
import { currentGuidelinesVersion } from '../../community/consent/index.ts';
import { users } from '../../community/members/users.tables.ts';

const openCommunities: Community[] = [];
let community: Community;
let admin: Member;

async function open(options: Parameters<typeof Community.open>[0] = {}): Promise<Community> {
  const opened = await Community.open(options);
  openCommunities.push(opened);
  return opened;
}

beforeEach(async () => {
  community = await open();
  admin = await community.member({ firstName: 'Ana', lastName: 'Lind', role: 'admin' });
});
afterEach(async () => {
  for (const each of openCommunities.splice(0).toReversed()) await each.close();
});

type Name = 'guidelines' | 'privacy' | 'accessibility' | 'welcome';
const read = async (name: Name) => (await admin.call(getEditedText, { params: { name } })).body;
const publish = async (
  name: Name,
  content: string | null,
  options: { asksMembers?: boolean; revision?: number | null } = {},
) => {
  const { revision = (await read(name)).revision, asksMembers = false } = options;
  return admin.call(publishText, { params: { name }, body: { content, revision, asksMembers } });
};
const versionsOf = async (name: Name | 'crisis-lines') =>
  (await admin.call(listTextVersions, { params: { name } })).body;
const htmlOf = async (name: Name) => (await community.visitor.call(getText, { params: { name } })).body.html;

describe('a text', () => {
  test('is published for everybody, and its history shows who published it', async () => {
    expect(await read('privacy')).toMatchObject({ isShipped: true, revision: null });
    const { body } = await publish('privacy', '## Who we are\n\n{{product}} keeps *little*.');
    expect(body).toMatchObject({ isShipped: false, content: '## Who we are\n\n{{product}} keeps *little*.' });
    expect(await htmlOf('privacy')).toBe('<h2>Who we are</h2>\n<p>Mindful Commons keeps <em>little</em>.</p>\n');
    await publish('privacy', 'Short.');
    const [latest, first] = await versionsOf('privacy');
    expect(latest).toMatchObject({ publishedBy: { displayName: 'Ana Lind' }, isShipped: false });
    const version = await admin.call(getTextVersion, { params: { name: 'privacy', revision: first!.revision } });
    expect(version.body).toMatchObject({ content: expect.stringContaining('Who we are') as string, changes: null });
    const log = (await admin.call(listAuditLog, { query: { action: 'text.published' } })).body;
    expect(log).toMatchObject([{ subjectId: 'privacy', details: { text: 'privacy', is_shipped: false } }, {}]);
  });

  test('is the shipped one again after it is restored, also if an admin enters it', async () => {
    const { shipped } = await read('welcome');
    for (const restored of [null, shipped]) {
      await publish('welcome', 'Hello from Lund.');
      expect((await publish('welcome', restored)).body).toMatchObject({ isShipped: true, content: shipped });
      expect(await htmlOf('welcome')).toContain('Read for as long as you like');
    }
    const texts = (await admin.call(listTexts, {})).body;
    expect(texts.every(({ isShipped }) => isShipped)).toBe(true);
    expect((await versionsOf('welcome')).map(({ isShipped }) => isShipped)).toEqual([true, false, true, false]);
  });

  test('of another admin is not overwritten, and a repeated request publishes once', async () => {
    await publish('privacy', 'One.');
    await publish('privacy', 'One.', { revision: null });
    expect(await versionsOf('privacy')).toHaveLength(1);
    expectProblem(await publish('privacy', 'Two.', { revision: null }), 409, 'texts.changed_meanwhile');
    const { revision } = await read('privacy');
    const answers = await Promise.all([publish('privacy', 'A.', { revision }), publish('privacy', 'B.', { revision })]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('asks members to accept the guidelines again only if an admin wants it', async () => {
    const current = async () =>
      (await community.db.select({ version: currentGuidelinesVersion }).from(users).limit(1))[0]?.version;
    expect(await current()).toBe(1);
    await publish('guidelines', 'Be kind.');
    await publish('privacy', 'Short.', { asksMembers: true });
    expect(await current()).toBe(1);
    await publish('guidelines', 'Be kind, please.', { asksMembers: true });
    // The admin is a member too.
    expectProblem(await publish('guidelines', null), 403, 'request.consent_needed');
    await admin.call(giveConsent, { body: { guidelinesVersion: 2 } });
    await publish('guidelines', null);
    expect(await current()).toBe(2);
    expect((await versionsOf('guidelines')).map((version) => version.guidelinesVersion)).toEqual([null, 2, null]);
  });

  test.for<[label: string, content: string, code: string]>([
    ['empty', ' \n ', 'request.invalid'],
    ['NUL', 'a\u0000b', 'request.invalid'],
    ['too long', 'ä'.repeat(60_000), 'texts.too_long'],
    ['too nested', `${'> '.repeat(2_000)}a`, 'texts.too_nested'],
  ])('that is %s is rejected, and nothing changes', async ([, content, code]) => {
    expectProblem(await publish('privacy', content), 400, code);
    expectProblem(await admin.call(previewText, { body: { content } }), 400, code);
    expect(await read('privacy')).toMatchObject({ isShipped: true });
    expect(await versionsOf('privacy')).toEqual([]);
  });

  test('has a preview with the HTML of the page', async () => {
    const content = 'Hello\u0007 <b>you</b> [x](javascript:alert(1))';
    const preview = (await admin.call(previewText, { body: { content } })).body.html;
    await publish('accessibility', content);
    expect(preview).toBe('<p>Hello &lt;b&gt;you&lt;/b&gt; x</p>\n');
    expect(await htmlOf('accessibility')).toBe(preview);
  });

  test('stays without a name after the admin left', async () => {
    const other = await community.member({ role: 'admin' });
    await publish('privacy', 'Short.');
    await community.db.execute(`DELETE FROM users WHERE id = '${admin.id}'`);
    admin = other;
    expect(await versionsOf('privacy')).toMatchObject([{ publishedBy: null }]);
  });
});

const line = {
  name: 'Lund Listens',
  call: '+46 46 123 45 67',
  hours: 'Every evening, 18:00 to 22:00',
  languages: 'Swedish',
  sourceUrl: 'https://lund-listens.test/contact',
  checkedOn: '2026-11-20',
};
const edit = async () => (await admin.call(getEditedCrisisLines, {})).body;
const change = async (countries: CrisisChange[] | null) =>
  admin.call(publishCrisisLines, { body: { revision: (await edit()).revision, countries } });
const countryOf = async (code: string) =>
  (await community.visitor.call(listCrisisLines, {})).body.find((country) => country.code === code);

describe('crisis lines', () => {
  test('are hidden, reordered and added, and new shipped lines stay visible', async () => {
    const { lines: shipped = [] } = (await countryOf('GB')) ?? {};
    const [first, second] = shipped.map(({ name }) => name);
    const response = await change([
      {
        code: 'GB',
        entries: [
          { added: line, isHidden: false },
          { shipped: second!, isHidden: false },
          { shipped: first!, isHidden: true },
          { shipped: 'A line of an older release', isHidden: false },
        ],
      },
    ]);
    expect(response.status).toBe(200);
    const { lines } = (await countryOf('GB'))!;
    expect(lines.map(({ name }) => name)).toEqual([line.name, second, ...shipped.slice(2).map(({ name }) => name)]);
    expect(lines[0]!.source).toEqual({
      name: 'lund-listens.test',
      url: line.sourceUrl,
      basis: 'added by this community',
      checkedOn: '2026-11-20',
    });
    // A shipped line keeps its source.
    expect(lines[1]).toEqual(shipped[1]);
    await change(null);
    expect((await countryOf('GB'))!.lines).toEqual(shipped);
    expect((await versionsOf('crisis-lines')).map(({ isShipped }) => isShipped)).toEqual([true, false]);
  });

  test('of a new country need its emergency number', async () => {
    const entries = [{ added: line, isHidden: false }];
    expectProblem(await change([{ code: 'FO', entries }]), 400, 'texts.emergency_number_missing');
    await change([{ code: 'FO', emergencyNumber: '112', entries }]);
    expect(await countryOf('FO')).toMatchObject({ name: 'Faroe Islands', emergencyNumber: '112' });
  });

  test.for<[field: keyof typeof line, value: string]>([
    ['name', ''],
    ['call', 'call us'],
    ['call', 'tel:1;ext=<b>'],
    ['hours', ' '],
    ['languages', ''],
    ['sourceUrl', 'javascript:alert(1)'],
    ['sourceUrl', 'http://lund-listens.test'],
    ['checkedOn', ''],
    ['checkedOn', '2999-01-01'],
    ['checkedOn', '2026-13-40'],
  ])('cannot be added with %s %j', async ([field, value]) => {
    const entries = [{ added: { ...line, [field]: value }, isHidden: false }];
    const response = await admin.send('PUT', publishCrisisLines.path, {
      body: { revision: null, countries: [{ code: 'US', entries }] },
    });
    expectProblem(response, 400, 'request.invalid');
    expect(await versionsOf('crisis-lines')).toEqual([]);
  });
});

test('another server shows a published text within two seconds', async () => {
  const { directory } = await createMinimalWebBuild({
    'server/index.js': `export * from './minimal.js';
      import { configurePages as configure } from './minimal.js';
      let shown;
      export const configurePages = (settings) => { shown = settings; configure(settings); };
      export const renderPublicPages = async () => [
        { path: '/404', html: '<html>' },
        { path: '/', html: '<html>' },
        { path: '/crisis', html: '<html>' + JSON.stringify(shown.crisisCountries ?? null) },
        { path: '/privacy', html: '<html>' + shown.operator.name + (shown.editedPages.privacy?.html ?? 'shipped') },
      ];`,
  });
  const other = await open({ sharesDatabaseWith: community, webDirectory: directory });
  const pageOf = async (path: string) => (await other.visitor.send<string>('GET', path)).body;
  expect(await pageOf('/privacy')).toContain('shipped');
  await publish('privacy', 'We are *few*.');
  await change([{ code: 'US', entries: [{ added: line, isHidden: false }] }]);
  await expect.poll(() => pageOf('/privacy'), { timeout: 2_000 }).toContain('<p>We are <em>few</em>.</p>');
  await expect.poll(() => pageOf('/crisis'), { timeout: 2_000 }).toContain('Lund Listens');
});
