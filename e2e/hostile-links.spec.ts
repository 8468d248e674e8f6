import { expect, test } from './support/journey.ts';
import { sendRequest, idOf, readViewer } from './support/members.ts';

const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  ' javascript:',
  '\u0001javascript:',
  'data:text/html,',
  'vbscript:',
  'blob:',
  'file:///',
  'view-source:',
];
const hosts = [
  '//evil.test',
  '\\\\evil.test',
  'https://evil.test/',
  'evil.test',
  'instagram.com.evil.test/a',
  'https://instagram.com@evil.test/a',
  'https://evil.test/instagram.com/a',
  'https://www.instagram.com\\@evil.test',
  'https://ınstagram.com/a',
  'https://instagram。com/a',
];
const paths = [
  '../evil',
  '..',
  '.',
  '%2e%2e',
  '%2F%2Fevil.test',
  'a/../../evil',
  'a?next=//evil.test',
  'a#javascript:',
  '@evil.test/a',
  'a%00b',
  'a\r\nb',
  'a\u202eb',
  'a\u200bb',
  '🙂',
  'ａｎａ',
];
const markup = [
  '"><script>pwned()</script>',
  "'onmouseover='pwned()",
  '<img src=x onerror=pwned()>',
  '<svg/onload=pwned()>',
  '{{pwned()}}',
  '${pwned()}',
  '"><a href="javascript:pwned()">x</a>',
  '<base href="//evil.test">',
  '<iframe srcdoc="<script>pwned()</script>">',
  '`pwned()`',
];
const payloads = [
  ...schemes.map((scheme) => `${scheme}pwned()`),
  ...schemes.slice(0, 5).map((scheme) => `${scheme}//instagram.com/%0apwned()`),
  ...hosts,
  ...hosts.map((host) => `http:${host}`),
  ...paths,
  ...markup,
];
const siteHosts = ['www.instagram.com', 'www.facebook.com', 'x.com', 'www.linkedin.com'];
const sites = ['instagram', 'facebook', 'twitter', 'linkedin'] as const;

test('hostile values in social fields create no link to another site and run no script', async ({
  join,
  openBrowser,
}) => {
  // Each group of values needs its own page load.
  expect(payloads.length).toBeGreaterThanOrEqual(60);
  const ana = await join('Ana');
  const id = await idOf(ana);
  const ben = await join('Ben');
  const page = await openBrowser(ben);
  let hasRun = false;
  await page.exposeFunction('pwned', () => (hasRun = true));
  // Serve the values unchanged, as if the server had stored them, because the page must also reject them.
  let servedPayloads: readonly string[] = [];
  const profile = (await (await sendRequest(ben, 'GET', `/api/users/${id}`)).json()) as object;
  await page.route(`**/api/users/${id}`, async (route) => {
    const handles = Object.fromEntries(sites.map((site, index) => [site, servedPayloads[index] ?? null]));
    await route.fulfill({
      json: { ...profile, ...handles, bio: servedPayloads.join('\n'), location: servedPayloads[0] },
    });
  });
  for (let start = 0; start < payloads.length; start += sites.length) {
    servedPayloads = payloads.slice(start, start + sites.length);
    for (const site of sites)
      await sendRequest(ana, 'PUT', '/api/auth/user', { [site]: servedPayloads[sites.indexOf(site)] });
    await page.goto(`/profile/${id}`);
    await expect(page.getByRole('heading', { name: ana.name })).toBeVisible();
    const links = await page
      .getByRole('main')
      .locator('a[target=_blank]')
      .evaluateAll((elements) =>
        elements.map((link) => ({ href: (link as HTMLAnchorElement).href, rel: (link as HTMLAnchorElement).rel })),
      );
    for (const { href, rel } of links) {
      expect(rel, href).toContain('noopener noreferrer');
      // Links in a bio may go to any http(s) address, social links only to their own site.
      if (!rel.includes('ugc')) expect(siteHosts, href).toContain(new URL(href).host);
      expect(['http:', 'https:'], href).toContain(new URL(href).protocol);
    }
    const savedProfile = await readViewer(ana);
    for (const site of sites) expect(savedProfile[site] ?? '', site).toMatch(/^[\w.-]*$/);
  }
  expect(hasRun).toBe(false);
});
