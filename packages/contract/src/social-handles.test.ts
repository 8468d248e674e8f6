import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { socialHandle } from './profiles.schemas.ts';
import { socialLink, type SocialSite, socialSites } from './social-handles.ts';

const sites = Object.keys(socialSites) as SocialSite[];

const hosts: Record<SocialSite, string> = {
  instagram: 'www.instagram.com',
  facebook: 'www.facebook.com',
  twitter: 'x.com',
  linkedin: 'www.linkedin.com',
};

const read = (site: SocialSite, typed: unknown) => socialHandle(site).safeParse(typed);

/** Returns whether a link is an https address of one profile page on the site's own host. */
function isOwnPage(site: SocialSite, link: string): boolean {
  const { href, origin, pathname } = new URL(link);
  const isPage = (site === 'linkedin' ? /^\/in\/[\w.-]+$/ : /^\/[\w.-]+\/?$/).test(pathname);
  return href === link && origin === `https://${hosts[site]}` && href === `${origin}${pathname}` && isPage;
}

describe('a social handle', () => {
  test.for<[SocialSite, string, string]>([
    ['instagram', 'ana.lund', 'https://www.instagram.com/ana.lund/'],
    ['instagram', '  @ana_lund ', 'https://www.instagram.com/ana_lund/'],
    ['instagram', 'https://www.instagram.com/ana.lund/', 'https://www.instagram.com/ana.lund/'],
    ['instagram', 'https://www.instagram.com/ana.lund?igsh=abc%3D', 'https://www.instagram.com/ana.lund/'],
    ['instagram', 'HTTP://Instagram.com/Ana', 'https://www.instagram.com/Ana/'],
    ['facebook', 'm.facebook.com/ana.lund', 'https://www.facebook.com/ana.lund'],
    ['facebook', 'fb.com/ana.lund#about', 'https://www.facebook.com/ana.lund'],
    ['facebook', 'https://www.facebook.com/profile.php?id=100012345', 'https://www.facebook.com/100012345'],
    ['facebook', 'facebook.com/profile.php?id=100012345&ref=page', 'https://www.facebook.com/100012345'],
    ['twitter', 'https://x.com/ana_lund', 'https://x.com/ana_lund'],
    ['twitter', 'https://mobile.twitter.com/ana_lund?s=20', 'https://x.com/ana_lund'],
    ['linkedin', 'https://www.linkedin.com/in/ana-lund-123/', 'https://www.linkedin.com/in/ana-lund-123'],
    ['linkedin', 'ana-lund-123', 'https://www.linkedin.com/in/ana-lund-123'],
  ])('for %s is read from %s and becomes the link %s', ([site, typed, link]) => {
    expect(socialLink(site, socialHandle(site).parse(typed))).toBe(link);
  });

  test.for(sites)('for %s is cleared by an empty text', (site) => {
    expect([read(site, '').data, read(site, '  ').data]).toEqual([null, null]);
    expect(socialLink(site, null)).toBeNull();
  });

  test.for<[SocialSite, string]>([
    ['instagram', 'instagram.com'],
    ['instagram', 'https://www.instagram.com/'],
    ['instagram', 'https://x.com/ana'],
    ['instagram', '..'],
    ['facebook', '...'],
    ['twitter', 'ana lund'],
    ['twitter', 'a_name_that_is_too_long'],
    ['linkedin', 'https://www.linkedin.com/company/mindful'],
    ['linkedin', '-'.repeat(10)],
  ])('for %s is rejected if it is %s', ([site, typed]) => {
    expect(read(site, typed).success).toBe(false);
  });
});

/** Fragments of links to other sites. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('javascript:', 'data:', 'https:', 'http:', '//', '/', '\\', '@', ':', '.') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Object.values(hosts), 'evil.example', 'in/', '?', '#', '&', '%2e', '%2f'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\t', '\n', '\r', '\0', '\u200b', '\u202e', '\u3002', '\uff0f', '\u212a', 'ı'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
  { weight: 2, arbitrary: fc.stringMatching(/^[a-zA-Z0-9._-]{1,12}$/) },
);

test.for(sites)('any input for %s is rejected or links to a page of that site', (site) => {
  const typed = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const handle = read(site, text).data ?? null;
      const link = socialLink(site, handle);
      expect([handle, link === null || isOwnPage(site, link)]).toEqual([link === null ? null : handle, true]);
    }),
    { numRuns: 2_000 },
  );
});

test.for(sites)('an invalid stored handle never becomes a link to %s', (site) => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const link = socialLink(site, pieces.join(''));
      expect(link === null || isOwnPage(site, link)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
