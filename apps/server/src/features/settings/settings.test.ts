import { listAuditLog } from '@commons/contract/admin/schemas';
import { getSignInOptions, signUp } from '@commons/contract/auth/schemas';
import { uploadImage } from '@commons/contract/media/schemas';
import { settingNames, settingOf } from '@commons/contract/settings';
import {
  changeSettings,
  getCommunity,
  getSettings,
  removeBrandPicture,
  type SettingChanges,
  type SettingsView,
  setBrandPicture,
} from '@commons/contract/settings/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community, type Member } from '../../../test/community.ts';
import { formBody } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { createMinimalWebBuild } from '../../../test/web-build.ts';
import { users } from '../../community/members/users.tables.ts';

const openCommunities: Community[] = [];
afterEach(async () => {
  for (const each of openCommunities.splice(0).toReversed()) await each.close();
});

type Options = NonNullable<Parameters<typeof Community.open>[0]>;

async function open(options: Options = {}): Promise<{ community: Community; admin: Member }> {
  const community = await Community.open(options);
  openCommunities.push(community);
  return { community, admin: await community.member({ role: 'admin' }) };
}

const read = async (admin: Member): Promise<SettingsView> => (await admin.call(getSettings, {})).body;

async function change(admin: Member, changes: SettingChanges, revision?: number) {
  return admin.call(changeSettings, { body: { revision: revision ?? (await read(admin)).revision, changes } });
}

const turnOnTwoFactor = ({ db }: Community, { id }: Member) =>
  db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, id));

const auditOf = async (admin: Member) =>
  (await admin.call(listAuditLog, { query: { action: 'setting.changed' } })).body.map(({ subjectId, details }) => ({
    subjectId,
    ...details,
  }));

describe('an admin', () => {
  test('reads defaults, values of the environment and stored values', async () => {
    const { admin } = await open({ environment: { MAIL_FROM: 'The Garden <hello@garden.test>' } });
    await change(admin, { productName: 'The Garden' });
    const { values, states } = await read(admin);
    expect(values).toMatchObject({ productName: 'The Garden', signUp: 'open', shortDescription: null });
    expect(states.mailFrom).toMatchObject({ source: 'environment', isLocked: true, isSet: true });
    expect(states.productName).toMatchObject({ source: 'panel', isLocked: false, problem: null });
    expect(states.signUp).toMatchObject({ source: 'default', changedAt: null });
  });

  test('changes several settings at once, and each change is in the audit log', async () => {
    const { admin } = await open();
    const response = await change(admin, { productName: 'The Garden', backupKeep: 7, operatorName: 'Ana Lind' });
    expect(response).toMatchObject({ status: 200, body: { values: { productName: 'The Garden', backupKeep: 7 } } });
    await change(admin, { backupKeep: null, productName: 'The Garden' });
    expect(await auditOf(admin)).toEqual([
      { subjectId: 'backupKeep', setting: 'backupKeep', before: 7, after: 14 },
      { subjectId: 'operatorName', setting: 'operatorName' },
      { subjectId: 'backupKeep', setting: 'backupKeep', before: 14, after: 7 },
      { subjectId: 'productName', setting: 'productName', before: 'Mindful Commons', after: 'The Garden' },
    ]);
  });

  test.for<[label: string, changes: SettingChanges, paths: string[]]>([
    ['a part of an S3 bucket', { productName: 'The Garden', s3Bucket: 'files' }, ['changes.s3Bucket']],
    ['a part of an OpenID provider', { oidcClientId: 'commons' }, ['changes.oidcClientId']],
    [
      'two destinations of backups',
      { backupFolder: '/a', backupBucket: 'b' },
      ['changes.backupFolder', 'changes.backupBucket'],
    ],
    ['a password in the address of a mail server', { mailServer: 'smtp://ana:word@mail.test' }, ['changes.mailServer']],
  ])('cannot store %s, and nothing changes', async ([, changes, paths]) => {
    const { admin } = await open();
    const response = await change(admin, changes);
    expectProblem(response, 400, 'settings.conflict');
    expect((response.body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual(paths);
    expect(await read(admin)).toMatchObject({ revision: 0, values: { productName: 'Mindful Commons' } });
    expect(await auditOf(admin)).toEqual([]);
  });

  test.for<[name: string, value: unknown]>([
    ['productName', ''],
    ['productName', 'x'.repeat(61)],
    ['accentColor', 'red'],
    ['signUp', 'sometimes'],
    ['imageMegabytes', 11],
    ['audioMegabytes', 51],
    ['mailServer', 'mail.test'],
    ['backupSchedule', '0 25 * * *'],
    ['backupSchedule', '0 3 * *'],
    ['appStoreUrl', 'javascript:alert(1)'],
    ['waitlistAccessCode', 'short'],
    ['sessionSecret', 'x'.repeat(40)],
  ])('cannot set %s to %j', async ([name, value]) => {
    const { admin } = await open();
    const response = await admin.send('PATCH', changeSettings.path, {
      body: { revision: 0, changes: { [name]: value } },
    });
    expectProblem(response, 400, 'request.invalid');
    expect(response.body).toMatchObject({ errors: [{ path: `changes.${name}` }] });
  });

  test('does not overwrite the changes of another admin', async () => {
    const { admin } = await open();
    await change(admin, { productName: 'The Garden' });
    expectProblem(await change(admin, { backupKeep: 3 }, 0), 409, 'settings.changed_meanwhile');
    const [one, other] = await Promise.all([change(admin, { backupKeep: 3 }, 1), change(admin, { backupKeep: 4 }, 1)]);
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]));
  });

  test('cannot change a setting of the environment', async () => {
    const { admin } = await open({
      environment: { PRODUCT_NAME: 'The Meadow', SMTP_URL: 'smtp://ana:word@mail.test' },
    });
    expectProblem(await change(admin, { productName: 'The Garden' }), 409, 'settings.locked');
    expectProblem(await change(admin, { mailPassword: 'another word' }), 409, 'settings.locked');
    const view = await read(admin);
    expect(view.values.mailServer).toBe('smtp://ana@mail.test');
    expect(JSON.stringify(view)).not.toContain('word@');
  });
});

describe('a secret', () => {
  test('is encrypted in the database and never read', async () => {
    const { admin, community } = await open();
    const secrets = settingNames.filter((name) => settingOf(name).isSecret && name !== 's3SecretAccessKey');
    const changes = Object.fromEntries(secrets.map((name) => [name, 'hunter2 hunter2']));
    await change(admin, {
      ...changes,
      mailServer: 'smtps://ana@mail.test',
      oidcClientId: 'c',
      oidcIssuerUrl: 'https://id.test',
    });
    expect(community.settings.current).toMatchObject({
      smtpUrl: 'smtps://ana:hunter2%20hunter2@mail.test',
      oidc: { clientSecret: 'hunter2 hunter2' },
    });
    const view = await read(admin);
    expect(view.states.mailPassword).toMatchObject({ isSet: true, source: 'panel' });
    const { rows } = await community.db.execute(
      sql`SELECT s::text, encode(encrypted, 'escape') AS bytes FROM settings s`,
    );
    const log = await auditOf(admin);
    expect(JSON.stringify([view, rows, log])).not.toContain('hunter2');
    expect(log.map(({ subjectId }) => subjectId)).toContain('mailPassword');
  });

  test('must be entered again if the server that receives it changes', async () => {
    const { admin, community } = await open();
    await change(admin, { mailServer: 'smtp://mail.test', mailPassword: 'a word' });
    const response = await change(admin, { mailServer: 'smtp://attacker.test' });
    expectProblem(response, 400, 'settings.conflict');
    expect(response.body).toMatchObject({ errors: [{ path: 'changes.mailPassword' }] });
    await change(admin, { mailServer: null });
    expect(community.settings.current.mailPassword).toBeUndefined();
    expect((await change(admin, { mailServer: 'smtp://attacker.test' })).status).toBe(200);
  });

  test('survives a rotation of the session secret, and is reported if no session secret decrypts it', async () => {
    const [oldSecret, newSecret, unrelated] = ['old', 'new', 'unrelated'].map((word) => word.repeat(20)) as [
      string,
      string,
      string,
    ];
    const { admin, community } = await open({
      sessionSecrets: ['a secret for tests, long enough to sign with', oldSecret],
    });
    await change(admin, { mailServer: 'smtp://mail.test', mailPassword: 'a word' });
    const openWith = (...sessionSecrets: Options['sessionSecrets'] & {}) =>
      open({ sharesDatabaseWith: community, sessionSecrets });
    await openWith(newSecret, 'a secret for tests, long enough to sign with');
    const { community: rotated } = await openWith(newSecret);
    expect(rotated.settings.current.mailPassword).toBe('a word');
    const { community: lost } = await openWith(unrelated);
    expect(lost.settings.current.mailPassword).toBeUndefined();
    expect(lost.settings.states.mailPassword.problem).toContain('another session secret');
  });
});

test('a stored setting that conflicts with a changed environment is ignored and explained', async () => {
  const { admin, community } = await open();
  await turnOnTwoFactor(community, admin);
  await change(admin, { adminTwoFactor: 'required', backupBucket: null });
  const oidc = { OIDC_ISSUER_URL: 'https://id.test', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };
  const { community: next, admin: nextAdmin } = await open({ sharesDatabaseWith: community, environment: oidc });
  expect(next.settings.current.adminTwoFactor).toBe('optional');
  const view = await read(nextAdmin);
  expect(view.states.adminTwoFactor.problem).toContain('require a second factor at the provider');
  // Other settings can still be changed.
  expect((await change(nextAdmin, { productName: 'The Garden' })).status).toBe(200);
});

test('PANEL_SETTINGS=off ignores and locks the settings of the panel', async () => {
  const { admin, community } = await open();
  await change(admin, { productName: 'The Garden' });
  const environment = { PANEL_SETTINGS: 'off' };
  const { community: trial, admin: trialAdmin } = await open({ sharesDatabaseWith: community, environment });
  expect(trial.settings.current.productName).toBe('Mindful Commons');
  expect((await read(trialAdmin)).states.productName).toMatchObject({ source: 'default', isLocked: true });
  expectProblem(await change(trialAdmin, { productName: 'The Meadow' }), 409, 'settings.locked');
});

describe('without a restart', () => {
  let web: string;
  beforeAll(async () => {
    web = (
      await createMinimalWebBuild({
        'client/manifest.webmanifest': JSON.stringify({ name: 'Mindful Commons', icons: [] }),
      })
    ).directory;
  });

  test('a changed setting is used by another server within two seconds', async () => {
    const { admin, community } = await open({ webDirectory: web });
    const { community: other } = await open({ sharesDatabaseWith: community, webDirectory: web });
    await change(admin, { productName: 'The Garden', signUp: 'invited', mailFrom: 'Ana <ana@garden.test>' });
    const timeout = { timeout: 2_000 };
    await expect.poll(() => other.settings.current.productName, timeout).toBe('The Garden');
    const body = async (path: string) => (await other.visitor.send<string>('GET', path)).body;
    await expect.poll(() => body('/self-help/sleep'), timeout).toContain('An article of The Garden');
    expect(await body('/')).toContain('data-sign-up="invited"');
    expect(await body('/api/openapi.json')).toMatchObject({ info: { title: 'The Garden API' } });
    expect(await body('/manifest.webmanifest')).toMatchObject({ name: 'The Garden', short_name: 'The Garden' });
    expect((await other.visitor.call(getCommunity, {})).body).toMatchObject({ name: 'The Garden', signUp: 'invited' });
  });

  test('closed sign-up accepts nobody, and the waitlist stays open', async () => {
    const { admin, community } = await open();
    await change(admin, { signUp: 'closed' });
    expect((await community.visitor.call(getSignInOptions, {})).body.signUp).toBe('closed');
    expectProblem(await community.visitor.call(signUp, { body: newcomer() }), 403, 'auth.sign_up_closed');
    const { firstName, lastName, email } = newcomer();
    expect((await community.visitor.call(joinWaitlist, { body: { firstName, lastName, email } })).status).toBe(201);
  });

  test('closed sign-up accepts the first administrator', async () => {
    const community = await Community.open({ environment: { SIGN_UP: 'closed', PUBLIC_URL: 'http://localhost' } });
    openCommunities.push(community);
    expect((await community.visitor.call(signUp, { body: newcomer() })).status).toBe(200);
    expect(await community.db.select({ role: users.role }).from(users)).toEqual([{ role: 'admin' }]);
  });

  test('members join through a provider that an admin enters, and with passwords after it is removed', async () => {
    const { admin, community } = await open({ webDirectory: web });
    const provider = async () => (await community.visitor.call(getSignInOptions, {})).body;
    const login = () => community.visitor.send('GET', '/login');
    expect((await login()).headers['cache-control']).toBe('private, no-cache');
    await change(admin, {
      oidcIssuerUrl: 'https://id.test',
      oidcClientId: 'c',
      oidcClientSecret: 's',
      oidcName: 'Lund',
    });
    expect(await provider()).toMatchObject({ provider: 'oidc', providerName: 'Lund' });
    expect((await login()).headers['cache-control']).toBe('no-store');
    expectProblem(await community.visitor.call(signUp, { body: newcomer() }), 404, 'auth.embedded_only');
    await change(admin, { oidcIssuerUrl: null, oidcClientId: null });
    expect(await provider()).toMatchObject({ provider: 'embedded', providerName: null });
  });

  test('an admin who must use two-factor sign-in loses the rights until they turn it on', async () => {
    const { admin, community } = await open();
    expectProblem(await change(admin, { adminTwoFactor: 'required' }), 409, 'settings.two_factor_first');
    await turnOnTwoFactor(community, admin);
    const other = await community.member({ role: 'admin' });
    expect((await change(admin, { adminTwoFactor: 'required' })).status).toBe(200);
    expect((await admin.call(getSettings, {})).status).toBe(200);
    expect((await other.call(getSettings, {})).status).toBe(403);
  });

  test('a new member’s messages follow the default', async () => {
    const { admin, community } = await open();
    await change(admin, { messagesFrom: 'connections' });
    const body = newcomer();
    await community.visitor.call(signUp, { body });
    const { rows } = await community.db.execute(sql`SELECT messages_from FROM users WHERE email = ${body.email}`);
    expect(rows).toEqual([{ messages_from: 'connections' }]);
  });

  test('a lower limit for pictures applies to the next upload', async () => {
    const { admin } = await open();
    await change(admin, { imageMegabytes: 1 });
    const upload = async (bytes: Buffer) => {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(bytes)], 'a.png'));
      return admin.send('POST', uploadImage.path, await formBody(form));
    };
    const response = await upload(Buffer.alloc(1024 * 1024 + 1));
    expectProblem(response, 413, 'media.too_large');
    expect(response.body).toMatchObject({ detail: 'A picture can be up to 1 MB. Nothing was stored.' });
  });
});

const sendPicture = async (admin: Member, picture: 'logo' | 'icon', color: string) => {
  const bytes = await sharp({ create: { width: 800, height: 400, channels: 3, background: color } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'a.png'));
  return admin.send<SettingsView>('PUT', setBrandPicture.path.replace('{picture}', picture), await formBody(form));
};

describe('logo and icon', () => {
  test('are served to everybody, also as PNG, and are replaced and removed', async () => {
    const { admin, community } = await open();
    const first = (await sendPicture(admin, 'icon', '#ff0000')).body.iconUrl!;
    expect((await community.visitor.send('GET', first)).status).toBe(200);
    const icon = await community.server.inject('/brand/icon-180.png');
    expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 });
    const maskable = await community.server.inject('/brand/icon-maskable-512.png');
    expect(await sharp(maskable.rawPayload).metadata()).toMatchObject({ width: 512, height: 512, hasAlpha: false });

    const second = (await sendPicture(admin, 'icon', '#0000ff')).body.iconUrl!;
    expect(second).not.toBe(first);
    expect((await community.visitor.send('GET', first)).status).toBe(404);
    const { dominant } = await sharp((await community.server.inject('/brand/icon-180.png')).rawPayload).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);

    expect((await admin.call(removeBrandPicture, { params: { picture: 'icon' } })).body.iconUrl).toBeNull();
    expect((await community.visitor.send('GET', second)).status).toBe(404);
    expect((await community.server.inject('/brand/icon-180.png')).headers.location).toBe('/icon-180.png');
    expect(await auditOf(admin)).toHaveLength(3);
  });

  test('a logo keeps its shape', async () => {
    const { admin, community } = await open();
    await sendPicture(admin, 'logo', '#00ff00');
    const logo = await community.server.inject('/brand/logo.png');
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 });
  });

  test('a file that is no picture changes nothing', async () => {
    const { admin } = await open();
    const form = new FormData();
    form.append('file', new File(['<script>'], 'a.png'));
    const response = await admin.send('PUT', '/api/admin/settings/logo', await formBody(form));
    expectProblem(response, 415, 'media.not_an_image');
    expect(await read(admin)).toMatchObject({ revision: 0, logoUrl: null });
  });
});

test('the style sheet of an accent color never changes, and other addresses do not exist', async () => {
  const { community } = await open();
  const sheet = await community.visitor.send<string>('GET', '/brand/accent-2b6b5a.css');
  expect(sheet).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  });
  expect(sheet.body).toContain('--primary:#2b6b5a');
  for (const color of ['2B6B5A', '2b6b5', '2b6b5a%7D', 'url()'])
    expect((await community.visitor.send('GET', `/brand/accent-${color}.css`)).status).toBe(404);
});
