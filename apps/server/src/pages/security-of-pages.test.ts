import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiResponse } from '../../test/caller.ts';
import { Community } from '../../test/community.ts';
import { scoreOf } from '../../test/observatory.ts';
import { expectProblem } from '../../test/problems.ts';
import { storedSettings } from '../platform/settings/settings.tables.ts';
import { toContactUri } from './security-contact.ts';

const webDirectory = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const publicUrl = 'https://commons.test';

let community: Community;
beforeAll(async () => {
  community = await Community.open({ webDirectory, environment: { PUBLIC_URL: publicUrl, HSTS_PRELOAD: 'on' } });
});
afterAll(() => community.close());

const scan = ({ body, headers }: ApiResponse<string>) => scoreOf({ html: body, headers });

describe('the score of Mozilla’s Observatory is at least 130', () => {
  test.each(['/', '/waitlist', '/login', '/signup', '/crisis', '/nowhere'])('for a visitor at %s', async (path) => {
    const { score, modifiers } = scan(await community.visitor.send<string>('GET', path));
    expect(score, JSON.stringify(modifiers)).toBeGreaterThanOrEqual(130);
  });

  test.each(['/', '/messages', '/settings'])('for a member at %s', async (path) => {
    const member = await community.member();
    const { score, modifiers } = scan(await member.send<string>('GET', path));
    expect(score, JSON.stringify(modifiers)).toBeGreaterThanOrEqual(130);
  });

  test('and the score notices each weakness', async () => {
    const { headers, body: html } = await community.visitor.send<string>('GET', '/');
    const policy = String(headers['content-security-policy']);
    const { score } = scoreOf({ html, headers });
    const weaker: Record<string, string | string[] | undefined>[] = [
      { 'content-security-policy': policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") },
      { 'content-security-policy': policy.replace("script-src 'self'", "script-src 'self' https:") },
      { 'content-security-policy': undefined },
      { 'strict-transport-security': 'max-age=86400' },
      { 'referrer-policy': 'unsafe-url' },
      { 'cross-origin-resource-policy': undefined },
      { 'set-cookie': ['session=1; Secure'] },
    ];
    for (const change of weaker)
      expect(scoreOf({ html, headers: { ...headers, ...change } }).score, JSON.stringify(change)).toBeLessThan(score);
  });
});

test('HSTS_PRELOAD lets browsers ship with the rule', async () => {
  const { headers } = await community.visitor.send('GET', '/livez');
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload');
});

const fetchContact = () => community.visitor.send<string>('GET', '/.well-known/security.txt');

describe('security.txt', () => {
  test('is missing without a contact', async () => expectProblem(await fetchContact(), 404, 'request.not_found'));

  test('names the operator’s contact and expires within a year', async () => {
    await community.db
      .insert(storedSettings)
      .values({ name: 'operatorContact', value: 'care@commons.test', revision: 1, changedAt: new Date() });
    await community.settings.refresh();
    const { headers, body, status } = await fetchContact();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      body
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/s) as [string, string]),
    );
    expect(fields.get('Contact')).toBe('mailto:care@commons.test');
    expect(fields.get('Canonical')).toBe(`${publicUrl}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  });

  test.each([
    ['https://commons.test/contact', 'https://commons.test/contact'],
    ['+49 30 (123) 45-67', 'tel:+49301234567'],
    ['care@commons.test\nPolicy: https://evil.test', undefined],
    ['javascript:alert(1)', undefined],
    ['http://commons.test', undefined],
    ['Ask Ana', undefined],
    [undefined, undefined],
  ])('the contact %s becomes %s', (contact, uri) => expect(toContactUri(contact)).toBe(uri));
});
