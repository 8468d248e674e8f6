/**
 * The social sites that a profile can link to. A handle contains only the characters that its site allows, so that its
 * link always leads to that site.
 */
export const socialSites = {
  instagram: {
    label: 'Instagram',
    page: /^(?:https?:\/\/)?(?:www\.)?(?:instagram\.com)\/(?<handle>[^/?#]+)\/?(?:[?#]\S*)?$/i,
    handle: /^[a-z0-9._]{1,30}$/i,
    link: (handle: string) => `https://www.instagram.com/${handle}/`,
  },
  facebook: {
    label: 'Facebook',
    // Members without a username have a numeric id: profile.php?id=100000000000001.
    page: /^(?:https?:\/\/)?(?:www\.)?(?:(?:m\.)?facebook\.com|fb\.com)\/(?:profile\.php\?id=)?(?<handle>[^/?#&]+)\/?(?:[?#&]\S*)?$/i,
    handle: /^[a-z0-9.]{3,50}$/i,
    link: (handle: string) => `https://www.facebook.com/${handle}`,
  },
  twitter: {
    label: 'X (Twitter)',
    page: /^(?:https?:\/\/)?(?:www\.)?(?:(?:mobile\.)?twitter\.com|x\.com)\/(?<handle>[^/?#]+)\/?(?:[?#]\S*)?$/i,
    handle: /^[a-z0-9_]{1,15}$/i,
    link: (handle: string) => `https://x.com/${handle}`,
  },
  linkedin: {
    label: 'LinkedIn',
    page: /^(?:https?:\/\/)?(?:www\.)?(?:linkedin\.com)\/in\/(?<handle>[^/?#]+)\/?(?:[?#]\S*)?$/i,
    handle: /^[a-z0-9-]{3,100}$/i,
    link: (handle: string) => `https://www.linkedin.com/in/${handle}`,
  },
} as const;

export type SocialSite = keyof typeof socialSites;

/** Returns the address of a member's page on a social site, or null for an invalid handle. */
export const socialLink = (site: SocialSite, handle: string | null): string | null =>
  handle !== null && isHandle(site, handle) ? socialSites[site].link(handle) : null;

/** Requires a letter or digit, because a handle of dots would be a relative path. */
const isHandle = (site: SocialSite, text: string): boolean =>
  socialSites[site].handle.test(text) && /[a-z0-9]/i.test(text);

/**
 * Parses a handle from `handle`, `@handle`, or the address of a page on that site. Returns undefined for anything else.
 * `instagram.com` alone is an address without a handle, not a handle.
 */
export function parseHandle(site: SocialSite, typed: string): string | undefined {
  const page = socialSites[site].page;
  const fromPage = page.exec(typed)?.groups?.['handle'];
  const bare = typed.replace(/^@/, '');
  const handle = fromPage ?? (page.test(`${bare}/name`) ? '' : bare);
  return isHandle(site, handle) ? handle : undefined;
}
